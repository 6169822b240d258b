// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "core/calibration/plannedrun.h"

#include "core/calibration/runmodel.h"
#include "core/framework/framework.h"
#include "core/framework/stagedivision.h"
#include "core/words/calibration.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <utility>
#include <vector>

namespace stagecraft {

namespace {

using Obstacle = tl::unexpected<Message>;

// Layers of the chain before the first block and after the last one.
constexpr int embeddings = 1;
constexpr int heads = 1;
constexpr double memoryTolerance = 1.1; // data sheets state a few percent more than drivers report

// Completes one run's problem step by step; stops at the first obstacle.
class Planner {
public:
    Planner(const Run& run, const RunSetting& setting) : m_run(run), m_setting(setting) {}

    tl::expected<PlannedRun, Message> plan()
    {
        if (m_run.framework && *m_run.framework != framework()) {
            return Obstacle(say(words::calibration::trained_by, *m_run.framework));
        }
        auto model = modelOf(m_run, framework());
        if (!model) {
            return Obstacle(model.error());
        }
        m_planned.problem.model = std::move(*model);
        for (const auto take : {&Planner::takeDegrees, &Planner::takeCluster, &Planner::takeBatches,
                                &Planner::takeRecipe, &Planner::takeStages}) {
            if (Message obstacle = (this->*take)(); !obstacle.empty()) {
                return Obstacle(std::move(obstacle));
            }
        }
        const Constraints& fixed = constraints();
        m_planned.plan = constrainedPlan(*fixed.split_points, *fixed.data, m_micro_batches, fixed, fixed.pipeline);
        if (const auto valid = validate(m_planned.problem); !valid) {
            return Obstacle(say(words::calibration::no_plan, messageOf(valid.error())));
        }
        return m_planned;
    }

private:
    Framework framework() const { return m_setting.framework.name; }
    Constraints& constraints() { return m_planned.problem.constraints; }

    Message takeDegrees()
    {
        const std::int64_t pipeline = m_run.pipeline.value_or(1);
        const std::int64_t tensor = m_run.tensor.value_or(1);
        const std::int64_t context = m_run.context.value_or(1);
        const std::int64_t expert = m_run.expert.value_or(1);
        constexpr std::int64_t most = 1 << 20;
        if (std::max({pipeline, tensor, context, expert}) > most || m_run.devices.value_or(1) > most) {
            return words::calibration::too_many_devices;
        }
        if (!m_run.data && !m_run.devices) {
            return words::calibration::no_device_count;
        }
        const double group = static_cast<double>(pipeline) * static_cast<double>(tensor * context);
        const double data = m_run.data ? static_cast<double>(*m_run.data) : static_cast<double>(*m_run.devices) / group;
        const double devices = m_run.devices ? static_cast<double>(*m_run.devices) : data * group;
        if (data != std::floor(data) || data < 1 || devices != data * group || devices > static_cast<double>(most)) {
            return words::calibration::not_the_product;
        }
        constraints().pipeline = static_cast<int>(pipeline);
        constraints().data = static_cast<int>(data);
        LayerDegrees& degrees = constraints().degrees;
        degrees.sharding.tensor = static_cast<int>(tensor);
        degrees.sharding.expert = static_cast<int>(expert);
        degrees.context = static_cast<int>(context);
        degrees.context_kind = ContextKind::Ulysses;
        const bool always = framework() != Framework::MegatronCore && framework() != Framework::Libtorch;
        const bool divided = m_run.tensor_mode ? *m_run.tensor_mode == TensorMode::ReduceScatter
                                               : m_run.sequence_parallel.value_or(always);
        degrees.sharding.sequence = tensor > 1 && divided;
        m_devices = static_cast<int>(devices);
        return {};
    }

    Message takeCluster()
    {
        const CatalogueEntry* own = typeOf(m_run.device);
        const CatalogueEntry* type = m_setting.type != nullptr ? m_setting.type : own;
        if (type == nullptr) {
            return m_run.device.empty() ? Message(words::calibration::no_devices)
                                        : say(words::calibration::unknown_devices, m_run.device);
        }
        if (own != nullptr && own->device.driver_names != type->device.driver_names) {
            return say(words::calibration::other_devices, own->device.name);
        }
        const int node = std::min(m_devices, type->devices_per_node);
        if (m_devices % node != 0) {
            return say(words::calibration::broken_nodes, node);
        }
        m_planned.problem.cluster.groups.push_back(
            {type->device, m_devices / node, node, type->intra_node, type->network, {}});
        m_planned.problem.cluster.name = type->device.name;
        DeviceType& device = m_planned.problem.cluster.groups.front().device;
        if (m_run.device_memory && *m_run.device_memory > scaled(device.memory.value, memoryTolerance)) {
            device.memory.value = *m_run.device_memory; // a variant of the chip that the catalogue lacks
        }
        return {};
    }

