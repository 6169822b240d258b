// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/estimate/money.h"

#include <QVariant>

namespace stagecraft {

// The cells of the candidates' table that tell of bills, by CandidateModel's columns and roles.

bool isOfBill(int column);

// What such a cell says; `bill` null: not known. Not valid for roles that are not of the bill.
QVariant billCell(int column, int role, const Bill* bill);

}
