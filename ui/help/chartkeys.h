// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

#include <vector>

namespace stagecraft {

// What a key does in a chart that has the focus: no command of the window, so that no action knows it.
struct ChartKey {
    QString chart; // its pane
    QString what;
    QString keys;
};

std::vector<ChartKey> chartKeys();

}
