// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panes/stages/stagestriplayout.h"

#include <algorithm>
#include <cmath>

namespace stagecraft {

namespace {

constexpr qreal leastWidth = 4; // minimum width of a layer, so that it can be clicked
constexpr qreal reach = 6; // distance of the pointer on each side of a split point

std::size_t edgeIndex(int index)
{
    return static_cast<std::size_t>(index);
}

}

StageStripLayout StageStripLayout::build(const std::vector<double>& weights, std::vector<int> split_points,
                                         const QRectF& strip, const QRectF& bars)
{
    StageStripLayout layout {{}, std::move(split_points), strip, bars};
    const auto count = static_cast<qreal>(weights.size());
    double all = 0;
    for (const double weight : weights) {
        all += std::max(0.0, weight);
    }
    const qreal least = count > 0 ? std::min(leastWidth, strip.width() / 2 / count) : 0;
    const qreal shared = strip.width() - least * count;
    qreal x = strip.left();
    layout.edges.push_back(x);
    for (const double weight : weights) {
        x += least + shared * (all > 0 ? std::max(0.0, weight) / all : 1 / count);
        layout.edges.push_back(x);
    }
    return layout;
}

QRectF StageStripLayout::layer(int index) const
{
    return {edges[edgeIndex(index)], strip.top(), edges[edgeIndex(index) + 1] - edges[edgeIndex(index)],
            strip.height()};
}

QRectF StageStripLayout::stage(int index) const
{
    const qreal left = edges[edgeIndex(split_points[edgeIndex(index)])];
    return {left, strip.top(), edges[edgeIndex(split_points[edgeIndex(index) + 1])] - left, strip.height()};
}

QRectF StageStripLayout::bar(int index) const
{
    const QRectF above = stage(index);
    return {above.left(), bars.top(), above.width(), bars.height()};
}

int StageStripLayout::stageAt(const QPointF& at) const
{
    if (at.y() < strip.top() || at.y() > bars.bottom()) {
        return -1;
    }
    for (int s = 0; s < stages(); ++s) {
        if (at.x() >= stage(s).left() && at.x() < stage(s).right()) {
            return s;
        }
    }
    return -1;
}

int StageStripLayout::layerAt(const QPointF& at) const
{
    if (!strip.contains(at) || edges.size() < 2) {
        return -1;
    }
    const auto behind = std::upper_bound(edges.begin(), edges.end(), at.x());
    return std::clamp(static_cast<int>(behind - edges.begin()) - 1, 0, static_cast<int>(edges.size()) - 2);
}

int StageStripLayout::splitPointAt(const QPointF& at) const
{
    if (at.y() < strip.top() || at.y() > strip.bottom()) {
        return -1;
    }
    int nearest = -1;
    qreal distance = reach;
    for (int s = 1; s < stages(); ++s) {
        const qreal away = std::abs(stage(s).left() - at.x());
        if (away <= distance) {
            nearest = s;
            distance = away;
        }
    }
    return nearest;
}

int StageStripLayout::splitPointFor(qreal x) const
{
    const auto behind = std::lower_bound(edges.begin(), edges.end(), x);
    if (behind == edges.begin()) {
        return 0;
    }
    if (behind == edges.end()) {
        return static_cast<int>(edges.size()) - 1;
    }
    const bool nearer_before = x - *(behind - 1) < *behind - x;
    return static_cast<int>(behind - edges.begin()) - (nearer_before ? 1 : 0);
}

}
