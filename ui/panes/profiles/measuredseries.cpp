// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panes/profiles/measuredseries.h"

#include <QCoreApplication>

#include <algorithm>
#include <cmath>
#include <set>

namespace stagecraft {

namespace {

QString translated(const char* text)
{
    return QCoreApplication::translate("MeasuredSeries", text);
}

// A value with its bounds.
struct Fitted {
    double value = 0;
    double half_width = 0;
};

// A value of a measurement and of a fitted cost.
struct Curve {
    QString name;
    PlotPoint (*measured)(const Measurement&);
    Fitted (*fitted)(const LayerCost&);
};

PlotPoint pointOf(const Measurement& m, const Timing& timing)
{
    return {static_cast<double>(m.point.micro_batch), timing.median.value, timing.spread.value};
}

PlotPoint pointOf(const Measurement& m, Bytes bytes)
{
    return {static_cast<double>(m.point.micro_batch), static_cast<double>(bytes.value), 0};
}

Fitted boundsOf(const Timing& timing)
{
    return {timing.median.value, timing.spread.value};
}

Fitted boundsOf(const LayerCost& cost, Bytes bytes)
{
    const auto value = static_cast<double>(bytes.value);
    return {value, value * cost.memory_width};
}

std::vector<Curve> curvesOf(PlottedQuantity quantity)
{
    if (quantity == PlottedQuantity::Time) {
        return {{translated(QT_TRANSLATE_NOOP("MeasuredSeries", "Forward")),
                 [](const Measurement& m) { return pointOf(m, m.forward); },
                 [](const LayerCost& cost) { return boundsOf(cost.forward); }},
                {translated(QT_TRANSLATE_NOOP("MeasuredSeries", "Backward")),
                 [](const Measurement& m) { return pointOf(m, m.backward); },
                 [](const LayerCost& cost) { return boundsOf(cost.backward); }}};
    }
    return {{translated(QT_TRANSLATE_NOOP("MeasuredSeries", "Saved")),
             [](const Measurement& m) { return pointOf(m, m.memory.saved); },
             [](const LayerCost& cost) { return boundsOf(cost, cost.memory.saved); }},
            {translated(QT_TRANSLATE_NOOP("MeasuredSeries", "Forward peak")),
             [](const Measurement& m) { return pointOf(m, m.memory.forward_peak); },
             [](const LayerCost& cost) { return boundsOf(cost, cost.memory.forward_peak); }},
            {translated(QT_TRANSLATE_NOOP("MeasuredSeries", "Backward peak")),
             [](const Measurement& m) { return pointOf(m, m.memory.backward_peak); },
             [](const LayerCost& cost) { return boundsOf(cost, cost.memory.backward_peak); }}};
}

// About 64 micro-batch sizes from 1 to beyond the last measured one, and the measured ones.
std::vector<PlotPoint> lineOf(const CostModel& fit, int layer, DeviceKind kind, const Curve& curve,
                              const std::vector<PlotPoint>& measured)
{
    const double end = std::ceil(measured.back().x * 1.25);
    const double step = std::max(1.0, std::floor(end / 64));
    std::set<double> places;
    for (double x = 1; x <= end; x += step) {
        places.insert(x);
    }
    for (const PlotPoint& point : measured) {
        places.insert(point.x);
    }
    std::vector<PlotPoint> line;
    for (const double x : places) {
        if (const auto cost = fit.layer(layer, static_cast<std::int64_t>(x), kind)) {
            const Fitted fitted = curve.fitted(*cost);
            line.push_back({x, fitted.value, fitted.half_width});
        }
    }
    return line;
}

void addSeries(std::vector<PlotSeries>& all, const SignatureCoverage& layer,
               const std::map<std::int64_t, CostModel>& fits, DeviceKind kind, std::int64_t sequence,
               PlottedQuantity quantity, bool other)
{
    int style = 0;
    for (const Curve& curve : curvesOf(quantity)) {
        PlotSeries series {curve.name, style++, other, {}, {}, 0, 0};
        for (const Measurement& m : layer.points) {
            if (m.point.sequence == sequence && m.status == MeasurementStatus::Done) {
                series.points.push_back(curve.measured(m));
            }
        }
        if (series.points.empty()) {
            continue;
        }
        series.measured_from = series.points.front().x;
        series.measured_to = series.points.back().x;
        if (const auto fit = fits.find(sequence); fit != fits.end() && series.points.size() > 1) {
            series.line = lineOf(fit->second, layer.layers.front(), kind, curve, series.points);
        }
        all.push_back(std::move(series));
    }
}

}

std::vector<PlotSeries> seriesOf(const ProfileData& data, int row, std::int64_t sequence, PlottedQuantity quantity)
{
    std::vector<PlotSeries> all;
    const auto at = static_cast<std::size_t>(row);
    const auto kindOf = [&](int device) { return data.devices[static_cast<std::size_t>(device)].kind; };
    if (data.device >= 0) {
        addSeries(all, data.coverage->rows[at], data.fits, kindOf(data.device), sequence, quantity, false);
    }
    if (data.other >= 0) {
        addSeries(all, data.other_coverage->rows[at], data.other_fits, kindOf(data.other), sequence, quantity, true);
    }
    return all;
}

}
