// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "core/cost/layerfit.h"

#include "core/cost/devicesimilarity.h"
#include "core/cost/prior/analyticcost.h"
#include "core/cost/timefit.h"
#include "core/cost/tracefit.h"
#include "core/cost/traceorder.h"
#include "core/cost/tracereading.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <utility>

namespace stagecraft {

Extent extentOf(const ProfilePoint& point)
{
    return {point.micro_batch, std::max<std::int64_t>(1, point.sequence), point.sharding.tensor};
}

namespace {

using Part = Bytes LayerMemory::*;

// Parts that are a single tensor or a sum of tensors.
constexpr std::array sums {&LayerMemory::cached, &LayerMemory::context,        &LayerMemory::input,
                           &LayerMemory::output, &LayerMemory::input_gradient, &LayerMemory::optimizer_peak};
constexpr std::array input_releases {&InputRelease::first, &InputRelease::later, &InputRelease::owned_first,
                                     &InputRelease::owned_later};

// Allowed difference between replay and measured peak in bytes: scalars that stand for later layers are in the trace
// too.
constexpr std::int64_t scalars = 1024;

// Allocation granularity of the caching allocator on CUDA, in bytes.
std::int64_t roundingOf(DeviceKind kind)
{
    return kind == DeviceKind::Cuda ? 512 : 0;
}

// Returns how far a peak may exceed the replay of its trace. The CUDA allocator leaves up to 1 MiB unsplit at the end
// of a large block (should_split() in c10/cuda/CUDACachingAllocator.cpp); which blocks it finds is arbitrary at a
// single size.
std::int64_t aboveReplay(const AllocationTrace& trace, Bytes peak, DeviceKind kind)
{
    constexpr std::int64_t large = 1 << 20;
    const auto blocks =
        std::count_if(trace.events.begin(), trace.events.end(), [](std::int64_t e) { return e > large; });
    return scalars + peak.value / 1000 + (kind == DeviceKind::Cuda ? blocks * large : 0);
}

// Returns how far a peak may be below the replay of its trace: backward passes release the unsplit ends of large
// blocks.
std::int64_t belowReplay(const TraceRule& rule, const LayerMemory& memory, const AllocationTrace& trace,
                         DeviceKind kind)
{
    const Bytes held = memory.saved - readTrace(Reading::ForwardLeft, trace, memory.output);
    const bool gives_back =
        kind == DeviceKind::Cuda && rule.reading != Reading::ForwardLeft && rule.reading != Reading::ForwardPeak;
    return scalars + (memory.*rule.part).value / 1000 + (gives_back ? std::max(held, Bytes(0)).value : 0);
}

// Allocations behind a peak as functions of scale, and the largest difference in bytes between measurement and replay.
struct FittedReplay {
    TraceFit trace;
    Bytes off;
};

// Empty if the replay does not match the measurements.
std::optional<FittedReplay> replayable(const TraceRule& rule, const std::vector<Extent>& at,
                                       const std::vector<const Measurement*>& measured, std::int64_t slack)
{
    std::vector<const AllocationTrace*> traces;
    std::vector<Bytes> replays;
    Bytes off;
    for (const Measurement* m : measured) {
        // Gradients of several outputs are indistinguishable.
        if (rule.reading == Reading::OwnedBackwardPeak && m->memory.outputs.size() > 1) {
            return std::nullopt;
        }
        const AllocationTrace& trace = m->*rule.trace;
        const Bytes peak = m->memory.*rule.part;
        const Bytes replay = readTrace(rule.reading, trace, m->memory.output);
        const std::int64_t above = (peak - replay).value;
        if (trace.events.empty() || above > aboveReplay(trace, peak, m->device.kind)
            || -above > belowReplay(rule, m->memory, trace, m->device.kind)) {
            return std::nullopt;
        }
        traces.push_back(&trace);
        replays.push_back(replay);
        off = std::max(off, Bytes(std::abs(above)));
    }
    auto fit = TraceFit::of(at, traces, slack);
    if (!fit) {
        return std::nullopt;
    }
    for (std::size_t i = 0; i < at.size(); ++i) {
        const Bytes fitted = readTrace(rule.reading, (*fit)(at[i]), measured[i]->memory.output);
        if (std::abs((fitted - replays[i]).value) > scalars + replays[i].value / 1000) {
            return std::nullopt;
        }
    }
    return FittedReplay {*std::move(fit), off};
}

bool coversAlong(const std::vector<Extent>& at, std::int64_t Extent::*axis, std::int64_t asked)
{
    const auto is = [&](const Extent& scale) { return scale.*axis == asked; };
    return std::all_of(at.begin(), at.end(), is)
        || std::any_of(at.begin(), at.end(), [&](const Extent& s) { return s.*axis != at.front().*axis; });
}

bool coversAll(const std::vector<Extent>& at, const Extent& asked)
{
    return coversAlong(at, &Extent::micro_batch, asked.micro_batch)
        && coversAlong(at, &Extent::sequence, asked.sequence) && coversAlong(at, &Extent::tensor, asked.tensor);
}

double distance(const Extent& a, const Extent& b)
{
    const auto along = [](std::int64_t x, std::int64_t y) {
        return std::abs(std::log(static_cast<double>(x) / static_cast<double>(y)));
    };
    // Another tensor-parallel size means another shard, which is a larger change.
    return along(a.micro_batch, b.micro_batch) + along(a.sequence, b.sequence) + 10 * along(a.tensor, b.tensor);
}

double nearest(const std::vector<Extent>& at, const Extent& asked)
{
    double least = INFINITY;
    for (const Extent& extent : at) {
        least = std::min(least, distance(extent, asked));
    }
    return least;
}

// Fitted bytes of a layer from a group of its measurements.
struct Sizes {
    std::vector<Extent> at;
    std::vector<SizeFit> sums; // in the order of `sums`
    std::vector<std::optional<FittedReplay>> replays; // in the order of traceRules
    std::vector<SizeFit> peaks; // fallback without replay, in the same order
    std::vector<SizeFit> inputs; // several inputs: bytes and gradient of each
    std::vector<SizeFit> outputs;
    std::vector<SizeFit> input_releases; // in the order of `input_releases`: first input, then each further one
};

Sizes sizesOf(const std::vector<const Measurement*>& measured)
{
    Sizes sizes;
    for (const Measurement* m : measured) {
        sizes.at.push_back(extentOf(m->point));
    }
    const std::int64_t slack = roundingOf(measured.front()->device.kind);
    const auto fit = [&](const auto& value) {
        std::vector<std::int64_t> bytes;
        for (const Measurement* m : measured) {
            bytes.push_back(value(m->memory).value);
        }
        return SizeFit(sizes.at, bytes, slack);
    };
    for (const Part part : sums) {
        sizes.sums.push_back(fit([&](const LayerMemory& memory) { return memory.*part; }));
    }
    for (const TraceRule& rule : traceRules) {
        sizes.replays.push_back(replayable(rule, sizes.at, measured, slack));
        sizes.peaks.push_back(fit([&](const LayerMemory& memory) { return memory.*rule.part; }));
    }
    const auto tensors = [&](auto list, std::vector<SizeFit>& fits) {
        std::size_t count = SIZE_MAX;
        for (const Measurement* m : measured) {
            count = std::min(count, (m->memory.*list).size());
        }
        for (std::size_t i = 0; i < count; ++i) {
            fits.push_back(fit([&](const LayerMemory& memory) { return (memory.*list)[i].bytes; }));
            fits.push_back(fit([&](const LayerMemory& memory) { return (memory.*list)[i].gradient; }));
        }
    };
    for (const auto input_release : input_releases) {
        sizes.input_releases.push_back(
            fit([&](const LayerMemory& memory) { return memory.input_release.*input_release; }));
    }
    for (std::size_t i = 1; i < measured.front()->memory.inputs.size(); ++i) {
        for (const auto input_release : input_releases) {
            sizes.input_releases.push_back(fit([&](const LayerMemory& memory) {
                return i < memory.inputs.size() ? memory.inputs[i].input_release.*input_release : Bytes(0);
            }));
        }
    }
    tensors(&LayerMemory::inputs, sizes.inputs);
    tensors(&LayerMemory::outputs, sizes.outputs);
    return sizes;
}

// Groups measurements that ran the same operations, with traces that differ only in sizes: a single sample, for
// example, needs no copies of views that several samples need.
std::vector<std::vector<const Measurement*>> identical(const std::vector<const Measurement*>& measured)
{
    std::vector<std::vector<const Measurement*>> groups;
    for (const Measurement* m : measured) {
        const auto group = std::find_if(groups.begin(), groups.end(),
                                        [&](const auto& members) { return sameStructure(*members.front(), *m); });
        if (group == groups.end()) {
            groups.push_back({m});
        } else {
            group->push_back(m);
        }
    }
    return groups;
}

// Converts a measurement to the operations of `order`, which differs only in micro-batch size. Empty if they have too
// little in common.
std::optional<Measurement> inOrderOf(const Measurement& order, const Measurement& measured)
{
    const double ratio = static_cast<double>(measured.point.micro_batch) / static_cast<double>(order.point.micro_batch);
    auto first = inOrderOf(order.trace, measured.trace, ratio);
    auto later = inOrderOf(order.later_trace, measured.later_trace, ratio);
    if (!first || !later) {
        return std::nullopt;
    }
    Measurement result = measured;
    result.trace = *std::move(first);
    result.later_trace = *std::move(later);
    readTraces(result.memory, result.trace, result.later_trace);
    return result;
}

// Returns all measurements that ran the operations of the one with the most samples, or can be converted to them.
std::vector<Measurement> inOneOrder(const std::vector<std::vector<const Measurement*>>& groups)
{
    const auto samples = [](const Measurement* m) { return m->point.micro_batch; };
    const auto most = [&](const std::vector<const Measurement*>& group) {
        return samples(*std::max_element(group.begin(), group.end(), [&](const Measurement* a, const Measurement* b) {
            return samples(a) < samples(b);
        }));
    };
    const auto& model = *std::max_element(groups.begin(), groups.end(),
                                          [&](const auto& a, const auto& b) { return most(a) < most(b); });
    std::vector<Measurement> all;
    for (const auto& group : groups) {
        for (const Measurement* m : group) {
            const auto order = std::find_if(model.begin(), model.end(), [&](const Measurement* other) {
                const Extent a = extentOf(other->point);
                const Extent b = extentOf(m->point);
                return a.sequence == b.sequence && a.tensor == b.tensor;
            });
            if (&group == &model) {
                all.push_back(*m);
            } else if (order != model.end()) {
                if (auto brought = inOrderOf(**order, *m)) {
                    all.push_back(*std::move(brought));
                }
            }
        }
    }
    return all;
}

// Returns the fitted traces; empty unless all peaks are replayed.
SharedTraces tracesAt(const Sizes& sizes, const Extent& scale)
{
    const auto replayOf = [&](AllocationTrace Measurement::*trace) -> const TraceFit* {
        const TraceFit* known = nullptr;
        for (std::size_t i = 0; i < traceRules.size(); ++i) {
            // The output's gradient need not be distinguished here.
            const bool needed = traceRules[i].trace == trace && traceRules[i].reading != Reading::OwnedBackwardPeak;
            if (needed && !sizes.replays[i]) {
                return nullptr;
            }
            known = needed ? &sizes.replays[i]->trace : known;
        }
        return known;
    };
    const TraceFit* first = replayOf(&Measurement::trace);
    const TraceFit* later = replayOf(&Measurement::later_trace);
    return first != nullptr && later != nullptr ? SharedTraces(LayerTraces {(*first)(scale), (*later)(scale)})
                                                : SharedTraces();
}

void setSizes(LayerMemory& memory, const Sizes& sizes, const Extent& scale)
{
    for (std::size_t i = 0; i < sums.size(); ++i) {
        memory.*sums[i] = Bytes(sizes.sums[i](scale));
    }
    for (std::size_t i = 0; i < traceRules.size(); ++i) {
        const auto& replay = sizes.replays[i];
        memory.*traceRules[i].part = replay ? readTrace(traceRules[i].reading, replay->trace(scale), memory.output)
                                            : Bytes(sizes.peaks[i](scale));
    }
    const auto set = [&](std::vector<BoundaryTensor>& tensors, const std::vector<SizeFit>& fits) {
        for (std::size_t i = 0; i < tensors.size() && 2 * i + 1 < fits.size(); ++i) {
            tensors[i].bytes = Bytes(fits[2 * i](scale));
            tensors[i].gradient = Bytes(fits[2 * i + 1](scale));
        }
    };
    for (std::size_t i = 0; i < std::max<std::size_t>(1, memory.inputs.size()); ++i) {
        InputRelease& input_release = i == 0 ? memory.input_release : memory.inputs[i].input_release;
        for (std::size_t r = 0;
             r < input_releases.size() && i * input_releases.size() + r < sizes.input_releases.size(); ++r) {
            input_release.*input_releases[r] = Bytes(sizes.input_releases[i * input_releases.size() + r](scale));
        }
    }
    set(memory.inputs, sizes.inputs);
    set(memory.outputs, sizes.outputs);
}

// Returns the largest half-width of all replayed or fitted parts, relative to the layer's highest peak.
double widthOf(const LayerMemory& memory, const Sizes& sizes, const Extent& scale)
{
    double most = 0;
    for (std::size_t i = 0; i < traceRules.size(); ++i) {
        const auto& replay = sizes.replays[i];
        const double width = replay ? replay->trace.halfWidth(scale) + static_cast<double>(replay->off.value)
                                    : sizes.peaks[i].halfWidth(scale);
        most = std::max(most, width);
    }
    const Bytes peak = std::max({Bytes(1), memory.saved, memory.forward_peak, memory.backward_peak});
    return most / static_cast<double>(peak.value);
}

}

namespace {

constexpr std::array phases {std::pair {&Measurement::forward, &LayerCost::forward},
                             std::pair {&Measurement::backward, &LayerCost::backward},
                             std::pair {&Measurement::optimizer, &LayerCost::optimizer}};

// Returns analytic times at the measured scales and at larger micro-batch sizes; empty if formulas do not apply.
std::array<std::vector<ExpectedTime>, phases.size()> expectedTimes(const std::vector<const Measurement*>& measured)
{
    constexpr std::int64_t larger = 8;
    DeviceType device;
    device.kind = measured.front()->device.kind;
    device = typeOf(measured.front()->device).value_or(device);
    std::array<std::vector<ExpectedTime>, phases.size()> expected;
    for (const Measurement* m : measured) {
        for (const std::int64_t factor : {std::int64_t(1), larger}) {
            ProfilePoint point = m->point;
            point.micro_batch *= factor;
            const auto cost = analyticCost(point, device);
            if (!cost) {
                return {};
            }
            for (std::size_t i = 0; i < phases.size(); ++i) {
                expected[i].push_back({extentOf(point), ((*cost).*phases[i].second).median});
            }
        }
    }
    return expected;
}

}

struct LayerFit::Content {
    std::vector<Extent> at;
    // one per sequence length and tensor-parallel size
    std::map<std::pair<std::int64_t, std::int64_t>, ProfilePoint> points;
    std::vector<LayerCost> costs;
    // One per group of matching measurements; with several groups, the last one has all that inOneOrder() could
    // convert.
    std::vector<Sizes> groups;
    std::vector<Sizes> all; // all measurements together, if there are several groups
    std::vector<TimeFit> times; // forward, backward, optimizer
};

LayerFit::LayerFit(const std::vector<const Measurement*>& measured)
{
    auto content = std::make_shared<Content>();
    for (const Measurement* m : measured) {
        const Extent scale = extentOf(m->point);
        content->at.push_back(scale);
        content->points.emplace(std::pair(scale.sequence, scale.tensor), m->point);
        content->costs.push_back(costOf(*m));
    }
    // The division of requests into segments is arbitrary at a single size, so the worst ratio applies.
    const auto worst =
        std::max_element(content->costs.begin(), content->costs.end(),
                         [](const LayerCost& a, const LayerCost& b) { return a.reserved_ratio < b.reserved_ratio; });
    const double share = worst->reserved_ratio;
    for (LayerCost& cost : content->costs) {
        cost.reserved_ratio = share;
    }
    const auto groups = identical(measured);
    for (const auto& group : groups) {
        content->groups.push_back(sizesOf(group));
    }
    if (groups.size() > 1) {
        const std::vector<Measurement> ordered = inOneOrder(groups);
        std::vector<const Measurement*> pointers;
        for (const Measurement& m : ordered) {
            pointers.push_back(&m);
        }
        content->groups.push_back(sizesOf(pointers));
        content->all.push_back(sizesOf(measured));
    }
    const auto expected = measured.size() > 1 ? expectedTimes(measured) : decltype(expectedTimes(measured)) {};
    for (std::size_t i = 0; i < phases.size(); ++i) {
        std::vector<Timing> times;
        for (const Measurement* m : measured) {
            times.push_back(m->*phases[i].first);
        }
        content->times.emplace_back(content->at, times, expected[i]);
    }
    m_content = std::move(content);
}

bool LayerFit::covers(const Extent& scale) const
{
    return coversAll(m_content->at, scale);
}

double LayerFit::octavesBeyond(const Extent& scale) const
{
    double octaves = 0;
    for (const auto axis : {&Extent::micro_batch, &Extent::sequence, &Extent::tensor}) {
        const auto [least, most] =
            std::minmax_element(m_content->at.begin(), m_content->at.end(),
                                [&](const Extent& a, const Extent& b) { return a.*axis < b.*axis; });
        const auto above = static_cast<double>(scale.*axis) / static_cast<double>((*most).*axis);
        const auto below = static_cast<double>((*least).*axis) / static_cast<double>(scale.*axis);
        octaves += std::log2(std::max({1.0, above, below}));
    }
    return octaves;
}

Extent LayerFit::coveredNear(const Extent& asked) const
{
    Extent near = asked;
    for (const auto axis : {&Extent::micro_batch, &Extent::sequence, &Extent::tensor}) {
        near.*axis = coversAlong(m_content->at, axis, asked.*axis) ? asked.*axis : m_content->at.front().*axis;
    }
    return near;
}

std::optional<ProfilePoint> LayerFit::pointAt(const Extent& scale, const ProfilePoint& asked) const
{
    ProfilePoint point = asked;
    if (const Extent at = extentOf(asked); scale.sequence != at.sequence || scale.tensor != at.tensor) {
        const auto known = m_content->points.find({scale.sequence, scale.tensor});
        if (known == m_content->points.end()) {
            return std::nullopt;
        }
        point = known->second;
    }
    point.micro_batch = scale.micro_batch;
    return point;
}

bool LayerFit::measuredDegree(std::int64_t tensor) const
{
    return std::any_of(m_content->at.begin(), m_content->at.end(),
                       [&](const Extent& scale) { return scale.tensor == tensor; });
}

bool LayerFit::measured(const Extent& scale) const
{
    return std::find(m_content->at.begin(), m_content->at.end(), scale) != m_content->at.end();
}

LayerCost LayerFit::operator()(const Extent& scale) const
{
    const Content& known = *m_content;
    std::size_t closest = 0;
    std::int64_t most_samples = 0;
    for (std::size_t i = 0; i < known.at.size(); ++i) {
        if (known.at[i] == scale) {
            return known.costs[i];
        }
        closest = distance(known.at[i], scale) < distance(known.at[closest], scale) ? i : closest;
        most_samples = std::max(most_samples, known.at[i].micro_batch * known.at[i].sequence);
    }
    LayerCost cost = known.costs[closest];
    cost.basis = Basis::Scaled;
    // The nearest group that covers all axes along which `scale` differs.
    const Sizes* sizes = nullptr;
    for (const Sizes& group : known.groups) {
        if (coversAll(group.at, scale) && (sizes == nullptr || nearest(group.at, scale) < nearest(sizes->at, scale))) {
            sizes = &group;
        }
    }
    const Sizes& chosen = sizes != nullptr ? *sizes : known.all.front();
    setSizes(cost.memory, chosen, scale);
    cost.traces = tracesAt(chosen, scale);
    cost.memory_width = widthOf(cost.memory, chosen, scale);
    cost.forward = known.times[0](scale);
    cost.backward = known.times[1](scale);
    cost.optimizer = known.times[2](scale);
    const auto beyond = [&](std::int64_t Extent::*axis) {
        const auto [low, high] = std::minmax_element(
            known.at.begin(), known.at.end(), [&](const Extent& a, const Extent& b) { return a.*axis < b.*axis; });
        return scale.*axis < (*low).*axis || scale.*axis > (*high).*axis;
    };
    cost.extrapolated = beyond(&Extent::micro_batch) || beyond(&Extent::sequence) || beyond(&Extent::tensor)
        || scale.micro_batch * scale.sequence > most_samples;
    return cost;
}

}
