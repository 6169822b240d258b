// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <initializer_list>

class QFormLayout;

namespace stagecraft {

// Puts each label of the forms beside the middle of its field, and makes all labels equally wide.
void alignLabels(std::initializer_list<QFormLayout*> forms);

}
