// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

class QWidget;

namespace stagecraft {

class Settings;

// Restores the columns that the user chose for the tables of the window, and stores further choices.
// `settings` must outlive the window.
void rememberColumns(QWidget& window, Settings& settings);

}
