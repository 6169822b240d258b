// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "core/calibration/errorcause.h"

#include <algorithm>
#include <cmath>

namespace stagecraft {

namespace {

constexpr double significantSpread = 0.01; // repeated runs that differ by less count as equal
constexpr double slowFactor = 5; // ratio of a slow pipeline's step time to its upper bound

// Returns a key of everything that determines the prediction, without measured values.
std::string configurationKey(const Run& run)
{
    std::string key = run.model + '|' + run.device + '|' + run.throughput_unit;
    const auto add = [&](const auto& value) {
        key += '|';
        if (value) {
            key += std::to_string(static_cast<std::int64_t>(*value));
        }
    };
    for (const auto& value : {run.layers,   run.hidden,      run.heads,         run.kv_heads,     run.ffn,
                              run.sequence, run.vocabulary,  run.positions,     run.experts,      run.experts_per_token,
                              run.devices,  run.pipeline,    run.data,          run.tensor,       run.context,
                              run.expert,   run.chunks,      run.chunk_layers,  run.first_layers, run.last_layers,
                              run.zero,     run.micro_batch, run.micro_batches, run.global_batch}) {
        add(value);
    }
    for (const auto& value : {run.gated, run.tied, run.fused_attention, run.sequence_parallel}) {
        add(value);
    }
    add(run.recomputation);
    add(run.tensor_mode);
    add(run.framework);
    add(std::optional(run.fp8 != Fp8Recipe::None));
    add(std::optional(run.compiled));
    add(std::optional(run.fused_loss));
    return key + '|' + std::string(nameOf(run.scope.rank)) + '|' + std::string(nameOf(run.scope.kind));
}

}

ErrorCauses::ErrorCauses(const std::vector<Run>& runs)
{
    for (const Run& run : runs) {
        const std::string key = configurationKey(run);
        if (run.peak) {
            addRepeat(m_peaks, key, static_cast<double>(run.peak->value));
        }
        if (run.throughput) {
            addRepeat(m_speeds, key, *run.throughput);
        }
    }
}

void ErrorCauses::addRepeat(std::map<std::string, Repeats>& repeats, const std::string& key, double value)
{
    const auto [place, added] = repeats.try_emplace(key, Repeats {value, value, 0});
    place->second.least = std::min(place->second.least, value);
    place->second.most = std::max(place->second.most, value);
    ++place->second.count;
}

std::vector<ErrorCause> ErrorCauses::of(const ValidatedRun& row, ComparedQuantity quantity) const
{
    const Run& run = row.run;
    const bool memory = quantity == ComparedQuantity::Memory;
    std::vector<ErrorCause> causes;
    const auto fillIn = [&](bool missing, RunFeature feature) {
        if (missing) {
            causes.push_back({.kind = CauseKind::FilledIn, .feature = feature});
        }
    };
    if (!memory && run.pipeline.value_or(1) > 1 && *row.measured_step > row.step.high * slowFactor) {
        causes.push_back({.kind = CauseKind::SlowRun});
    }
    const auto& repeats = memory ? m_peaks : m_speeds;
    if (const auto same = repeats.find(configurationKey(run)); same != repeats.end() && same->second.count > 1) {
        const double spread = same->second.most / same->second.least - 1;
        if (spread >= significantSpread && std::isfinite(spread)) {
            causes.push_back({.kind = CauseKind::RepeatsDiffer, .value = spread, .count = same->second.count});
        }
    }
    if (row.in_sample) {
        causes.push_back({.kind = CauseKind::InSample});
    }
    fillIn(!run.micro_batch, RunFeature::MicroBatch);
    fillIn(!run.recomputation, RunFeature::Recomputation);
    fillIn(!run.vocabulary, RunFeature::Vocabulary);
    fillIn(memory && run.scope.kind == MemoryKind::Unstated, RunFeature::MemoryKind);
    if (memory ? row.peak.holds(*run.peak) : row.step.holds(*row.measured_step)) {
        causes.push_back({.kind = CauseKind::WithinBounds});
    }
    return causes;
}

}