    Message takeBatches()
    {
        Workload& workload = m_planned.problem.workload;
        workload.sequence = *m_run.sequence;
        const int data = *constraints().data;
        const int pipeline = *constraints().pipeline;
        if (!m_run.micro_batch && pipeline > 1) {
            return words::calibration::no_micro_batch_of_pipeline;
        }
        if (!m_run.micro_batch && !m_run.global_batch) {
            return words::calibration::no_micro_batch;
        }
        const std::int64_t share = m_run.global_batch.value_or(0) / data;
        constraints().micro_batch = m_run.micro_batch.value_or(share); // without a pipeline the split hardly matters
        if (constraints().micro_batch < 1) {
            return words::calibration::batch_below_data;
        }
        const std::int64_t reported = m_run.micro_batches.value_or(share / constraints().micro_batch);
        if (reported < 1 && (m_run.global_batch || m_run.micro_batches)) {
            return words::calibration::batch_below_micro_batches;
        }
        m_planned.batch_known = reported >= 1 || pipeline == 1;
        m_micro_batches = reported >= 1 ? reported : pipeline == 1 ? 1 : 2 * pipeline * chunks();
        workload.global_batch = m_micro_batches * constraints().micro_batch * data;
        return {};
    }

    Message takeRecipe()
    {
        const bool fp8 = m_run.fp8 != Fp8Recipe::None;
        if (fp8 && framework() != Framework::Torchtitan && framework() != Framework::MegatronCore) {
            return say(words::calibration::unknown_fp8, framework());
        }
        Workload& workload = m_planned.problem.workload;
        const DeviceType& device = m_planned.problem.cluster.groups.front().device;
        workload.precision = device.peak_bf16 || !device.peak_fp16 ? Precision::Bf16Master : Precision::Fp16;
        const bool fused = m_run.fused_attention.value_or(true);
        workload.attention = fused ? AttentionKind::Sdpa : AttentionKind::Eager;
        useFramework(m_planned.problem, framework());
        constraints().framework = m_setting.framework;
        FrameworkOptions& options = constraints().framework.options;
        options.fp8_recipe = framework() == Framework::MegatronCore ? m_run.fp8 : Fp8Recipe::None;
        options.compile |= m_run.compiled && framework() == Framework::Torchtitan;
        options.compile_loss &= m_run.compiled_loss;
        options.cross_entropy_loss_fusion |= m_run.fused_loss && framework() == Framework::MegatronCore;
        constraints().zero = static_cast<int>(m_run.zero.value_or(leastZeroStage(framework())));
        // Published tables of Megatron-LM without this column recompute fully: their samples would not fit otherwise.
        // Later tables with fused attention count model FLOPs only and keep activations.
        const bool of_model = m_run.throughput_unit.starts_with("model");
        const bool megatron = framework() == Framework::MegatronCore || framework() == Framework::Libtorch;
        const bool blank_is_full = megatron && !of_model;
        const auto recomputation =
            m_run.recomputation.value_or(blank_is_full ? Recomputation::Full : Recomputation::None);
        return takeRecomputation(recomputation);
    }

    Message takeRecomputation(Recomputation recomputation)
    {
        const bool selects = modeOf(m_setting.framework).selects_operators;
        switch (recomputation) {
        case Recomputation::None:
            return {};
        case Recomputation::Full:
            constraints().policies.usual = LayerPolicy::Full;
            return {};
        case Recomputation::SelectiveOperators:
            constraints().policies.usual = LayerPolicy::Selective;
            return selects ? Message() : Message(words::calibration::other_recomputation);
        case Recomputation::SelectiveAttention:
            // Fused attention has no scores to recompute.
            constraints().policies.usual = m_planned.problem.workload.attention == AttentionKind::Eager
                ? LayerPolicy::Selective
                : LayerPolicy::Keep;
            return selects ? Message(words::calibration::other_recomputation) : Message();
        case Recomputation::Other:
            break;
        }
        return words::calibration::unknown_recomputation;
    }

    int blocks() const { return static_cast<int>(m_planned.problem.model.layers.size()) - embeddings - heads; }

    // Returns the number of stages per pipeline rank.
    int chunks()
    {
        const int pipeline = *constraints().pipeline;
        if (pipeline == 1) {
            return 1;
        }
        const std::int64_t reported = m_run.chunk_layers ? blocks() / pipeline / *m_run.chunk_layers : 1;
        return static_cast<int>(std::clamp<std::int64_t>(m_run.chunks.value_or(reported), 1, blocks()));
    }

    // Splits the blocks evenly over the stages, unless the row states those of the first and last stage.
    Message takeStages()
    {
        const int pipeline = *constraints().pipeline;
        const int stages = pipeline * chunks();
        if (stages > blocks()) {
            return words::calibration::too_many_stages;
        }
        if (m_run.first_layers || m_run.last_layers) {
            const auto first = static_cast<int>(m_run.first_layers.value_or(0));
            const auto last = static_cast<int>(m_run.last_layers.value_or(0));
            const int inner = blocks() - first - last;
            const bool possible = first > 0 && last > 0 && stages >= 2 && inner >= 0
                && (stages == 2 ? inner == 0 : inner % (stages - 2) == 0);
            if (!possible) {
                return words::calibration::outer_stages;
            }
            std::vector<int> counts(static_cast<std::size_t>(stages), stages > 2 ? inner / (stages - 2) : 0);
            counts.front() = first;
            counts.back() = last;
            constraints().split_points = splitPointsOfBlocks(std::move(counts));
        } else {
            constraints().split_points = frameworkSplitPoints(m_planned.problem.model, m_setting.framework, stages);
            if (constraints().split_points->empty()) {
                return words::calibration::empty_stage;
            }
        }
        if (stages > pipeline) {
            constraints().schedule = ScheduleKind::Interleaved;
            constraints().interleave = stages / pipeline;
        }
        return {};
    }

