// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "core/measuring/plan.h"

#include "core/cost/tracefit.h"
#include "core/measuring/narrowing.h"
#include "core/model/flops.h"
#include "core/words/worker.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <map>
#include <set>
#include <string>

namespace stagecraft {

namespace {

Message wordsOf(StepReason reason)
{
    switch (reason) {
    case StepReason::First:
        return words::worker::first;
    case StepReason::Growth:
        return words::worker::growth;
    case StepReason::Line:
        return words::worker::line;
    case StepReason::Structure:
        return words::worker::structure;
    case StepReason::Shard:
        return words::worker::shard;
    case StepReason::Recompute:
        return words::worker::recompute;
    case StepReason::Pair:
        return words::worker::neighbors;
    case StepReason::InFlight:
        return words::worker::all_in_flight;
    case StepReason::MoreMemory:
        return words::worker::more_memory;
    }
    return {};
}

// Forward work of a point. Embeddings have none, so the number of tokens is added.
double workOf(const ProfilePoint& point)
{
    const auto flops = [&](const LayerSpec& spec, const Boundary& inputs) {
        const auto* program = std::get_if<Program>(&spec);
        if (program == nullptr) {
            return 0.0;
        }
        const auto shard = shardOf(*program, point.sharding);
        return shard ? forwardFlops(*shard, inputs).value : 0.0;
    };
    double work = flops(point.spec, inputShapes(point));
    if (point.following) {
        const auto second = secondOf(point);
        work += second ? flops(second->spec, inputShapes(*second)) : 0.0;
    }
    return point.in_flight * (work + static_cast<double>(point.micro_batch * point.sequence));
}

// Collects steps without duplicates.
class StepList {
public:
    void add(ProfilePoint point, StepReason reason)
    {
        if (m_seen.insert(pointKey(point)).second) {
            const double work = workOf(point);
            m_steps.emplace_back(work, MeasuringStep {std::move(point), reason});
        }
    }

