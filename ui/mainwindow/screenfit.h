// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QSize>

class QScreen;

namespace stagecraft::screenfit {

// The smallest screen that the window is made for, in logical pixels: 1920 x 1080 at 200 %.
inline constexpr QSize smallestScreen {960, 540};

// The size that a window opens with: the wanted one, as far as the available part of the screen has room for it and its
// frame. In logical pixels.
QSize within(const QSize& wanted, const QSize& available);
QSize within(const QSize& wanted, const QScreen& screen);

}
