// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "core/cost/stacks/memorymodel.h"

#include <algorithm>
#include <cmath>

namespace stagecraft {

namespace {

constexpr double mostBytes = 4611686018427387904; // 2^62: beyond every run, and inside int64

// Bytes a parameter: 16-bit parameters and fp32 gradients, and the optimizer's fp32 copy and two moments (published:
// the ZeRO paper and Megatron-LM's theoretical memory). All of fp32 and sharded in torchtitan's FSDP2.
constexpr double parameterBytes = 2;
constexpr double gradientBytes = 4;
constexpr double optimizerBytes = 12;
constexpr double shardedParameterBytes = 4;
constexpr double shardedOptimizerBytes = 8;
constexpr double gatheredUnits = 2; // of 2 bytes a parameter: the one in use and the one fetched ahead

// Chosen on the 150 runs of nanotron from a coarse grid (neighbours: 9.0 to 9.2 % for 9.0 %).
constexpr double heldDegree = 1.3;
constexpr double heldPower = 4;
constexpr double heldTokens = 4096;
constexpr double heldRounds = 1.5;
constexpr int heldDepth = 4;

// Blocks go to a stage until the work so far is the stage's share of all; the embedding counts nothing.
std::vector<StageLayers> placedByCost(const ModelledRun& run)
{
    const double block = layerParameters(run).active;
    const double head = run.vocabulary * run.hidden;
    const double total = run.layers * block + head;
    std::vector<StageLayers> stages(static_cast<std::size_t>(run.pipeline));
    std::size_t stage = 0;
    double cost = 0;
    for (int i = 0; i <= run.layers; ++i) {
        if (i < run.layers) {
            ++stages[stage].layers;
            cost += block;
        } else {
            stages[stage].head = true;
            cost += head;
        }
        const double share = total * static_cast<double>(stage + 1) / run.pipeline;
        if (cost >= share && stage + 1 < stages.size()) {
            ++stage;
        }
    }
    return stages;
}

std::vector<StageLayers> placedEvenly(const ModelledRun& run)
{
    std::vector<StageLayers> stages;
    for (int i = 0; i < run.pipeline; ++i) {
        stages.push_back({run.layers / run.pipeline + (i < run.layers % run.pipeline ? 1 : 0), false});
    }
    if (run.first_layers > 0) {
        const int inner = run.layers - run.first_layers - run.last_layers;
        for (StageLayers& stage : stages) {
            stage.layers = run.pipeline > 2 ? inner / (run.pipeline - 2) : 0;
        }
        stages.front().layers = run.first_layers;
        stages.back().layers = run.last_layers;
    }
    stages.back().head = true;
    return stages;
}

// Of a micro-batch, on one rank.
double tokensOf(const ModelledRun& run)
{
    return run.sequence * run.micro_batch / run.context;
}

double vocabularyParameters(const ModelledRun& run)
{
    return run.vocabulary * run.hidden / run.tensor;
}

double blockParameters(const ModelledRun& run)
{
    return layerParameters(run).rank + 2 * run.hidden;
}

double embeddingParameters(const ModelledRun& run)
{
    return vocabularyParameters(run) + run.positions * run.hidden;
}

// `first`: of a stage that has the embedding, too.
double headParameters(const ModelledRun& run, bool first)
{
    return run.hidden + (run.tied && first ? 0 : vocabularyParameters(run));
}

// Parameters of one rank of a stage.
double rankParameters(const ModelledRun& run, const StageLayers& stage, bool first)
{
    double parameters = stage.layers * blockParameters(run);
    parameters += first ? embeddingParameters(run) : 0;
    return parameters + (stage.head ? headParameters(run, first) : 0);
}

void addState(const ModelledRun& run, double parameters, MemoryTerms& terms)
{
    const double replicas = static_cast<double>(run.data) * run.context;
    if (run.form == StackForm::Torchtitan) {
        const double embedding = run.vocabulary * run.hidden / run.tensor;
        terms.parameters = shardedParameterBytes * parameters / replicas;
        terms.gradients = gradientBytes * parameters / replicas;
        terms.optimizer = shardedOptimizerBytes * parameters / replicas;
        terms.gathered = gatheredUnits * 2 * std::max(layerParameters(run).rank, embedding);
        return;
    }
    terms.parameters = parameterBytes * parameters;
    terms.gradients = gradientBytes * parameters;
    terms.optimizer = optimizerBytes * parameters / (run.zero > 0 ? replicas : 1);
}

}

LayerParameters layerParameters(const ModelledRun& run)
{
    const double attention = 2 * run.hidden * run.hidden * (1 + run.kv_hidden / run.hidden);
    const double feed_forward = (run.gated ? 3 : 2) * run.hidden * run.ffn;
    if (run.experts == 0) {
        return {(attention + feed_forward) / run.tensor, attention + feed_forward};
    }
    return {attention / run.tensor + feed_forward * run.experts / run.expert / run.tensor,
            attention + feed_forward * run.experts_per_token};
}

std::vector<StageLayers> stageLayers(const ModelledRun& run)
{
    if (!run.placed.empty()) {
        return run.placed;
    }
    return run.form == StackForm::Nanotron ? placedByCost(run) : placedEvenly(run);
}

double layersInFlight(const ModelledRun& run, int layers, int stage)
{
    if (run.chunks == 1) {
        return static_cast<double>(layers) * std::min(run.micro_batches, run.pipeline - stage);
    }
    const double alive = std::min(static_cast<double>(run.micro_batches) * run.chunks,
                                  2.0 * (run.pipeline - stage - 1) + (run.chunks - 1.0) * run.pipeline + 1);
    return alive * layers / run.chunks;
}

ActivationBytes activationBytes(const ModelledRun& run)
{
    // 16-bit tensors that backward needs: those whole on every tensor rank, and those that the ranks share.
    const double ffn = run.experts > 0 ? run.ffn * run.experts_per_token : run.ffn;
    const double kv = run.kv_hidden;
    double whole = 8 * run.hidden; // in and out of two norms
    double shared = 4 * run.hidden + 4 * kv + 8 * ffn; // queries, output, keys, values; gate, up, their product and its
    if (!run.gated) {
        whole = 10 * run.hidden; // and two dropout masks of a byte
        shared = 4 * run.hidden + 4 * kv + 4 * ffn; // in and out of GELU
    }
    const bool keeps_scores = !run.fused_attention && run.recomputation != Recomputation::SelectiveAttention;
    if (keeps_scores) {
        shared += 5 * run.heads * run.sequence / run.context;
    }
    const bool sharded = run.sequence_parallel || run.tensor == 1;
    const double full = sharded ? (whole + shared) / run.tensor : whole + shared / run.tensor;
    switch (run.recomputation) {
    case Recomputation::Full:
        return {2 * run.hidden / (run.sequence_parallel ? run.tensor : 1), full};
    case Recomputation::SelectiveOperators:
        // Input, attention's output, and every second product.
        return {(4 * run.hidden + 2 * run.hidden + 2 * kv + 3 * ffn) / run.tensor, full};
    default:
        return {full, 0};
    }
}

double heldShare(const ModelledRun& run)
{
    if (run.tensor == 1) {
        return 0;
    }
    double far = 1;
    if (run.tensor_mode == TensorMode::ReduceScatter) {
        // The host launches a product in as many pieces as there are ranks: with many it is the bottleneck.
        const double tokens = run.micro_batch * run.sequence / heldTokens;
        const double degree = heldDegree * std::min(run.pipeline, heldDepth) * std::pow(tokens, 1.0 / 3);
        far = 1 / (1 + std::pow(run.tensor / degree, heldPower));
    }
    return far * std::min(1.0, run.micro_batches / (heldRounds * run.pipeline));
}

double modelParameters(const ModelledRun& run)
{
    ModelledRun whole = run;
    whole.pipeline = whole.tensor = whole.expert = 1;
    whole.first_layers = whole.last_layers = 0;
    return rankParameters(whole, {whole.layers, true}, true);
}

double MemoryTerms::total(const MemoryValues& values) const
{
    double bytes = plain();
    for (std::size_t i = 0; i < values.size(); ++i) {
        bytes += unit[i] * values[i];
    }
    return bytes;
}

MemoryTerms stageTerms(const ModelledRun& run, const StageLayers& place, int stage)
{
    const double parameters = rankParameters(run, place, stage == 0);
    const double tokens = tokensOf(run);
    const double in_flight = layersInFlight(run, place.layers, stage);
    const ActivationBytes activations = activationBytes(run);
    MemoryTerms terms;
    addState(run, parameters, terms);
    terms.activations = activations.kept * tokens * in_flight + activations.live * tokens;
    const auto unit = [&](MemoryCorrection correction) -> double& {
        return terms.unit[static_cast<std::size_t>(correction)];
    };
    unit(MemoryCorrection::Grads) = 2 * parameters;
    unit(MemoryCorrection::Extra) = in_flight * tokens * run.hidden / run.tensor;
    unit(MemoryCorrection::Logit) = place.head ? tokens * run.vocabulary / run.tensor : 0;
    unit(MemoryCorrection::Held) = tokens * run.hidden * heldShare(run);
    unit(MemoryCorrection::Token) = tokens * run.hidden;
    unit(MemoryCorrection::Fixed) = bytesPerGibibyte;
    return terms;
}

StageLayerTerms stageLayerTerms(const ModelledRun& run, const StageLayers& place, int stage)
{
    const auto of = [&](double parameters, double activations) {
        MemoryTerms state;
        addState(run, parameters, state);
        return LayerTerms {state.parameters, state.gradients, state.optimizer, activations};
    };
    const bool first = stage == 0;
    const ActivationBytes activations = activationBytes(run);
    StageLayerTerms terms;
    terms.in_flight = layersInFlight(run, 1, stage);
    terms.block = of(blockParameters(run), activations.kept * tokensOf(run) * terms.in_flight);
    terms.again = activations.live * tokensOf(run);
    if (first) {
        terms.embedding = of(embeddingParameters(run), 0);
    }
    if (place.head) {
        terms.head = of(headParameters(run, first), 0);
    }
    return terms;
}

std::vector<MemoryTerms> memoryTerms(const ModelledRun& run, MemoryRank rank)
{
    const std::vector<StageLayers> places = stageLayers(run);
    if (rank == MemoryRank::First) {
        return {stageTerms(run, places.front(), 0)};
    }
    if (rank == MemoryRank::Last) {
        return {stageTerms(run, places.back(), run.pipeline - 1)};
    }
    std::vector<MemoryTerms> stages;
    for (const StageLayers& place : places) {
        stages.push_back(stageTerms(run, place, static_cast<int>(stages.size())));
    }
    return stages;
}

Bytes predictedMemory(const std::vector<MemoryTerms>& stages, const MemoryValues& values)
{
    double most = 0;
    for (const MemoryTerms& terms : stages) {
        most = std::max(most, terms.total(values));
    }
    return Bytes(static_cast<std::int64_t>(std::llround(std::min(most, mostBytes))));
}

Bytes otherModeBytes(const ModelledRun& run, const ModelledRun& other, const MemoryValues& values)
{
    const double held = tokensOf(run) * run.hidden * values[static_cast<std::size_t>(MemoryCorrection::Held)];
    const double more = held * (heldShare(other) - heldShare(run));
    return Bytes(static_cast<std::int64_t>(std::llround(std::clamp(more, -mostBytes / 2, mostBytes / 2))));
}

Bytes boundOfMemory(Bytes predicted, double factor)
{
    const double bytes = static_cast<double>(predicted.value) * factor;
    return bytes < mostBytes ? scaled(predicted, factor) : Bytes(static_cast<std::int64_t>(mostBytes));
}

}
