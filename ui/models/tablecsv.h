// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QAbstractItemModel>
#include <QList>

namespace stagecraft {

// The rows and these columns of a table, as shown, as CSV with a header; cells and titles by this role.
QString tableCsv(const QAbstractItemModel& table, const QList<int>& columns, int role);

}