    const Run& m_run;
    const RunSetting& m_setting;
    PlannedRun m_planned;
    int m_devices = 1;
    std::int64_t m_micro_batches = 1;
};

// Returns the FLOPs of a step as the papers on Megatron-LM count them, with full recomputation or without any.
double countedFlops(const Run& run, const PlannedRun& planned, bool recomputed)
{
    constexpr double usualVocabulary = 50257;
    const auto layers = static_cast<double>(*run.layers);
    const auto hidden = static_cast<double>(*run.hidden);
    const auto sequence = static_cast<double>(*run.sequence);
    const double vocabulary = run.vocabulary ? static_cast<double>(*run.vocabulary) : usualVocabulary;
    const double attention = sequence / (6 * hidden);
    const double head = vocabulary / ((recomputed ? 16 : 12) * layers * hidden);
    return (recomputed ? 96 : 72) * planned.tokens() * layers * hidden * hidden * (1 + attention + head);
}

}

tl::expected<PlannedRun, Message> plannedRun(const Run& run, const RunSetting& setting)
{
    return Planner(run, setting).plan();
}

const CatalogueEntry* usualType(const std::vector<Run>& runs)
{
    std::map<const CatalogueEntry*, int> counts;
    for (const Run& run : runs) {
        if (const CatalogueEntry* type = typeOf(run.device)) {
            ++counts[type];
        }
    }
    const auto most = std::max_element(counts.begin(), counts.end(),
                                       [](const auto& a, const auto& b) { return a.second < b.second; });
    return most == counts.end() ? nullptr : most->first;
}

const CatalogueEntry* typeOf(const std::string& device)
{
    if (device.empty()) {
        return nullptr;
    }
    // Among types with this prefix ("A100-40GB", "A100-80GB", "A100-80GB-PCIe"), the usual one in a node of eight.
    const std::vector<CatalogueEntry>& entries = catalogue().entries;
    for (const char* form : {"", "80gb", "32gb"}) {
        const std::string wanted = plainName(device) + form;
        const auto isIt = [&](const std::string& name) { return plainName(name) == wanted; };
        const auto found = std::find_if(entries.begin(), entries.end(), [&](const CatalogueEntry& entry) {
            return isIt(entry.device.name) || std::any_of(entry.aliases.begin(), entry.aliases.end(), isIt);
        });
        if (found != entries.end()) {
            return &*found;
        }
    }
    return nullptr;
}

tl::expected<Seconds, Message> measuredStep(const Run& run, const PlannedRun& planned)
{
    if (!run.throughput) {
        return Obstacle(words::calibration::no_speed);
    }
    if (!planned.batch_known) {
        return Obstacle(words::calibration::no_global_batch);
    }
    const bool fp8 = planned.problem.constraints.framework.options.fp8_recipe != Fp8Recipe::None;
    if (run.fp8 != Fp8Recipe::None && !fp8) {
        return Obstacle(words::calibration::untimed_fp8);
    }
    const std::string& unit = run.throughput_unit;
    const double rate = *run.throughput;
    const double devices = planned.problem.cluster.devices();
    if (unit.starts_with("s/")) {
        return Seconds(rate);
    }
    if (unit.starts_with("ms/")) {
        return Seconds(rate / 1e3);
    }
    const bool each = unit.find("per GPU") != std::string::npos;
    if (unit == "tokens/s/GPU" || (unit.starts_with("tokens/s") && each)) {
        return Seconds(planned.tokens() / (rate * devices));
    }
    if (unit == "tokens/s") {
        return Seconds(planned.tokens() / rate);
    }
    if (unit == "samples/s") {
        return Seconds(planned.samples() / rate);
    }
    if (each && unit.find("TFLOP/s") != std::string::npos) {
        const bool recomputed = unit.find("recompute") != std::string::npos;
        return Seconds(countedFlops(run, planned, recomputed) / (rate * 1e12 * devices));
    }
    return Obstacle(say(words::calibration::unknown_unit, unit));
}

MemoryKind usualKind(Framework framework)
{
    return framework == Framework::Torchtitan ? MemoryKind::Reserved : MemoryKind::Allocated;
}

Message memoryObstacle(const Run& run)
{
    if (run.out_of_memory) {
        return words::calibration::out_of_memory;
    }
    if (!run.peak) {
        return words::calibration::no_memory;
    }
    if (run.fp8_parameters) {
        return words::calibration::fp8_parameters;
    }
    if (run.scope.rank == MemoryRank::Sum) {
        return words::calibration::summed_memory;
    }
    return run.scope.rank == MemoryRank::Other ? Message(words::calibration::middle_rank) : Message();
}

}
