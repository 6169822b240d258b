// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "core/cost/stacks/modelledrun.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

namespace stagecraft {

namespace {

// Feed-forward widths of Llama models by their hidden size; published: torchtitan's and Meta's model configurations.
constexpr std::array<std::pair<int, int>, 4> llamaWidths {
    {{4096, 14336}, {5120, 13824}, {8192, 28672}, {16384, 53248}}};
// Published: scripts/scaling_benchmarks.py of nanotron ties embeddings of models with narrower feed-forwards.
constexpr std::int64_t nanotronTiedBelow = 10000;
// Published: Megatron-LM's usual tokenizer (GPT-2) and padding (--make-vocab-size-divisible-by 128, a tensor rank).
constexpr std::int64_t gpt2Vocabulary = 50257;
constexpr std::int64_t megatronPadding = 128;
constexpr std::int64_t usualHeadWidth = 128; // published: all but the smallest of today's models

using Obstacle = tl::unexpected<std::string>;

// Widths and options of the model.
void takeModel(const Run& run, StackForm form, ModelledRun& modelled)
{
    const std::int64_t hidden = *run.hidden;
    const std::int64_t heads = run.heads.value_or(std::max<std::int64_t>(1, hidden / usualHeadWidth));
    const std::int64_t kv_heads = run.kv_heads.value_or(heads);
    std::optional<std::int64_t> ffn = run.ffn;
    for (const auto& [width, known] : llamaWidths) {
        if (!ffn && form == StackForm::Torchtitan && width == hidden) {
            ffn = known;
        }
    }
    modelled.layers = static_cast<int>(*run.layers);
    modelled.hidden = static_cast<double>(hidden);
    modelled.heads = static_cast<double>(heads);
    modelled.kv_hidden = static_cast<double>(hidden) * static_cast<double>(kv_heads) / static_cast<double>(heads);
    modelled.ffn = static_cast<double>(ffn.value_or(4 * hidden));
    modelled.sequence = static_cast<double>(*run.sequence);
    modelled.positions = static_cast<double>(run.positions.value_or(0));
    modelled.experts = static_cast<int>(run.experts.value_or(0));
    modelled.experts_per_token = static_cast<int>(run.experts_per_token.value_or(1));
    modelled.gated = run.gated.value_or(form != StackForm::Megatron && ffn.has_value());
    const bool usually_tied =
        form == StackForm::Megatron || (form == StackForm::Nanotron && ffn.value_or(4 * hidden) < nanotronTiedBelow);
    modelled.tied = run.tied.value_or(usually_tied);
    modelled.fused_attention = run.fused_attention.value_or(true);
}

std::string takeVocabulary(const Run& run, StackForm form, ModelledRun& modelled)
{
    if (form != StackForm::Megatron && !run.vocabulary) {
        return "vocabulary not told";
    }
    std::int64_t vocabulary = run.vocabulary.value_or(gpt2Vocabulary);
    if (form == StackForm::Megatron) {
        const std::int64_t step = megatronPadding * modelled.tensor;
        vocabulary = (vocabulary + step - 1) / step * step;
    }
    modelled.vocabulary = static_cast<double>(vocabulary);
    return {};
}

std::string takeDegrees(const Run& run, ModelledRun& modelled)
{
    const std::int64_t pipeline = run.pipeline.value_or(1);
    const std::int64_t tensor = run.tensor.value_or(1);
    const std::int64_t context = run.context.value_or(1);
    const std::int64_t expert = run.expert.value_or(1);
    constexpr std::int64_t most = 1 << 20;
    if (std::max({pipeline, tensor, context, expert}) > most || run.devices.value_or(1) > most) {
        return "more than 2^20 devices";
    }
    const double group = static_cast<double>(pipeline) * static_cast<double>(tensor) * static_cast<double>(context);
    if (!run.data && !run.devices) {
        return "number of GPUs not told";
    }
    const double data = run.data ? static_cast<double>(*run.data) : static_cast<double>(*run.devices) / group;
    const double devices = run.devices ? static_cast<double>(*run.devices) : data * group;
    if (data != std::floor(data) || data < 1 || devices != data * group || devices > static_cast<double>(most)) {
        return "its GPUs are not the product of its degrees";
    }
    if (pipeline > *run.layers) {
        return "more pipeline stages than layers";
    }
    modelled.pipeline = static_cast<int>(pipeline);
    modelled.tensor = static_cast<int>(tensor);
    modelled.context = static_cast<int>(context);
    modelled.expert = static_cast<int>(expert);
    modelled.data = static_cast<int>(data);
    modelled.devices = static_cast<int>(devices);
    return {};
}

// Uneven stages and interleaving.
std::string takeStages(const Run& run, ModelledRun& modelled)
{
    if (run.chunk_layers) {
        const std::int64_t chunks = modelled.layers / modelled.pipeline / *run.chunk_layers;
        if (chunks < 1) {
            return "its chunks of layers are larger than its stages";
        }
        modelled.chunks = static_cast<int>(chunks);
    } else {
        modelled.chunks = static_cast<int>(std::min<std::int64_t>(run.chunks.value_or(1), modelled.layers));
    }
    if (run.first_layers || run.last_layers) {
        const std::int64_t first = run.first_layers.value_or(0);
        const std::int64_t last = run.last_layers.value_or(0);
        const std::int64_t inner = modelled.layers - first - last;
        const bool possible = first > 0 && last > 0 && modelled.pipeline >= 2 && inner >= 0
            && (modelled.pipeline == 2 ? inner == 0 : inner % (modelled.pipeline - 2) == 0);
        if (!possible) {
            return "the layers of its first and last stage do not fit its pipeline";
        }
        modelled.first_layers = static_cast<int>(first);
        modelled.last_layers = static_cast<int>(last);
    }
    return {};
}

std::string takeBatches(const Run& run, ModelledRun& modelled)
{
    if (!run.micro_batch && modelled.pipeline > 1) {
        return "micro-batch of the pipeline not told";
    }
    const bool whole_batch = !run.micro_batch; // without a pipeline the split hardly matters
    if (whole_batch && !run.global_batch) {
        return "micro-batch not told";
    }
    const double share = static_cast<double>(run.global_batch.value_or(0)) / modelled.data;
    modelled.micro_batch = whole_batch ? std::floor(share) : static_cast<double>(*run.micro_batch);
    if (modelled.micro_batch < 1) {
        return "its global batch is smaller than its data degree";
    }
    constexpr double most = 1 << 24;
    const double told = run.micro_batches ? static_cast<double>(*run.micro_batches)
        : run.global_batch                ? std::floor(share / modelled.micro_batch)
                                          : 0;
    if (told < 1 && (run.global_batch || run.micro_batches)) {
        return "its global batch is smaller than one micro-batch on each replica";
    }
    if (told > most) {
        return "more than 2^24 micro-batches";
    }
    modelled.micro_batches_known = told >= 1 || modelled.pipeline == 1;
    modelled.micro_batches = told >= 1 ? static_cast<int>(told) : 2 * modelled.pipeline * modelled.chunks;
    if (told < 1 && modelled.pipeline == 1) {
        modelled.micro_batches = 1;
    }
    return {};
}

std::string takeRecipe(const Run& run, StackForm form, ModelledRun& modelled)
{
    modelled.zero = static_cast<int>(run.zero.value_or(form == StackForm::Torchtitan ? 3 : 0));
    if (form == StackForm::Torchtitan ? modelled.zero != 3 : modelled.zero > 1) {
        return "ZeRO stage " + std::to_string(modelled.zero) + ", which " + std::string(nameOf(form))
            + "'s way to train lacks";
    }
    // Published tables of Megatron-LM that leave it blank recompute fully: their samples would not fit otherwise.
    modelled.recomputation =
        run.recomputation.value_or(form == StackForm::Megatron ? Recomputation::Full : Recomputation::None);
    if (modelled.recomputation == Recomputation::Other) {
        return "its way to recompute is in no stack's model";
    }
    if (run.eight_bit && form != StackForm::Torchtitan) {
        return "products of 8 bits, which " + std::string(nameOf(form)) + "'s model lacks";
    }
    modelled.eight_bit = run.eight_bit;
    modelled.sequence_parallel = form != StackForm::Megatron || run.sequence_parallel.value_or(false);
    modelled.tensor_mode = run.tensor_mode.value_or(usualTensorMode(form, modelled.pipeline));
    return {};
}

}

Modelled modelledRun(const Run& run, StackForm form)
{
    constexpr std::int64_t mostLayers = 10'000; // far above every model
    if (!run.obstacle.empty()) {
        return Obstacle(run.obstacle);
    }
    if (!run.layers || !run.hidden || !run.sequence) {
        return Obstacle("layers, hidden size or sequence not told");
    }
    if (*run.layers > mostLayers) {
        return Obstacle("more than 10,000 layers");
    }
    ModelledRun modelled;
    modelled.form = form;
    takeModel(run, form, modelled);
    std::string obstacle = takeDegrees(run, modelled);
    for (const auto take : {takeRecipe, takeVocabulary}) {
        obstacle = obstacle.empty() ? take(run, form, modelled) : obstacle;
    }
    for (const auto take : {takeStages, takeBatches}) {
        obstacle = obstacle.empty() ? take(run, modelled) : obstacle;
    }
    return obstacle.empty() ? Modelled(modelled) : Obstacle(obstacle);
}

namespace {

// Operations of a step as the papers on Megatron-LM count them: with full recomputation, and without any.
double countedFlops(const ModelledRun& run, double samples, bool recomputed)
{
    const double perLayer = run.layers * run.hidden * run.hidden;
    const double attention = run.sequence / (6 * run.hidden);
    const double head = run.vocabulary / ((recomputed ? 16 : 12) * run.layers * run.hidden);
    return (recomputed ? 96 : 72) * samples * run.sequence * perLayer * (1 + attention + head);
}

// Samples of a step.
double samplesOf(const Run& run, const ModelledRun& modelled)
{
    return run.global_batch ? static_cast<double>(*run.global_batch)
                            : modelled.micro_batch * modelled.micro_batches * modelled.data;
}

}

TensorMode usualTensorMode(StackForm form, int pipeline)
{
    const bool whole = form == StackForm::Megatron || pipeline == 1;
    return whole ? TensorMode::AllReduce : TensorMode::ReduceScatter;
}

std::optional<ModelledRun> otherModeOf(const ModelledRun& run, const std::optional<TensorMode>& told)
{
    if (run.form != StackForm::Nanotron || run.tensor == 1 || told) {
        return std::nullopt;
    }
    ModelledRun other = run;
    other.tensor_mode = run.tensor_mode == TensorMode::AllReduce ? TensorMode::ReduceScatter : TensorMode::AllReduce;
    return other;
}

std::string architectureOf(const ModelledRun& run)
{
    std::string text = std::to_string(run.layers);
    for (const double width : {run.hidden, run.kv_hidden, run.ffn, run.gated ? 1.0 : 0.0,
                               static_cast<double>(run.experts), run.experts > 0 ? run.experts_per_token * 1.0 : 0.0}) {
        text += '|' + std::to_string(std::llround(width));
    }
    return text;
}

double tokensOfStep(const Run& run, const ModelledRun& modelled)
{
    return samplesOf(run, modelled) * modelled.sequence;
}

tl::expected<Seconds, std::string> measuredStep(const Run& run, const ModelledRun& modelled)
{
    if (!run.throughput) {
        return Obstacle("no measured speed");
    }
    if (!modelled.micro_batches_known) {
        return Obstacle("global batch not told");
    }
    const double samples = samplesOf(run, modelled);
    const double tokens = samples * modelled.sequence;
    const std::string& unit = run.throughput_unit;
    const double rate = *run.throughput;
    if (unit.starts_with("s/")) {
        return Seconds(rate);
    }
    if (unit.starts_with("ms/")) {
        return Seconds(rate / 1e3);
    }
    if (unit == "tokens/s/GPU") {
        return Seconds(tokens / (rate * modelled.devices));
    }
    if (unit == "tokens/s") {
        return Seconds(tokens / rate);
    }
    if (unit == "samples/s") {
        return Seconds(samples / rate);
    }
    if (unit.find("TFLOP/s per GPU") != std::string::npos) {
        const bool recomputed = unit.find("recompute") != std::string::npos;
        return Seconds(countedFlops(modelled, samples, recomputed) / (rate * 1e12 * modelled.devices));
    }
    return Obstacle("unit of its speed not known (" + unit + ")");
}

std::string memoryObstacle(const Run& run, MemoryKind kind)
{
    if (run.out_of_memory) {
        return "out of memory";
    }
    if (!run.peak) {
        return "no measured memory";
    }
    if (run.scope.rank == MemoryRank::Sum) {
        return "memory summed over devices";
    }
    if (run.scope.rank == MemoryRank::Other) {
        return "memory of a rank in the middle";
    }
    if (run.scope.kind != MemoryKind::Unstated && run.scope.kind != kind) {
        return "memory is " + std::string(nameOf(run.scope.kind)) + ", the stack predicts " + std::string(nameOf(kind))
            + " bytes";
    }
    return {};
}

std::string speedObstacle(const Run& run)
{
    if (run.throughput) {
        return {};
    }
    return run.out_of_memory ? "out of memory" : "no measured speed";
}

std::string skipReason(const Run& run, const Modelled& modelled, const std::string& lacks)
{
    const bool nothing_known = !run.obstacle.empty() || !run.layers || !run.hidden || !run.sequence;
    const bool tells = lacks.empty() || nothing_known;
    return !modelled && tells ? modelled.error() : lacks;
}

}
