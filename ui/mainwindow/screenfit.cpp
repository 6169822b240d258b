// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/mainwindow/screenfit.h"

#include <QScreen>

namespace stagecraft::screenfit {

namespace {

// Space for a title bar and thin edges, because the frame is unknown before the window is shown.
constexpr QSize frame {8, 40};

}

QSize within(const QSize& wanted, const QSize& available)
{
    return wanted.boundedTo((available - frame).expandedTo(QSize(1, 1)));
}

QSize within(const QSize& wanted, const QScreen& screen)
{
    return within(wanted, screen.availableSize());
}

}
