// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QRectF>

namespace stagecraft {

// A small bar of a peak relative to the capacity. `scale` is the share at the right end (at least 1), equal for all
// rows.
struct PeakBar {
    QRectF track; // up to the capacity
    QRectF fill; // the used part
    QRectF overflow; // beyond the capacity; empty if the peak fits

    static PeakBar build(const QRectF& area, double share, double scale);
};

}
