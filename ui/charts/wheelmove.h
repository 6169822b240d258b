// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWheelEvent>

#include <cmath>

namespace stagecraft {

// What a turn of the wheel asks of an axis that can be zoomed: up and down zoom around the pointer; sideways, or with
// Shift, what is on show moves.
struct WheelMove {
    double zoom = 1; // of the length on show
    double pan = 0; // in lengths on show, later
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
