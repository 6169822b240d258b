// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QSize>

class QScreen;

namespace stagecraft::screenfit {

// Smallest supported screen in logical pixels: 1920 x 1080 at 200 %.
inline constexpr QSize smallestScreen {960, 540};

// Returns the initial size of a window: `wanted`, limited so that the window and its frame fit into the available part
// of the screen. Logical pixels.
QSize within(const QSize& wanted, const QSize& available);
QSize within(const QSize& wanted, const QScreen& screen);

}
