// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "core/measuring/narrowing.h"

#include "core/cost/conformal.h"
#include "core/cost/layerfit.h"
#include "core/cost/prior/analyticcost.h"
#include "core/cost/transferredcost.h"

#include <algorithm>
#include <cmath>
#include <compare>
#include <map>

namespace stagecraft {

namespace {

using Line = std::map<std::int64_t, const Measurement*>; // keyed by micro-batch

// Counts the chain layers of each line, for any of the request's sequences and run options.
std::map<std::string, int> layersOfLines(const ProfileRequest& request, const std::vector<MeasuringStep>& steps)
{
    std::map<std::string, int> layers;
    std::vector<std::pair<std::int64_t, LayerRunOptions>> done;
    for (const MeasuringStep& step : steps) {
        const LayerRunOptions run_options {step.point.sharding, step.point.recompute};
        const std::pair place(step.point.sequence, run_options);
        if (std::find(done.begin(), done.end(), place) != done.end()) {
            continue;
        }
        done.push_back(place);
        Workload workload = request.workload;
        workload.sequence = step.point.sequence;
        std::map<std::string, int> here;
        if (const auto chain = chainPoints(request.model, workload, 0, run_options)) {
            for (const ProfilePoint& point : *chain) {
                ++here[lineKey(point)];
            }
        }
        for (const auto& [line, count] : here) {
            layers[line] = std::max(layers[line], count);
        }
    }
    return layers;
}

// Returns the relative half-width of the bounds at a point, bytes and times added.
double widthAt(const ProfilePoint& point, const Line& line)
{
    std::vector<const Measurement*> measured;
    for (const auto& [micro_batch, measurement] : line) {
        measured.push_back(measurement);
    }
    const LayerFit fit(measured);
    const Extent scale = extentOf(point);
    if (!fit.covers(scale)) {
        return transferredScaleWidth;
    }
    LayerCost cost = fit(scale);
    widen(cost, {}, fit.octavesBeyond(scale));
    const Seconds time = cost.forward.median + cost.backward.median;
    const Seconds spread = cost.forward.spread + cost.backward.spread;
    return cost.memory_width + (time > Seconds(0) ? spread / time : 0);
}

// Reduction of bounds per second of measuring time; the target's plans have priority over all else.
struct Gain {
    double of_plans = 0;
    double of_layers = 0;

    friend auto operator<=>(const Gain&, const Gain&) = default;
};

const PlanShare* shareOf(const std::optional<PlanDecision>& decision, const std::string& line)
{
    if (!decision) {
        return nullptr;
    }
    const auto found = decision->lines.find(line);
    return found == decision->lines.end() ? nullptr : &found->second;
}

// Estimated time of a step of the point's layer; only comparisons with other points matter.
Seconds expectedTime(const ProfilePoint& point, DeviceKind kind)
{
    DeviceType device;
    device.kind = kind;
    const auto cost = analyticCost(point, device);
    return cost ? cost->forward.median + cost->backward.median + cost->optimizer.median : Seconds(1);
}

}

std::vector<MeasuringStep> byNarrowing(std::vector<MeasuringStep> steps, const ProfileRequest& request,
                                       const std::vector<Measurement>& known,
                                       const std::optional<PlanDecision>& decision)
{
    std::map<std::string, Line> lines;
    for (const Measurement& m : known) {
        if (m.status == MeasurementStatus::Done && !m.point.isCheck()) {
            lines[lineKey(m.point)][m.point.micro_batch] = &m;
        }
    }
    const auto layers = layersOfLines(request, steps);
    std::map<std::string, Gain> least; // least gain of a line's points so far, which keeps them in order
    std::vector<std::pair<Gain, MeasuringStep>> ordered;
    for (MeasuringStep& step : steps) {
        Gain gain;
        if (!step.point.isCheck()) {
            const std::string key = lineKey(step.point);
            const auto line = lines.find(key);
            const auto stands = layers.find(key);
            const double count = stands == layers.end() ? 1 : stands->second;
            const double time = expectedTime(step.point, request.device.kind).value;
            const PlanShare* share = shareOf(decision, key);
            gain = {!decision || share != nullptr ? INFINITY : 0, INFINITY};
            if (line != lines.end()) {
                const bool measured = share != nullptr && share->measured;
                gain.of_plans = share != nullptr ? share->width / time : 0;
                gain.of_layers = measured ? 0 : widthAt(step.point, line->second) * count / time;
                step.narrows = share != nullptr && share->width > 0 ? share->where : Message();
            }
            Gain& bound = least.emplace(key, gain).first->second;
            gain = bound = std::min(gain, bound);
        }
        ordered.emplace_back(gain, std::move(step));
    }
    std::stable_sort(ordered.begin(), ordered.end(), [](const auto& a, const auto& b) { return b.first < a.first; });
    std::vector<MeasuringStep> result;
    for (auto& [gain, step] : ordered) {
        result.push_back(std::move(step));
    }
    return result;
}

}
