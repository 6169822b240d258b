// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0

// Configuration of torchtitan (pytorch/torchtitan v0.2.2, torchtitan/config/job_config.py), the last release that reads
// TOML. Later versions have these fields in Python, mostly with the same names (torchtitan/config/configs.py). Module
// names and flavor sizes: torchtitan/models/llama3, qwen3, deepseek_v3 and gpt_oss.
#include "core/exchange/launchers.h"
#include "core/framework/framework.h"
#include "core/words/launcher.h"

#include <algorithm>
#include <array>
#include <span>

namespace stagecraft::launchers {

namespace {

struct Flavor {
    std::string_view name;
    int blocks;
    std::int64_t hidden, heads, kv_heads, intermediate; // per expert if it has experts
    bool tied = false;
    std::int64_t experts = 0;
};

constexpr std::array llamas {
    Flavor {"8B", 32, 4096, 32, 8, 14336},
    Flavor {"70B", 80, 8192, 64, 8, 28672},
    Flavor {"405B", 126, 16384, 128, 8, 53248},
};

constexpr std::array qwens {
    Flavor {"0.6B", 28, 1024, 16, 8, 3072, true},
    Flavor {"1.7B", 28, 2048, 16, 8, 6144, true},
    Flavor {"4B", 36, 2560, 32, 8, 9728, true},
    Flavor {"8B", 36, 4096, 32, 8, 12288},
    Flavor {"14B", 40, 5120, 40, 8, 17408},
    Flavor {"32B", 64, 5120, 64, 8, 25600},
    Flavor {"30B-A3B", 48, 2048, 32, 4, 768, false, 128},
    Flavor {"235B-A22B", 94, 4096, 64, 4, 1536, false, 128},
};

class Toml {
public:
    void section(const std::string& name) { m_text += "\n[" + name + "]\n"; }
    void add(const std::string& name, std::int64_t value) { line(name, std::to_string(value)); }
    void add(const std::string& name, std::string_view value) { line(name, "\"" + std::string(value) + "\""); }
    void add(const std::string& name, const char* value) { add(name, std::string_view(value)); }
    void line(const std::string& name, const std::string& value) { m_text += name + " = " + value + "\n"; }
    std::string take() && { return std::move(m_text); }

private:
    std::string m_text;
};

// torchtitan's name of a model, and its flavor with these sizes.
struct ModelWords {
    std::string_view name;
    std::string_view title;
    std::string_view flavor; // empty if a flavor with `fields` must be added
    std::string fields;
};

std::string field(const char* name, std::int64_t value)
{
    return std::string(", ") + name + " " + std::to_string(value);
}

std::string qwenFields(const DecoderFacts& facts)
{
    std::string text = field("head_dim", facts.head_width);
    if (facts.experts) {
        text += ", moe_enabled" + field("moe_inter_dim", facts.experts->intermediate)
            + field("num_experts", facts.experts->count * facts.experts->ranks) + field("top_k", facts.experts->active);
    } else {
        text += field("hidden_dim", facts.intermediate);
    }
    return text + (facts.tied ? ", enable_weight_tying" : "");
}

ModelWords usualModel(const DecoderFacts& facts)
{
    const bool qwen = facts.head_norm;
    const std::int64_t intermediate = facts.experts ? facts.experts->intermediate : facts.intermediate;
    const std::int64_t experts = facts.experts ? facts.experts->count * facts.experts->ranks : 0;
    const auto of = [&](const Flavor& flavor) {
        return flavor.blocks == facts.blocks && flavor.hidden == facts.hidden && flavor.heads == facts.heads
            && flavor.kv_heads == facts.kv_heads && flavor.intermediate == intermediate && flavor.experts == experts
            && (!qwen || (flavor.tied == facts.tied && facts.head_width == 128))
            && (!facts.experts || facts.experts->active == 8);
    };
    const std::span<const Flavor> known = qwen ? std::span<const Flavor>(qwens) : std::span<const Flavor>(llamas);
    const auto at = std::find_if(known.begin(), known.end(), of);
    return {qwen ? "qwen3" : "llama3", qwen ? "Qwen3" : "Llama 3", at != known.end() ? at->name : "",
            field("n_kv_heads", facts.kv_heads) + (qwen ? qwenFields(facts) : field("perceptron", facts.intermediate))};
}

// Returns the model of latent attention. Only flavor 671B, with all 256 experts, has this router.
ModelWords latentModel(const DecoderFacts& facts)
{
    const Experts& experts = *facts.experts;
    const LatentFacts& latent = *facts.latent;
    const auto dense = std::find(facts.sparse.begin(), facts.sparse.end(), true) - facts.sparse.begin();
    const std::int64_t count = experts.count * experts.ranks;
    const bool is_large = facts.blocks == 61 && dense == 3 && facts.hidden == 7168 && facts.heads == 128
        && facts.intermediate == 18432 && latent == LatentFacts {1536, 512, 128, 128} && facts.rotary_width == 64
        && experts.intermediate == 2048 && count == 256 && experts.active == 8 && experts.groups == 8
        && experts.active_groups == 4 && facts.shared_expert == 2048;
    return {"deepseek_v3", "DeepSeek-V3", is_large ? "671B" : "",
            field("inter_dim", facts.intermediate) + field("moe_inter_dim", experts.intermediate)
                + field("n_dense_layers", dense) + field("q_lora_rank", latent.query_rank)
                + field("kv_lora_rank", latent.key_rank) + field("qk_nope_head_dim", latent.still_width)
                + field("qk_rope_head_dim", facts.rotary_width) + field("v_head_dim", latent.value_width)
                + field("num_experts", count) + field("num_shared_experts", facts.shared_expert / experts.intermediate)
                + field("top_k", experts.active) + field("num_expert_groups", experts.groups)
                + field("num_limited_groups", experts.active_groups)};
}

ModelWords sinksModel(const DecoderFacts& facts)
{
    const Experts& experts = *facts.experts;
    const std::int64_t count = experts.count * experts.ranks;
    const bool usual = facts.hidden == 2880 && facts.heads == 64 && facts.kv_heads == 8 && facts.head_width == 64
        && experts.intermediate == 2880 && experts.active == 4 && facts.window == 128;
    const bool is_small = usual && facts.blocks == 24 && count == 32;
    const bool is_large = usual && facts.blocks == 36 && count == 128;
    return {"gpt_oss", "gpt-oss",
            is_small       ? "20b"
                : is_large ? "120b"
                           : "",
            field("n_kv_heads", facts.kv_heads) + field("head_dim", facts.head_width)
                + field("moe_inter_dim", experts.intermediate) + field("sliding_window_size", facts.window)
                + field("num_experts", count) + field("top_k", experts.active)};
}

void addModel(const PlanDocument& document, const DecoderFacts& facts, Toml& toml, Notes& notes)
{
    const ModelWords model = facts.latent ? latentModel(facts) : facts.sinks ? sinksModel(facts) : usualModel(facts);
    toml.section("model");
    toml.add("name", model.name);
    if (!model.flavor.empty()) {
        toml.add("flavor", model.flavor);
    } else {
        notes.push_back(
            say(words::launcher::model_sizes, facts.blocks, facts.hidden, facts.heads, model.fields, model.name));
    }
    const std::pair<bool, Message> others[] {
        {facts.tied && (facts.latent || !facts.head_norm), words::launcher::tied_embedding},
        {(facts.qkv_bias || facts.output_bias || facts.mlp_bias) && !facts.sinks, words::launcher::biases},
        {facts.window > 0 && !facts.sinks, words::launcher::window},
        {facts.norm_around_one, words::launcher::norms_around_one},
    };
    for (const auto& [has, what] : others) {
        if (has) {
            notes.push_back(say(words::launcher::model_lacks, what, model.title));
        }
    }
    if (facts.latent) {
        notes.push_back(words::launcher::flexible_attention);
    }
    const double most = std::max({facts.embedding_dropout, facts.attention_dropout, facts.residual_dropout});
    if (document.problem.workload.dropout == DropoutUse::Configured && most > 0) {
        notes.push_back(words::launcher::no_dropout);
    }
    if (document.problem.workload.attention == AttentionKind::Eager) {
        notes.push_back(words::launcher::fused_attention);
    }
}

void addTraining(const PlanDocument& document, Toml& toml)
{
    const Shape shape = shapeOf(document);
    const Workload& workload = document.problem.workload;
    toml.section("training");
    // A pipeline splits the local batch into micro-batches; without one, micro-batches run one after another.
    toml.add("local_batch_size",
             shape.pipeline_ranks > 1 ? shape.micro_batch * shape.micro_batches : shape.micro_batch);
    toml.add("global_batch_size", shape.global_batch);
    toml.add("seq_len", workload.sequence);
    toml.add("dtype", "float32");
    toml.add("mixed_precision_param", workload.precision == Precision::Fp32 ? "float32" : "bfloat16");
    toml.add("mixed_precision_reduce", "float32");
    toml.line("enable_cpu_offload", document.plan.training.offload == StateOffload::Parameters ? "true" : "false");
    toml.section("optimizer");
    toml.add("name", workload.optimizer == OptimizerKind::Adam ? "Adam" : "AdamW");
}

const char* scheduleName(ScheduleKind schedule)
{
    switch (schedule) {
    case ScheduleKind::GPipe:
        return "GPipe";
    case ScheduleKind::InterleavedRounds:
        return "Interleaved1F1B";
    case ScheduleKind::ZeroBubbleV:
        return "ZBVZeroBubble";
    default:
        return "1F1B"; // other schedules are obstacles that the notes list
    }
}

std::string modulesOf(const Plan& plan, int layers)
{
    std::string text = "[\n";
    for (const Stage& stage : plan.stages) {
        text += "    [";
        for (int l = stage.layers.first; l < stage.layers.last; ++l) {
            text += l == stage.layers.first ? "" : ", ";
            if (l == 0) {
                text += "\"tok_embeddings\"";
            } else if (l + 1 == layers) {
                text += "\"norm\", \"output\"";
            } else {
                text += "\"layers." + std::to_string(l - 1) + "\"";
            }
        }
        text += "],\n";
    }
    return text + "]";
}

void addParallelism(const PlanDocument& document, const DecoderFacts& facts, Toml& toml, Notes& notes)
{
    const Shape shape = shapeOf(document);
    const ExecutionMode mode = modeOf(document.problem.constraints.framework);
    const bool shards = shape.zero >= 2 || shape.context > 1 || mode.shards_masters;
    toml.section("parallelism");
    toml.add("data_parallel_replicate_degree", shards ? 1 : shape.data);
    toml.add("data_parallel_shard_degree", shards ? shape.data : 1);
    toml.add("fsdp_reshard_after_forward", shape.zero == 2 ? "never" : mode.keeps_head ? "default" : "always");
    toml.add("tensor_parallel_degree", shape.tensor);
    toml.add("context_parallel_degree", shape.context);
    if (shape.context > 1) {
        toml.add("context_parallel_rotate_method", "alltoall");
    }
    if (document.plan.expert > 1) {
        toml.add("expert_parallel_degree", document.plan.expert);
        toml.add("expert_tensor_parallel_degree", 1);
    }
    toml.add("pipeline_parallel_degree", shape.pipeline_ranks);
    if (shape.pipeline_ranks > 1) {
        toml.add("pipeline_parallel_schedule", scheduleName(document.plan.schedule));
        toml.add("pipeline_parallel_microbatch_size", shape.micro_batch);
        toml.line("module_fqns_per_model_part", modulesOf(document.plan, facts.blocks + 2));
    }
    if (shape.zero == 2) {
        notes.push_back(words::launcher::kept_parameters);
    }
}

void addCompile(const PlanDocument& document, Toml& toml)
{
    const FrameworkChoice& framework = document.problem.constraints.framework;
    if (framework.name == Framework::Torchtitan && framework.options.compile) {
        toml.section("compile");
        toml.line("enable", "true");
        if (!framework.options.compile_loss) {
            toml.line("components", "[\"model\"]");
        }
    }
}

void addRecomputation(const PlanDocument& document, Toml& toml)
{
    const auto words = recomputeWords(document.problem, document.plan, Target::Torchtitan);
    toml.section("activation_checkpoint");
    if (words && words->policy == LayerPolicy::Selective) {
        toml.add("mode", "selective");
        toml.add("selective_ac_option", "op");
    } else if (!words || words->policy != LayerPolicy::Full) {
        toml.add("mode", "none"); // other policies are obstacles that the notes list
    } else if (words->every == 1) {
        toml.add("mode", "full");
    } else {
        toml.add("mode", "selective");
        toml.add("selective_ac_option", std::to_string(words->every));
    }
}

}

LauncherSettings torchtitan(const PlanDocument& document, const DecoderFacts& facts, Notes notes)
{
    Toml toml;
    addModel(document, facts, toml, notes);
    addTraining(document, toml);
    addParallelism(document, facts, toml, notes);
    addCompile(document, toml);
    addRecomputation(document, toml);
    return {commented(headOf(document, Target::Torchtitan)) + commented(notes) + std::move(toml).take(),
            std::move(notes)};
}

}
