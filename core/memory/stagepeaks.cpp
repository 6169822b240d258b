// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "core/memory/stagepeaks.h"

#include "core/memory/crossings.h"
#include "core/memory/ledger.h"
#include "core/memory/state.h"

#include <algorithm>
#include <bit>
#include <limits>

namespace stagecraft {

namespace {

constexpr std::int64_t lowest = std::numeric_limits<std::int64_t>::min() / 4; // maximum of an empty range

}

bool hasClosedForm(ScheduleKind schedule)
{
    const ScheduleRules& rules = rulesOf(schedule);
    return rules.flushes && !rules.splits_backward && rules.pipelines == 1 && rules.stages_per_rank == 1;
}

std::string closedFormNames()
{
    std::string names;
    for (const auto& [kind, name] : enumNames<ScheduleKind>) {
        if (hasClosedForm(kind)) {
            names += (names.empty() ? "" : ", ") + std::string(name);
        }
    }
    return names;
}

RangeMaximum::RangeMaximum(std::vector<std::int64_t> values)
{
    const std::size_t count = values.size();
    m_levels.push_back(std::move(values));
    for (std::size_t width = 2; width <= count; width *= 2) {
        const auto& below = m_levels.back();
        std::vector<std::int64_t> level(count - width + 1);
        for (std::size_t i = 0; i < level.size(); ++i) {
            level[i] = std::max(below[i], below[i + width / 2]);
        }
        m_levels.push_back(std::move(level));
    }
}

std::int64_t RangeMaximum::operator()(int first, int last) const
{
    if (first >= last) {
        return lowest;
    }
    const auto width = static_cast<unsigned>(last - first);
    const auto level = static_cast<std::size_t>(std::bit_width(width)) - 1;
    const auto& values = m_levels[level];
    return std::max(values[static_cast<std::size_t>(first)],
                    values[static_cast<std::size_t>(last) - (std::size_t(1) << level)]);
}

StagePeaks::StagePeaks(const ChainCosts& costs, const Replication& replication)
    : m_costs(costs)
    , m_replication(replication)
    , m_plain(isPlain(costs))
    , m_optimizer_bytes(
          replication.offload == StateOffload::None
              ? optimizerStateBytes(costs.optimizer, statePrecision(replication, costs.precision), Bytes(1)).value
              : 0)
{
    const auto count = static_cast<std::size_t>(costs.size());
    const auto sums = [count](auto value) {
        std::vector<std::int64_t> prefix(count + 1, 0);
        for (std::size_t l = 0; l < count; ++l) {
            prefix[l + 1] = prefix[l] + value(l);
        }
        return prefix;
    };
    const auto maximum = [count](auto value) {
        std::vector<std::int64_t> values(count);
        for (std::size_t l = 0; l < count; ++l) {
            values[l] = value(l);
        }
        return RangeMaximum(std::move(values));
    };
    m_behind.assign(count, 0);
    if (costs.closedForm()) {
        const auto& table = costs.table;
        for (std::size_t l = 0; l + 1 < count; ++l) {
            m_behind[l] = table[l].keeps_output || table[l + 1].keeps_input ? table[l].output.value : 0;
        }
        m_state = sums([&](std::size_t l) { return table[l].state.value; });
        m_kept = sums([&](std::size_t l) { return table[l].saved.value + m_behind[l]; });
        m_workspace = maximum([&](std::size_t l) { return table[l].transient.value; });
        prepareLeast();
        return;
    }
    const auto memory = [&](std::size_t l) -> const LayerMemory& { return costs.layers[l].memory; };
    for (std::size_t l = 0; l + 1 < count; ++l) {
        m_behind[l] = memory(l + 1).keeps_input && !memory(l).keeps_output ? memory(l).output.value : 0;
    }
    for (std::size_t l = 0; l < count; ++l) {
        m_shares.push_back(shareOf(replication, costs.precision, memory(l).parameters, memory(l).gradients,
                                   costs.layers[l].experts, costs.layers[l].others_gradients,
                                   costs.layers[l].divided_low));
        m_shares.back().again = costs.layers[l].rematerialised > Bytes(0) ? m_shares.back().again : Bytes(0);
    }
    settleStage(m_shares, replication, costs.precision, true);
    const auto share = [&](std::size_t l) -> const LayerShare& { return m_shares[l]; };
    m_state = sums([&](std::size_t l) {
        return (share(l).parameters + memory(l).buffers + share(l).buffers + share(l).copies).value;
    });
    m_divided = sums([&](std::size_t l) { return share(l).divided.value; });
    m_experts = sums([&](std::size_t l) { return share(l).experts.value; });
    m_kept = sums([&](std::size_t l) { return memory(l).saved.value + m_behind[l]; });
    m_cached = sums([&](std::size_t l) { return memory(l).cached.value; });
    m_gradients = sums([&](std::size_t l) { return share(l).gradients.value; });
    m_shared = sums([&](std::size_t l) { return costs.layers[l].shared_parameters > Bytes(0) ? 1 : 0; });
    m_context = maximum([&](std::size_t l) { return memory(l).context.value; });
    m_persistent = maximum([&](std::size_t l) { return memory(l).persistent.value; });
    m_forward = maximum([&](std::size_t l) {
        // The unkept input of an inner layer is alive while the layer runs.
        const bool passing = l > 0 && !memory(l - 1).keeps_output && !memory(l).keeps_input;
        return m_kept[l] + m_cached[l] + (passing ? memory(l - 1).output.value : 0) + memory(l).forward_peak.value
            + share(l).gathered.value + ahead(l, count);
    });
    m_leaving = maximum([&](std::size_t l) {
        return m_kept[l] - (l > 0 ? m_behind[l - 1] : 0) + memory(l).input_gradient.value + share(l).leaving.value
            + (l > 0 ? share(l - 1).gathered.value : 0);
    });
    m_leaving_first = maximum([&](std::size_t l) {
        return m_kept[l] - (l > 0 ? m_behind[l - 1] : 0) + memory(l).input_gradient.value + share(l).leaving.value
            + share(l).widened.value + (l > 0 ? share(l - 1).gathered.value : 0) - m_gradients[l + 1];
    });
    // Bytes besides an inner layer's backward pass: its gathered parameters and those of the previous layer, and the
    // gradients of the next layer during their reduction.
    const auto beside = [&](std::size_t l) {
        return (share(l).gathered + share(l).again + (l > 0 ? share(l - 1).gathered : Bytes(0))
                + (l + 1 < count ? share(l + 1).bucket : Bytes(0)))
            .value;
    };
    m_backward = maximum([&](std::size_t l) {
        return m_kept[l + 1] - m_behind[l] + memory(l).backward_peak.value - m_gradients[l + 1] + beside(l);
    });
    const bool whole = replication.makesWholeGradients();
    m_accumulate = maximum([&](std::size_t l) {
        const Bytes peak = whole ? memory(l).backward_peak : memory(l).accumulate_peak;
        return m_kept[l + 1] - m_behind[l] + peak.value + beside(l) + (l + 1 < count ? share(l + 1).reduced.value : 0);
    });
    const bool updates = replication.offload == StateOffload::None && !replication.shards_masters;
    m_workspace = maximum(
        [&](std::size_t l) { return (updates ? memory(l).optimizer_peak : Bytes(0)).value + share(l).update.value; });
    prepareLeast();
}

void StagePeaks::prepareLeast()
{
    const auto count = static_cast<std::size_t>(m_costs.size());
    const bool table = m_costs.closedForm();
    m_before.assign(count, 0);
    m_before.front() = sampleBytes(m_costs, {0, 1}).value;
    for (std::size_t l = 1; l < count; ++l) {
        const bool keeps = table ? m_costs.table[l].keeps_input : m_costs.layers[l].memory.keeps_input;
        const Bytes input = table ? m_costs.table[l - 1].output : m_costs.layers[l - 1].memory.output;
        const Bytes kept = keeps && !inBuffers() ? input : Bytes(0);
        m_before[l] = std::min(kept.value, m_before[l - 1] + m_kept[l] - m_kept[l - 1]);
    }
    if (table) {
        return;
    }
    m_ending.assign(count + 1, 0);
    m_ending_later.assign(count + 1, 0);
    for (std::size_t last = count; last > 0; --last) {
        const LayerMemory& memory = m_costs.layers[last - 1].memory;
        const bool sends = last < count;
        const bool tied = m_costs.layers[last - 1].shared_parameters > Bytes(0);
        const std::int64_t own = (sends && !inBuffers() ? m_costs.layers[last].memory.input_gradient.value : 0)
            + (tied ? 0 : m_shares[last - 1].gathered.value);
        const std::int64_t backward = (sends ? memory.owned_backward_peak : memory.backward_peak).value;
        const std::int64_t accumulate = (sends ? memory.owned_accumulate_peak : memory.accumulate_peak).value;
        m_ending[last] = own + backward;
        m_ending_later[last] = own + (m_replication.makesWholeGradients() ? backward : accumulate);
        if (sends) { // or the stage also contains the next layer
            const std::int64_t more = m_kept[last + 1] - m_behind[last] - m_kept[last] + m_behind[last - 1];
            m_ending[last] = std::min(m_ending[last], more + m_ending[last + 1]);
            m_ending_later[last] = std::min(m_ending_later[last], more + m_ending_later[last + 1]);
        }
    }
}

std::int64_t StagePeaks::ahead(std::size_t layer, std::size_t end) const
{
    if (m_replication.shards_masters) {
        return m_shares[layer].received.value;
    }
    return layer + 1 < end ? m_shares[layer + 1].gathered.value : 0;
}

std::int64_t StagePeaks::between(const std::vector<std::int64_t>& sums, LayerRange range) const
{
    return sums[static_cast<std::size_t>(range.last)] - sums[static_cast<std::size_t>(range.first)];
}

bool StagePeaks::tiedWithin(LayerRange range) const
{
    return between(m_shared, range) > 1;
}

Bytes StagePeaks::peak(LayerRange range, std::int64_t in_flight, std::int64_t micro_batches) const
{
    if (m_costs.closedForm()) {
        return tablePeak(range, in_flight);
    }
    // Rare (a stage with both ends of the chain), and not covered by the closed form.
    if (tiedWithin(range)) {
        return walkedPeak(range, in_flight, micro_batches);
    }
    return peakOf(phases(range), in_flight, micro_batches);
}

Bytes StagePeaks::peakOf(const StagePhases& phases, std::int64_t in_flight, std::int64_t micro_batches)
{
    Bytes peak = phases.held * (in_flight - 1) + std::max(phases.forward, phases.backward);
    if (micro_batches > in_flight) {
        peak = std::max(peak,
                        phases.held * (in_flight - 1) + phases.gradients + std::max(phases.forward, phases.accumulate));
    } else if (in_flight > 1) {
        peak = std::max(peak, phases.held * (in_flight - 2) + phases.gradients + phases.accumulate);
    }
    peak = std::max(peak, phases.gradients + phases.update);
    return phases.state + std::max(Bytes(0), peak);
}

// Like peak(), from the phases of the backward passes and the update only. Input bytes are the minimum of the kept
// input and earlier layers in its place; the last backward pass is the cheapest of the last layer or later ones.
Bytes StagePeaks::least(LayerRange range, std::int64_t in_flight, std::int64_t micro_batches) const
{
    if (m_costs.closedForm()) {
        return Bytes(between(m_state, range) + in_flight * leastKept(range)
                     + std::max<std::int64_t>(0, m_workspace(range.first, range.last)));
    }
    if (tiedWithin(range)) { // the weight shared by both ends counts once
        return range.count() > 1 ? least({range.first, range.last - 1}, in_flight, micro_batches) : Bytes(0);
    }
    return leastOf(leastPhases(range), in_flight, micro_batches);
}

StageLeast StagePeaks::leastPhases(LayerRange range) const
{
    StageLeast phases {stateOf(range)};
    if (!m_plain) {
        return phases;
    }
    const auto first = static_cast<std::size_t>(range.first);
    const auto last = static_cast<std::size_t>(range.last);
    const std::int64_t kept = leastKept(range);
    const auto inner = [&](const RangeMaximum& maximum) {
        return m_before[first] - m_kept[first] + maximum(range.first + 1, range.last - 1);
    };
    phases.context = m_context(range.first, range.last);
    phases.held = kept + phases.context;
    phases.gradients = between(m_gradients, range);
    phases.accumulate = std::max(kept + m_ending_later[last], inner(m_accumulate));
    phases.backward = m_replication.buffered() ? phases.accumulate
                                               : std::max(kept + m_ending[last], m_gradients[last] + inner(m_backward));
    phases.update = m_workspace(range.first, range.last);
    return phases;
}

Bytes StagePeaks::leastOf(const StageLeast& phases, std::int64_t in_flight, std::int64_t micro_batches) const
{
    if (!m_plain) {
        return phases.state;
    }
    const auto& [state, held, context, backward, accumulate, gradients, update] = phases;
    std::int64_t bytes = gradients + update;
    if (micro_batches > in_flight) {
        bytes = std::max(bytes, held * (in_flight - 1) + gradients + context + accumulate);
    } else {
        bytes = std::max(bytes, held * (in_flight - 1) + context + backward);
        if (in_flight > 1) {
            bytes = std::max(bytes, held * (in_flight - 2) + gradients + context + accumulate);
        }
    }
    return state + Bytes(std::max<std::int64_t>(0, bytes));
}

Bytes StagePeaks::leastHeld(LayerRange range, std::int64_t in_flight) const
{
    if (m_costs.closedForm()) { // all operations have the same transient bytes
        return least(range, in_flight, in_flight);
    }
    if (tiedWithin(range)) {
        return range.count() > 1 ? leastHeld({range.first, range.last - 1}, in_flight) : Bytes(0);
    }
    return stateOf(range) + Bytes(m_plain ? std::max<std::int64_t>(0, in_flight * leastKept(range)) : 0);
}

std::int64_t StagePeaks::leastKept(LayerRange range) const
{
    return between(m_kept, range) - m_behind[static_cast<std::size_t>(range.last) - 1]
        + m_before[static_cast<std::size_t>(range.first)];
}

Bytes StagePeaks::stateOf(LayerRange range) const
{
    if (m_costs.closedForm()) {
        return Bytes(between(m_state, range));
    }
    return Bytes(between(m_state, range) + m_persistent(range.first, range.last))
        + learningShare(m_replication, m_costs.precision, Bytes(between(m_divided, range)),
                        Bytes(between(m_experts, range)))
        * m_optimizer_bytes;
}

StagePhases StagePeaks::walkedPhases(LayerRange range) const
{
    const std::lock_guard lock(m_mutex);
    const auto [at, is_new] = m_phases.try_emplace({range.first, range.last});
    if (is_new) {
        at->second = phasesOf(m_costs, range, m_replication);
    }
    return at->second;
}

// GPipe's order reaches this peak.
Bytes StagePeaks::walkedPeak(LayerRange range, std::int64_t in_flight, std::int64_t micro_batches) const
{
    std::vector<Operation> operations;
    for (std::int64_t i = 0; i < in_flight; ++i) {
        operations.push_back({OperationKind::Forward, i});
    }
    if (in_flight < micro_batches) {
        operations.insert(operations.end(), {{OperationKind::Backward, 0}, {OperationKind::Forward, in_flight}});
    }
    for (std::int64_t i = in_flight < micro_batches ? 1 : 0; i < std::min(in_flight + 1, micro_batches); ++i) {
        operations.push_back({OperationKind::Backward, i});
    }
    return walkLedger(m_costs, range, operations, m_replication).peak;
}

Bytes StagePeaks::tablePeak(LayerRange range, std::int64_t in_flight) const
{
    const auto& table = m_costs.table;
    const auto last = static_cast<std::size_t>(range.last) - 1;
    std::int64_t bytes = between(m_state, range) + in_flight * (between(m_kept, range) - m_behind[last])
        + std::max<std::int64_t>(0, m_workspace(range.first, range.last));
    if (range.first > 0) {
        const auto first = static_cast<std::size_t>(range.first);
        bytes += table[first - 1].output.value * ((table[first].keeps_input ? in_flight : 1) + 1);
    }
    if (range.last < m_costs.size()) {
        bytes += table[last].output.value;
    }
    return Bytes(bytes);
}

StagePhases StagePeaks::closedPhases(LayerRange range) const
{
    const auto first = static_cast<std::size_t>(range.first);
    const auto last = static_cast<std::size_t>(range.last) - 1;
    const LayerMemory& begin = m_costs.layers[first].memory;
    const LayerMemory& end = m_costs.layers[last].memory;
    const bool sends = range.last < m_costs.size();
    const std::int64_t received = range.first == 0 ? sampleBytes(m_costs, range).value
        : inBuffers()                              ? 0
                                                   : m_costs.layers[first - 1].memory.output.value;
    const std::int64_t kept_received = range.first == 0 || begin.keeps_input ? received : 0;
    const std::int64_t result = inBuffers() ? resultOf(m_costs, range).value : 0;
    const std::int64_t sent_gradient = range.first > 0 && inBuffers() ? begin.input_gradient.value : 0;
    const std::int64_t behind = m_behind[last]; // boundary that leaves the stage

    // Bytes kept after a finished forward pass, and all gradients.
    const std::int64_t context = m_context(range.first, range.last);
    const std::int64_t held = between(m_kept, range) - behind + kept_received + result + context;
    const std::int64_t gradients = between(m_gradients, range);
    const std::int64_t before = m_kept[first];
    // Peaks of one forward pass, of a step's first backward pass and of later ones, each above the bytes of other
    // micro-batches.
    // No neighbor's parameters are prefetched at the ends of the stage; inner entries include one.
    const auto gathered = [&](std::size_t l) { return m_shares[l].gathered.value; };
    const auto end_of_chain = static_cast<std::size_t>(m_costs.size());
    const std::int64_t beyond = ahead(last, end_of_chain) - ahead(last, last + 1);
    const std::int64_t inner_forward = std::max(m_forward(range.first + 1, range.last - 1),
                                                first < last ? m_forward(range.last - 1, range.last) - beyond : lowest);
    const std::int64_t forward =
        std::max(received + begin.forward_peak.value + gathered(first) + ahead(first, last + 1),
                 kept_received - before - m_cached[first] + inner_forward);
    const auto inner = [&](const RangeMaximum& maximum) {
        const std::int64_t at_first =
            first < last ? maximum(range.first, range.first + 1) - (first > 0 ? gathered(first - 1) : 0) : lowest;
        return kept_received + result - before + std::max(at_first, maximum(range.first + 1, range.last - 1));
    };
    const std::int64_t own = kept_received + result + m_kept[last + 1] - behind
        - before // at the backward pass of the last layer
        + (sends && !inBuffers() ? m_costs.layers[last + 1].memory.input_gradient.value : 0) + gathered(last)
        + (first < last && (sends || !m_replication.shards_masters) ? gathered(last - 1) : 0);
    const Bytes last_backward = sends ? end.owned_backward_peak : end.backward_peak;
    const Bytes last_accumulate = sends ? end.owned_accumulate_peak : end.accumulate_peak;
    // Gradients of the first layer after its backward pass, during their reduction.
    const std::int64_t leaving = m_replication.divided() >= 2 ? m_shares[first].bucket.value : lowest;
    const std::int64_t accumulate =
        std::max({own + (m_replication.makesWholeGradients() ? last_backward : last_accumulate).value,
                  inner(m_accumulate), leaving + m_shares[first].reduced.value});
    const std::int64_t backward = m_replication.buffered()
        ? accumulate
        : std::max({own + last_backward.value, m_gradients[last + 1] + inner(m_backward), leaving + gradients});

    // Copies of gradients for their reduction: of the first layer with no kept bytes before it, of other layers within
    // the stage.
    std::int64_t copied = lowest;
    std::int64_t copied_later = lowest;
    const bool through_bucket =
        // If any layer has it, the first one does.
        m_replication.reduce_bucket > 0 && m_shares[first].leaving > Bytes(0);
    if (m_replication.shards_masters || through_bucket) {
        const std::int64_t at_first = begin.input_gradient.value + m_shares[first].leaving.value + result;
        const std::int64_t others = kept_received + result - before;
        copied = std::max(at_first + m_shares[first].widened.value + m_gradients[last + 1] - m_gradients[first + 1],
                          others + m_gradients[last + 1] + m_leaving_first(range.first + 1, range.last));
        copied_later = std::max(at_first, others + m_leaving(range.first + 1, range.last));
    }

    const std::int64_t update = m_workspace(range.first, range.last);
    const Bytes buffers =
        m_replication.boundary_buffers > 0 ? receivedBytes(m_costs, range) * m_replication.boundary_buffers : Bytes(0);
    return {stateOf(range) + buffers,
            Bytes(context + forward),
            Bytes(context + std::max(backward, copied)),
            Bytes(context + std::max(accumulate, copied_later)),
            Bytes(held),
            Bytes(gradients + sent_gradient),
            Bytes(update - sent_gradient)};
}

}
