// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWheelEvent>

#include <cmath>

namespace stagecraft {

// Effect of the wheel on an axis with zoom: vertical zooms around the pointer; horizontal, or with Shift, pans.
struct WheelMove {
    double zoom = 1; // factor of the visible length
    double pan = 0; // in visible lengths, towards later times
};

inline WheelMove wheelMove(const QWheelEvent& event)
{
    const QPoint turned = event.angleDelta();
    const bool sideways = std::abs(turned.x()) > std::abs(turned.y());
    if (sideways || event.modifiers() & Qt::ShiftModifier) {
        return {1, -(sideways ? turned.x() : turned.y()) / 1200.0};
    }
    return {std::pow(0.8, turned.y() / 120.0), 0};
}

}
