// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0

// Configuration of torchtitan (pytorch/torchtitan v0.2.2, torchtitan/config/job_config.py): the last release that reads
// TOML. Later versions have these fields in Python, most under the same names (torchtitan/config/configs.py). Names of
// modules and sizes of flavors: torchtitan/models/llama3 and qwen3.
#include "core/exchange/launchers.h"
#include "core/framework/framework.h"

#include <algorithm>
#include <array>
#include <span>

namespace stagecraft::launchers {

namespace {

using Notes = std::vector<std::string>;

struct Flavor {
    std::string_view name;
    int blocks;
    std::int64_t hidden, heads, kv_heads, intermediate; // of an expert where it has some
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

std::string qwenSizes(const DecoderFacts& facts)
{
    const std::string of_blocks = facts.experts
        ? "moe_enabled, moe_inter_dim " + std::to_string(facts.experts->intermediate) + ", num_experts "
            + std::to_string(facts.experts->count * facts.experts->ranks) + ", top_k "
            + std::to_string(facts.experts->active)
        : "hidden_dim " + std::to_string(facts.intermediate);
    return ", head_dim " + std::to_string(facts.head_width) + " and " + of_blocks
        + (facts.tied ? ", enable_weight_tying" : "") + " (torchtitan/models/qwen3/__init__.py)";
}

void addModel(const PlanDocument& document, const DecoderFacts& facts, Toml& toml, Notes& notes)
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
    toml.section("model");
    toml.add("name", qwen ? "qwen3" : "llama3");
    if (at != known.end()) {
        toml.add("flavor", at->name);
    } else {
        notes.push_back("the model's sizes: add a flavor with n_layers " + std::to_string(facts.blocks) + ", dim "
                        + std::to_string(facts.hidden) + ", n_heads " + std::to_string(facts.heads) + ", n_kv_heads "
                        + std::to_string(facts.kv_heads)
                        + (qwen ? qwenSizes(facts)
                                : " and a perceptron of " + std::to_string(facts.intermediate)
                                   + " (torchtitan/models/llama3/__init__.py)"));
    }
    const std::pair<bool, const char*> others[] {
        {facts.tied && !qwen, "an embedding that is the head's projection, too"},
        {facts.qkv_bias || facts.output_bias || facts.mlp_bias, "biases"},
        {facts.window > 0, "attention within a window"},
        {facts.norm_around_one, "norms around one"},
    };
    for (const auto& [has, what] : others) {
        if (has) {
            notes.push_back(std::string(what)
                            + (qwen ? ": torchtitan's Qwen3 has none" : ": torchtitan's Llama 3 has none"));
        }
    }
    const double most = std::max({facts.embedding_dropout, facts.attention_dropout, facts.residual_dropout});
    if (document.problem.workload.dropout == DropoutUse::Configured && most > 0) {
        notes.push_back("dropout: torchtitan's models have none");
    }
    if (document.problem.workload.attention == AttentionKind::Eager) {
        notes.push_back("attention by single operations: torchtitan's is fused");
    }
}

void addTraining(const PlanDocument& document, Toml& toml)
{
    const Shape shape = shapeOf(document);
    const Workload& workload = document.problem.workload;
    toml.section("training");
    // A pipeline divides what it is given into micro-batches; without one they follow one another.
    toml.add("local_batch_size", shape.places > 1 ? shape.micro_batch * shape.micro_batches : shape.micro_batch);
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
        return "1F1B"; // others are obstacles, and among the notes
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
    const bool shards = shape.zero >= 2 || shape.context > 1;
    toml.section("parallelism");
    toml.add("data_parallel_replicate_degree", shards ? 1 : shape.data);
    toml.add("data_parallel_shard_degree", shards ? shape.data : 1);
    const bool keeps_head = modeOf(document.problem.constraints.framework).keeps_head;
    toml.add("fsdp_reshard_after_forward", shape.zero == 2 ? "never" : keeps_head ? "default" : "always");
    toml.add("tensor_parallel_degree", shape.tensor);
    toml.add("context_parallel_degree", shape.context);
    if (shape.context > 1) {
        toml.add("context_parallel_rotate_method", "alltoall");
    }
    toml.add("pipeline_parallel_degree", shape.places);
    if (shape.places > 1) {
        toml.add("pipeline_parallel_schedule", scheduleName(document.plan.schedule));
        toml.add("pipeline_parallel_microbatch_size", shape.micro_batch);
        toml.line("module_fqns_per_model_part", modulesOf(document.plan, facts.blocks + 2));
    }
    if (shape.zero == 2) {
        notes.push_back("parameters that every replica has all the time: FSDP divides them between steps, and gathers "
                        "each layer's until the step ends");
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
        toml.add("mode", "none"); // others are obstacles, and among the notes
    } else if (words->every == 1) {
        toml.add("mode", "full");
    } else {
        toml.add("mode", "selective");
        toml.add("selective_ac_option", std::to_string(words->every));
    }
}

}

LauncherSettings torchtitan(const PlanDocument& document, const DecoderFacts& facts, std::vector<std::string> notes)
{
    Toml toml;
    addModel(document, facts, toml, notes);
    addTraining(document, toml);
    addParallelism(document, facts, toml, notes);
    addCompile(document, toml);
    addRecomputation(document, toml);
    std::string text = commented(headOf(document, Target::Torchtitan));
    for (const std::string& note : notes) {
        text += "# Not expressed: " + note + "\n";
    }
    return {text + std::move(toml).take(), std::move(notes)};
}

}
