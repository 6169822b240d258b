// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "core/estimate/outofcorestage.h"

#include "core/memory/outofcore/layerswapwindows.h"
#include "core/profile/measurement.h"

#include <algorithm>
#include <cmath>

namespace stagecraft {

namespace {

constexpr int shareSteps = 4; // bisection steps
// The plan's simulation evaluates and improves the result, so an optimality proof for one stage is not needed.
constexpr KarmaLimits quickly {Bytes(INT64_MAX), 6, 0, 0};

}

// Labels of the blocks, and their memory.
struct OutOfCoreStageModel::Labelled {
    BlockLabels labels;
    std::vector<std::optional<LayerSwapWindow>> windows; // by layer
    Bytes resident; // bytes of a micro-batch on the device between its passes
    Bytes crossing; // other bytes, copied out during the next pass
};

OutOfCoreStageModel::OutOfCoreStageModel(const Problem& problem, const ChainCosts& chain, LayerRange layers,
                                         BytesPerSecond host, double in_flight)
    : m_chain(chain), m_layers(layers), m_rate {host, host}, m_in_flight(std::max(1.0, in_flight))
{
    const std::int64_t parameter = bytesOf(parameterType(problem.workload.precision));
    m_blocks = blocksOf(chain, layers, leastTransfer(m_rate), parameter);
    for (OutOfCoreBlock& block : m_blocks) {
        for (int l = block.layers.first; l < block.layers.last; ++l) {
            const LayerSpec& layer = problem.model.layers[static_cast<std::size_t>(l)].spec;
            block.recomputable = block.recomputable && recomputable(layer);
        }
    }
}

Bytes OutOfCoreStageModel::leastCapacity() const
{
    Bytes most;
    for (const OutOfCoreBlock& block : m_blocks) {
        most = std::max(most, block.saved);
    }
    return most;
}

std::optional<LayerChoices> OutOfCoreStageModel::chosen(OutOfCoreMethod method, Bytes capacity,
                                                        const LmsOptions& lms) const
{
    if (method != OutOfCoreMethod::Lms) {
        const auto best = widest(capacity, method);
        return best ? std::optional(choicesOf(*best)) : std::nullopt;
    }
    if (lms.limit) {
        return paged(scaled(*lms.limit, 1 / m_in_flight));
    }
    const Bytes budget = scaled(capacity, 1 / m_in_flight) + workingSet(m_chain, m_layers);
    const auto tuning = tuneLms(lmsGraph(m_chain, m_layers), m_rate, budget, Bytes(0), lms.given);
    if (!tuning) {
        return std::nullopt;
    }
    return tuning->on ? swapped(tuning->settings) : LayerChoices(static_cast<std::size_t>(m_layers.count()));
}

Bytes OutOfCoreStageModel::leastLimit() const
{
    const Bytes one = leastPagingLimit(lmsGraph(m_chain, m_layers)) + Bytes(1); // shares are rounded down
    return Bytes(static_cast<std::int64_t>(std::ceil(static_cast<double>(one.value) * m_in_flight)));
}

LayerChoices OutOfCoreStageModel::lowestMemory(const LmsOverrides& given) const
{
    return swapped(lowestMemoryLms(given));
}

// Labels the blocks for the running micro-batch, with the largest share of the capacity found that leaves enough for
// the others' resident bytes. An equal share always does.
std::optional<OutOfCoreStageModel::Labelled> OutOfCoreStageModel::widest(Bytes capacity, OutOfCoreMethod method) const
{
    if (m_in_flight <= 1) {
        return labeled(capacity, method);
    }
    double least = 1 / m_in_flight;
    double most = 1;
    auto best = labeled(scaled(capacity, least), method);
    for (int step = 0; step < shareSteps; ++step) {
        const double share = step == 0 ? most : (least + most) / 2;
        const Bytes own = scaled(capacity, share);
        auto more = labeled(own, method);
        const bool fits = more && own + scaled(more->resident, m_in_flight - 1) + more->crossing <= capacity;
        if (fits) {
            best = std::move(more);
        }
        // Without any labels so far, a share may be too small as well as too large.
        (fits || (!more && !best) ? least : most) = share;
        if (fits && step == 0) {
            break;
        }
    }
    return best;
}

std::optional<OutOfCoreStageModel::Labelled> OutOfCoreStageModel::labeled(Bytes capacity, OutOfCoreMethod method) const
{
    const StreamRules rules {capacity, m_rate};
    const auto choice = method == OutOfCoreMethod::Karma ? chooseLabels(m_blocks, rules, quickly)
        : method == OutOfCoreMethod::EagerSwap           ? eagerSwapping(m_blocks, rules)
                                                         : capacitySwapping(m_blocks, rules);
    auto windows = choice ? layerSwapWindows(m_blocks, choice->labels, rules) : std::nullopt;
    if (!windows) {
        return std::nullopt;
    }
    Labelled result {choice->labels, *std::move(windows), {}, {}};
    for (std::size_t b = 0; b < m_blocks.size(); ++b) {
        const auto first = static_cast<std::size_t>(m_blocks[b].layers.first - m_layers.first);
        switch (result.labels[b]) {
        case BlockLabel::Keep:
            result.resident += m_blocks[b].saved;
            break;
        case BlockLabel::Recompute:
            result.resident += checkpointOf(m_blocks, static_cast<int>(b));
            break;
        case BlockLabel::Swap:
            result.crossing += result.windows[first]->crosses ? m_blocks[b].saved : Bytes(0);
            break;
        }
    }
    return result;
}

LayerChoices OutOfCoreStageModel::choicesOf(const Labelled& labeled) const
{
    LayerChoices choices;
    for (std::size_t b = 0; b < m_blocks.size(); ++b) {
        const BlockLabel label = labeled.labels[b];
        for (int l = m_blocks[b].layers.first; l < m_blocks[b].layers.last; ++l) {
            const auto& window = labeled.windows[static_cast<std::size_t>(l - m_layers.first)];
            choices.push_back({label == BlockLabel::Swap            ? LayerPolicy::Swap
                                   : label == BlockLabel::Recompute ? LayerPolicy::Full
                                                                    : LayerPolicy::Keep,
                               window ? window->window : SwapWindow {}});
        }
    }
    return choices;
}

// Levels between a layer's forward and backward pass: twice the number of layers after it.
LayerChoices OutOfCoreStageModel::swapped(const LmsSettings& settings) const
{
    LayerChoices choices(static_cast<std::size_t>(m_layers.count()));
    const auto waits = [&](LmsSync way) { return settings.sync == way || settings.sync == LmsSync::Both; };
    const SwapWindow window {waits(LmsSync::Out) ? 0 : 1, waits(LmsSync::In) ? 0 : settings.ahead};
    int left = settings.tensors < 0 ? m_layers.count() : settings.tensors;
    for (int l = 0; l < m_layers.count() && left > 0; ++l) {
        if (2 * (m_layers.count() - 1 - l) + 1 > settings.threshold) {
            choices[static_cast<std::size_t>(l)] = {LayerPolicy::Swap, window};
            --left;
        }
    }
    return choices;
}

// Paged tensors are copied out when their memory is needed and back when they are used. A tensor that only crosses
// boundaries belongs to no layer's saved activations.
std::optional<LayerChoices> OutOfCoreStageModel::paged(Bytes limit) const
{
    const LmsGraph graph = lmsGraph(m_chain, m_layers);
    const auto left = pagedTensors(graph, limit);
    if (!left) {
        return std::nullopt;
    }
    LayerChoices choices(static_cast<std::size_t>(m_layers.count()));
    for (const PagedTensor& paged : *left) {
        const LmsTensor& tensor = graph.tensors[paged.tensor];
        const int layer = tensor.producer;
        if (tensor.consumers.back() == graph.size() - 1 - layer) {
            choices[static_cast<std::size_t>(layer)] = {LayerPolicy::Swap,
                                                        {std::max(0, paged.gone_before - layer - 1), 0}};
        }
    }
    return choices;
}

}
