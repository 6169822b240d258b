// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

class QWidget;

namespace stagecraft {

class Settings;

// Shows the columns of the window's tables as the user chose them last, and remembers what is chosen from now on.
// `settings` must outlive the window.
void rememberColumns(QWidget& window, Settings& settings);

}
