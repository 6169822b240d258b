// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/peakbar.h"

#include <algorithm>

namespace stagecraft {

PeakBar PeakBar::build(const QRectF& area, double share, double scale)
{
    const double full = std::max(scale, 1.0);
    const double taken = std::clamp(share, 0.0, full);
    const qreal capacity = area.width() / full;
    PeakBar bar;
    bar.track = QRectF(area.left(), area.top(), capacity, area.height());
    bar.fill = QRectF(area.left(), area.top(), std::min(taken, 1.0) * capacity, area.height());
    if (taken > 1) {
        bar.overflow = QRectF(bar.track.right(), area.top(), (taken - 1) * capacity, area.height());
    }
    return bar;
}

}
