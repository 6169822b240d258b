// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/measuredseries.h"

#include <QCoreApplication>

#include <algorithm>
#include <cmath>

namespace stagecraft {

namespace {

QString translated(const char* text)
{
    return QCoreApplication::translate("MeasuredSeries", text);
}

// A value of a measurement and of a fitted cost.
struct Curve {
    QString name;
    PlotPoint (*measured)(const Measurement&);
    double (*fitted)(const LayerCost&);
};

PlotPoint pointOf(const Measurement& m, const Timing& timing)
{
    return {static_cast<double>(m.point.micro_batch), timing.median.value, timing.spread.value};
}

PlotPoint pointOf(const Measurement& m, Bytes bytes)
{
    return {static_cast<double>(m.point.micro_batch), static_cast<double>(bytes.value), 0};
}

std::vector<Curve> curvesOf(PlottedQuantity quantity)
{
    if (quantity == PlottedQuantity::Time) {
        return {{translated(QT_TRANSLATE_NOOP("MeasuredSeries", "Forward")),
                 [](const Measurement& m) { return pointOf(m, m.forward); },
                 [](const LayerCost& cost) { return cost.forward.median.value; }},
                {translated(QT_TRANSLATE_NOOP("MeasuredSeries", "Backward")),
                 [](const Measurement& m) { return pointOf(m, m.backward); },
                 [](const LayerCost& cost) { return cost.backward.median.value; }}};
    }
    return {{translated(QT_TRANSLATE_NOOP("MeasuredSeries", "Saved")),
             [](const Measurement& m) { return pointOf(m, m.memory.saved); },
             [](const LayerCost& cost) { return static_cast<double>(cost.memory.saved.value); }},
            {translated(QT_TRANSLATE_NOOP("MeasuredSeries", "Forward peak")),
             [](const Measurement& m) { return pointOf(m, m.memory.forward_peak); },
             [](const LayerCost& cost) { return static_cast<double>(cost.memory.forward_peak.value); }},
            {translated(QT_TRANSLATE_NOOP("MeasuredSeries", "Backward peak")),
             [](const Measurement& m) { return pointOf(m, m.memory.backward_peak); },
             [](const LayerCost& cost) { return static_cast<double>(cost.memory.backward_peak.value); }}};
}

// At whole micro-batches from 1 to beyond the last measured one, at most 64 of them.
std::vector<PlotPoint> lineOf(const CostModel& fit, int layer, DeviceKind kind, const Curve& curve, double most)
{
    std::vector<PlotPoint> line;
    const double end = std::ceil(most * 1.25);
    const double step = std::max(1.0, std::floor(end / 64));
    for (double x = 1; x <= end; x += step) {
        if (const auto cost = fit.layer(layer, static_cast<std::int64_t>(x), kind)) {
            line.push_back({x, curve.fitted(*cost), 0});
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
            series.line = lineOf(fit->second, layer.layers.front(), kind, curve, series.measured_to);
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
