// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panes/validation/agreementlayout.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace stagecraft {

namespace {

constexpr double room = 1.12; // margin around the outermost points
constexpr int fewestTicks = 3;
constexpr int mostTicks = 8;

QList<double> multiplesOfPowers(double from, double to, const std::vector<double>& factors)
{
    QList<double> ticks;
    for (double power = std::pow(10.0, std::floor(std::log10(from))); power <= to; power *= 10) {
        for (const double factor : factors) {
            const double tick = factor * power;
            if (tick >= from * (1 - 1e-9) && tick <= to * (1 + 1e-9)) {
                ticks << tick;
            }
        }
    }
    return ticks;
}

}

LogRange LogRange::around(double least, double most)
{
    if (!std::isfinite(least) || !std::isfinite(most) || least <= 0 || most < least) {
        return {};
    }
    const double widen = std::max(room, std::sqrt(2 * least / most));
    return {least / widen, most * widen};
}

QList<double> LogRange::ticks(double unit) const
{
    const double low = from / unit;
    const double high = to / unit;
    QList<double> best;
    const std::array<std::vector<double>, 4> finer {
        {{1}, {1, 2, 5}, {1, 1.5, 2, 3, 4, 5, 6, 8}, {1, 1.2, 1.4, 1.6, 1.8, 2, 2.5, 3, 3.5, 4, 4.5, 5, 6, 7, 8, 9}}};
    for (const auto& factors : finer) {
        const QList<double> some = multiplesOfPowers(low, high, factors);
        if (some.size() > mostTicks && best.size() >= 2) {
            break;
        }
        best = some;
        if (best.size() > fewestTicks) {
            break;
        }
    }
    while (best.size() > mostTicks) { // keeps every second tick if there are many powers of ten
        QList<double> half;
        for (qsizetype i = 0; i < best.size(); i += 2) {
            half << best[i];
        }
        best = half;
    }
    return best;
}

double LogRange::share(double value) const
{
    return std::log(value / from) / std::log(to / from);
}

QPointF AgreementLayout::at(double measured, double predicted) const
{
    return {plot.left() + plot.width() * range.share(measured), plot.bottom() - plot.height() * range.share(predicted)};
}

QPolygonF AgreementLayout::band(double error) const
{
    const double low = range.from / 2;
    const double high = range.to * 2;
    return {at(low, low * (1 - error)), at(high, high * (1 - error)), at(high, high * (1 + error)),
            at(low, low * (1 + error))};
}

int AgreementLayout::hit(const std::vector<QPointF>& positions, const QPointF& at, qreal reach)
{
    int nearest = -1;
    qreal least = reach * reach;
    for (std::size_t i = 0; i < positions.size(); ++i) {
        const QPointF away = positions[i] - at;
        const qreal distance = QPointF::dotProduct(away, away);
        if (distance <= least) {
            least = distance;
            nearest = static_cast<int>(i);
        }
    }
    return nearest;
}

}
