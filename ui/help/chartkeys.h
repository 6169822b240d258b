// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

#include <vector>

namespace stagecraft {

// Meaning of a key in a focused chart. Such keys have no QAction.
struct ChartKey {
    QString chart; // name of its pane
    QString what;
    QString keys;
};

std::vector<ChartKey> chartKeys();

}