    std::vector<MeasuringStep> take()
    {
        std::stable_sort(m_steps.begin(), m_steps.end(),
                         [](const auto& a, const auto& b) { return a.first < b.first; });
        std::vector<MeasuringStep> sorted;
        for (auto& [work, step] : m_steps) {
            sorted.push_back(std::move(step));
        }
        return sorted;
    }

private:
    std::set<std::string> m_seen;
    std::vector<std::pair<double, MeasuringStep>> m_steps; // with their work
};

Workload at(const ProfileRequest& request, std::int64_t sequence)
{
    Workload workload = request.workload;
    workload.sequence = sequence;
    return workload;
}

void addLines(StepList& list, const ProfileRequest& request, std::int64_t sequence,
              const std::vector<std::int64_t>& micro_batches, const LayerRunOptions& run_options)
{
    const auto of_a_sample = chainPoints(request.model, at(request, sequence), 1, run_options);
    if (!of_a_sample) {
        return;
    }
    for (std::size_t i = 0; i < micro_batches.size(); ++i) {
        const StepReason reason = !run_options.sharding.whole() ? StepReason::Shard
            : run_options.recompute                             ? StepReason::Recompute
            : i == 0                                            ? StepReason::First
            : i == 1                                            ? StepReason::Growth
                                                                : StepReason::Line;
        for (ProfilePoint point : *of_a_sample) {
            point.micro_batch = micro_batches[i];
            list.add(std::move(point), reason);
        }
    }
}

void addChecks(StepList& list, const ProfileRequest& request, std::int64_t sequence, std::int64_t micro_batch)
{
    const auto points = chainPoints(request.model, at(request, sequence), micro_batch);
    if (!points) {
        return;
    }
    for (std::size_t i = 0; i < points->size(); ++i) {
        ProfilePoint twice = (*points)[i];
        twice.in_flight = 2;
        list.add(std::move(twice), StepReason::InFlight);
        if (i + 1 < points->size()) {
            ProfilePoint pair = (*points)[i];
            pair.following = (*points)[i + 1].spec;
            list.add(std::move(pair), StepReason::Pair);
        }
    }
}

using Line = std::map<std::int64_t, const Measurement*>; // successes, keyed by micro-batch

bool near(double value, double expected, double tolerance, double noise = 0)
{
    return std::abs(value - expected) <= tolerance * std::abs(value) + noise;
}

// True if the last measured micro-batch lies on the line through the two before it.
bool settled(const Line& line, double tolerance)
{
    if (tolerance <= 0 || line.size() < 3) {
        return false;
    }
    const auto last = std::prev(line.end());
    const auto second = std::prev(last);
    const auto first = std::prev(second);
    const double weight =
        static_cast<double>(last->first - first->first) / static_cast<double>(second->first - first->first);
    const auto onLine = [&](double a, double b) { return a + (b - a) * weight; };
    const auto bytes = [&](Bytes LayerMemory::*part) {
        const auto of = [&](const auto& entry) { return static_cast<double>((entry->second->memory.*part).value); };
        return near(of(last), onLine(of(first), of(second)), tolerance);
    };
    const auto time = [&](Timing Measurement::*part) {
        const auto of = [&](const auto& entry) { return (entry->second->*part).median.value; };
        return near(of(last), onLine(of(first), of(second)), tolerance, (last->second->*part).spread.value);
    };
    return bytes(&LayerMemory::saved) && bytes(&LayerMemory::forward_peak) && bytes(&LayerMemory::backward_peak)
        && time(&Measurement::forward) && time(&Measurement::backward);
}

// True if the last two measured micro-batches run the same operations.
bool keepsStructure(const Line& line)
{
    if (line.size() < 2) {
        return false;
    }
    const auto last = std::prev(line.end());
    return sameStructure(*std::prev(last)->second, *last->second);
}

using LeastMicroBatches = std::map<std::string, std::int64_t>; // keyed by line

// Known measurements, grouped by line.
struct Known {
    std::set<std::string> done; // keys of points
    LeastMicroBatches full; // smallest that ran out of memory
    LeastMicroBatches outgrown; // smallest that ran out of less memory than is free now
    std::map<std::string, Line> lines;
};

// True if the point's micro-batch is at or above its line's entry.
bool reaches(const ProfilePoint& point, const std::string& line, const LeastMicroBatches& least)
{
    const auto found = least.find(line);
    return found != least.end() && point.micro_batch >= found->second;
}

Known sorted(const std::vector<Measurement>& known, Bytes free_memory)
{
    Known result;
    for (const Measurement& measurement : known) {
        const std::string line = lineKey(measurement.point);
        const std::int64_t micro_batch = measurement.point.micro_batch;
        if (measurement.status == MeasurementStatus::Done) {
            result.done.insert(pointKey(measurement.point));
            result.lines[line][micro_batch] = &measurement;
        } else if (measurement.status == MeasurementStatus::OutOfMemory) {
            LeastMicroBatches& least = hasOutgrown(free_memory, measurement) ? result.outgrown : result.full;
            const auto [at, first] = least.emplace(line, micro_batch);
            at->second = std::min(at->second, micro_batch);
        }
    }
    return result;
}

}

namespace {

// Adds a larger micro-batch that fits to each completed line on a dry device whose largest two differ in more than
// sizes, because a single sample needs fewer copies and kernels.
void addLarger(std::vector<MeasuringStep>& steps, const ProfileRequest& request, const Known& known)
{
    constexpr std::int64_t mostTimes = 4; // factor over the largest requested
    if (!request.device.dry || request.micro_batches.size() < 2) {
        return;
    }
    const std::int64_t asked = *std::max_element(request.micro_batches.begin(), request.micro_batches.end());
    std::set<std::string> left;
    for (const MeasuringStep& step : steps) {
        left.insert(lineKey(step.point));
    }
    for (const ProfilePoint& point : pointsOf(request)) {
        const std::string key = lineKey(point);
        const auto line = known.lines.find(key);
        if (point.isCheck() || line == known.lines.end() || line->second.size() < 2 || !left.insert(key).second
            || keepsStructure(line->second)) {
            continue;
        }
        const auto& [micro_batch, largest] = *std::prev(line->second.end());
        const bool all_fit =
            largest->reserved_peak * 2 <= request.device.dry->memory.value - request.device.dry->context.value;
        ProfilePoint larger = point;
        larger.micro_batch = micro_batch * 2;
        if (larger.micro_batch <= asked * mostTimes && all_fit && !reaches(larger, key, known.full)) {
            steps.push_back({std::move(larger), StepReason::Structure});
        }
    }
}

}

std::vector<MeasuringStep> stepsOf(const ProfileRequest& request)
{
    StepList list;
    if (request.micro_batches.empty() || request.sequences.empty()) {
        return {};
    }
    std::vector<std::int64_t> micro_batches = request.micro_batches;
    std::sort(micro_batches.begin(), micro_batches.end());
    std::vector<Sharding> shardings {Sharding {}};
    shardings.insert(shardings.end(), request.shardings.begin(), request.shardings.end());
    for (const std::int64_t sequence : request.sequences) {
        for (const Sharding& sharding : shardings) {
            addLines(list, request, sequence, micro_batches, {sharding, false});
            if (request.recompute) {
                addLines(list, request, sequence, micro_batches, {sharding, true});
            }
        }
    }
    if (request.checks) {
        addChecks(list, request, *std::min_element(request.sequences.begin(), request.sequences.end()),
                  micro_batches.front());
    }
    return list.take();
}

Message reasonOf(const MeasuringStep& step)
{
    Message reason = wordsOf(step.reason);
    return step.narrows.empty() ? reason : say(words::worker::narrows, std::move(reason), step.narrows);
}

std::vector<ProfilePoint> pointsOf(const ProfileRequest& request)
{
    std::vector<ProfilePoint> points;
    for (MeasuringStep& step : stepsOf(request)) {
        points.push_back(std::move(step.point));
    }
    return points;
}

bool hasOutgrown(Bytes free_memory, const Measurement& measurement)
{
    constexpr double clearly = 1.1; // free memory fluctuates a little
    const Bytes before = measurement.free_memory > Bytes(0) ? measurement.free_memory : measurement.device.memory;
    return measurement.status == MeasurementStatus::OutOfMemory && before > Bytes(0) && free_memory / before > clearly;
}

std::vector<MeasuringStep> remainingSteps(const ProfileRequest& request, const std::vector<Measurement>& known,
                                          Bytes free_memory)
{
    const Known what = sorted(known, free_memory);
    std::vector<MeasuringStep> steps = stepsOf(request);
    std::erase_if(steps, [&](const MeasuringStep& step) {
        if (what.done.contains(pointKey(step.point))) {
            return true;
        }
        const std::string key = lineKey(step.point);
        if (reaches(step.point, key, what.full)) {
            return true;
        }
        const auto line = what.lines.find(key);
        return line != what.lines.end() && step.point.micro_batch > std::prev(line->second.end())->first
            && (settled(line->second, request.tolerance)
                || (request.until_same_structure && keepsStructure(line->second)));
    });
    addLarger(steps, request, what);
    for (MeasuringStep& step : steps) {
        step.reason = reaches(step.point, lineKey(step.point), what.outgrown) ? StepReason::MoreMemory : step.reason;
    }
    const auto decision = planDecision(request, known);
    if (decision && decision->decided && request.tolerance > 0) {
        std::erase_if(steps, [&](const MeasuringStep& step) {
            return !step.point.isCheck() && decision->lines.contains(lineKey(step.point));
        });
    }
    return byNarrowing(std::move(steps), request, known, decision);
}

std::vector<Measurement> successesOf(std::vector<Measurement> known)
{
    std::erase_if(known, [](const Measurement& m) { return m.status != MeasurementStatus::Done; });
    return known;
}

}
