// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0

// Arguments of Megatron-LM's pretrain_gpt.py (NVIDIA/Megatron-LM, August 2026): megatron/training/arguments.py, and the
// options that it generates from megatron/core/transformer/transformer_config.py,
// megatron/core/model_parallel_config.py and megatron/training/config; stages:
// megatron/core/transformer/pipeline_parallel_layer_layout.py.
#include "core/base/english.h"
#include "core/base/numbertext.h"
#include "core/exchange/launchers.h"
#include "core/framework/framework.h"
#include "core/words/launcher.h"

#include <algorithm>

namespace stagecraft::launchers {

namespace {

// Argument file. No argument has a character that a shell expands: files are read as $(grep -v '^#' FILE).
class Arguments {
public:
    void add(const std::string& name) { m_text += "--" + name + "\n"; }
    void add(const std::string& name, const std::string& value) { m_text += "--" + name + " " + value + "\n"; }
    void add(const std::string& name, std::int64_t value) { add(name, std::to_string(value)); }
    void addNumber(const std::string& name, double value) { add(name, generalText(value, exactDigits)); }
    void addIf(bool is_so, const std::string& name)
    {
        if (is_so) {
            add(name);
        }
    }
    std::string take() && { return std::move(m_text); }

private:
    static constexpr int exactDigits = 15;

    std::string m_text;
};

void addNorms(const DecoderFacts& facts, Arguments& arguments)
{
    arguments.add("normalization", facts.rms_norm ? "RMSNorm" : "LayerNorm");
    arguments.addNumber("norm-epsilon", facts.norm_epsilon);
    arguments.addIf(facts.norm_around_one, "apply-layernorm-1p");
    arguments.addIf(facts.head_norm, "qk-layernorm");
}

void addPositions(const PlanDocument& document, const DecoderFacts& facts, Arguments& arguments)
{
    const std::int64_t longest = document.problem.model.longest_sequence;
    arguments.add("seq-length", document.problem.workload.sequence);
    arguments.add("max-position-embeddings",
                  facts.learned_positions > 0 ? facts.learned_positions
                                              : std::max(longest, document.problem.workload.sequence));
    if (facts.rotary_width > 0) {
        arguments.add("position-embedding-type", "rope");
        arguments.add("rotary-base", static_cast<std::int64_t>(facts.rotary_base));
        if (facts.rotary_width < facts.head_width && !facts.latent) {
            arguments.addNumber("rotary-percent",
                                static_cast<double>(facts.rotary_width) / static_cast<double>(facts.head_width));
        }
    } else {
        arguments.add("position-embedding-type", facts.learned_positions > 0 ? "learned_absolute" : "none");
    }
}

// Adds the arguments of latent attention. Megatron-LM calls its fused rotary embedding experimental.
void addLatent(const LatentFacts& latent, const DecoderFacts& facts, bool by_layers, Arguments& arguments)
{
    arguments.add("multi-latent-attention");
    if (latent.query_rank > 0) {
        arguments.add("q-lora-rank", latent.query_rank);
    }
    arguments.add("kv-lora-rank", latent.key_rank);
    arguments.add("qk-head-dim", latent.still_width);
    arguments.add("qk-pos-emb-head-dim", facts.rotary_width);
    arguments.add("v-head-dim", latent.value_width);
    arguments.add(by_layers ? "enable-experimental" : "no-rope-fusion");
}

// Adds the activation. The clamped gate is that of gpt-oss (OpenAI 2025): megatron/core/fusions/fused_bias_geglu.py.
void addActivation(const DecoderFacts& facts, Arguments& arguments)
{
    if (!facts.experts || facts.experts->gate != ExpertGate::ClampedPairs) {
        arguments.addIf(facts.gated, "swiglu");
        return;
    }
    arguments.add("quick-geglu");
    arguments.addNumber("glu-linear-offset", 1);
    arguments.addNumber("activation-func-clamp-value", 7);
}

// Returns "[1,0,1]": one number per block.
std::string listOf(const std::vector<bool>& blocks)
{
    std::string list;
    for (const bool is_so : blocks) {
        list += (list.empty() ? "" : ",") + std::string(is_so ? "1" : "0");
    }
    return "[" + list + "]";
}

// Returns N if exactly every Nth block is false; 0 if there is no such N.
std::int64_t skippedEvery(const std::vector<bool>& blocks)
{
    const auto every = std::find(blocks.begin(), blocks.end(), false) - blocks.begin() + 1;
    for (std::size_t i = 0; i < blocks.size(); ++i) {
        if (blocks[i] != ((static_cast<std::int64_t>(i) + 1) % every != 0)) {
            return 0;
        }
    }
    return every;
}

void noteBrackets(const std::string& option, Notes& notes)
{
    notes.push_back(say(words::launcher::square_brackets, option));
}

void addWindow(const DecoderFacts& facts, Arguments& arguments, Notes& notes)
{
    if (facts.window == 0) {
        return;
    }
    arguments.add("window-size", "(" + std::to_string(facts.window - 1) + ",0)");
    notes.push_back(words::launcher::round_brackets);
    if (std::find(facts.windowed.begin(), facts.windowed.end(), false) == facts.windowed.end()) {
        return;
    }
    if (const std::int64_t every = skippedEvery(facts.windowed); every > 0) {
        arguments.add("window-attn-skip-freq", every);
        return;
    }
    arguments.add("window-attn-skip-freq", listOf(facts.windowed));
    noteBrackets("--window-attn-skip-freq", notes);
}

void addExperts(const DecoderFacts& facts, const PlanDocument& document, Arguments& arguments, Notes& notes)
{
    if (!facts.experts) {
        return;
    }
    const Plan& plan = document.plan;
    const Experts& experts = *facts.experts;
    // Same kernels as in the memory model (core/framework/megatroncore.cpp).
    const bool by_layers = document.problem.constraints.framework.name == Framework::MegatronCore;
    arguments.addIf(by_layers, "moe-grouped-gemm");
    arguments.addIf(by_layers, "moe-permute-fusion");
    if (experts.wide_router) {
        arguments.add("moe-router-dtype", "fp32");
    }
    arguments.add("num-experts", experts.count);
    arguments.add("moe-ffn-hidden-size", experts.intermediate);
    arguments.add("moe-router-topk", experts.active);
    if (experts.score == RouterScore::Sigmoid) {
        arguments.add("moe-router-score-function", "sigmoid");
        arguments.add("moe-router-enable-expert-bias");
    }
    arguments.addIf(experts.score == RouterScore::Softmax && !experts.normalised, "moe-router-pre-softmax");
    if (experts.groups > 1) {
        arguments.add("moe-router-num-groups", experts.groups);
        arguments.add("moe-router-group-topk", experts.active_groups);
    }
    if (experts.scaling != 0 && experts.scaling != 1) {
        arguments.addNumber("moe-router-topk-scaling-factor", experts.scaling);
    }
    if (facts.shared_expert > 0) {
        arguments.add("moe-shared-expert-intermediate-size", facts.shared_expert);
        arguments.addIf(facts.shared_switch, "moe-shared-expert-gate");
    }
    if (std::find(facts.sparse.begin(), facts.sparse.end(), false) != facts.sparse.end()) {
        arguments.add("moe-layer-freq", listOf(facts.sparse));
        noteBrackets("--moe-layer-freq", notes);
    }
    arguments.add("expert-model-parallel-size", plan.expert);
    if (plan.expert > 1) {
        arguments.add("moe-token-dispatcher-type", "alltoall");
        arguments.addNumber("moe-expert-capacity-factor", plan.expert_capacity);
        arguments.add("moe-pad-expert-input-to-capacity");
    }
}

void addModel(const PlanDocument& document, const DecoderFacts& facts, Arguments& arguments, Notes& notes)
{
    const Workload& workload = document.problem.workload;
    arguments.add("num-layers", facts.blocks);
    arguments.add("hidden-size", facts.hidden);
    arguments.add("num-attention-heads", facts.heads);
    if (facts.kv_heads != facts.heads) {
        arguments.add("group-query-attention");
        arguments.add("num-query-groups", facts.kv_heads);
    }
    if (facts.latent) {
        const bool by_layers = document.problem.constraints.framework.name == Framework::MegatronCore;
        addLatent(*facts.latent, facts, by_layers, arguments);
    } else if (facts.head_width * facts.heads != facts.hidden) {
        arguments.add("kv-channels", facts.head_width);
    }
    arguments.add("ffn-hidden-size", facts.intermediate > 0 ? facts.intermediate : facts.experts->intermediate);
    addPositions(document, facts, arguments);
    addNorms(facts, arguments);
    addActivation(facts, arguments);
    arguments.addIf(!facts.output_bias, "disable-bias-linear");
    arguments.addIf(facts.qkv_bias && !facts.output_bias, "add-qkv-bias");
    arguments.addIf(!facts.tied, "untie-embeddings-and-output-weights");
    addWindow(facts, arguments, notes);
    arguments.add("vocab-size", facts.vocabulary);
    arguments.add("make-vocab-size-divisible-by", 1); // per tensor-parallel rank, same padding as the plan's embedding
    addExperts(facts, document, arguments, notes);
    const bool drops = workload.dropout == DropoutUse::Configured;
    arguments.addNumber("attention-dropout", drops ? facts.attention_dropout : 0);
    arguments.addNumber("hidden-dropout", drops ? facts.residual_dropout : 0);
    if (drops && facts.embedding_dropout != facts.residual_dropout) {
        notes.push_back(words::launcher::embedding_dropout);
    }
    if (facts.sinks) { // only the cuDNN kernels of Transformer Engine support sinks
        arguments.add("softmax-type", "learnable");
    }
    const char* fused = facts.sinks ? "fused" : "flash";
    arguments.add("attention-backend", workload.attention == AttentionKind::Sdpa ? fused : "unfused");
}

// Returns "Ett|ttt|ttL": one letter per layer; avoids stars, which a shell would expand.
std::string layoutOf(const Plan& plan, int layers)
{
    std::string layout;
    for (const Stage& stage : plan.stages) {
        layout += layout.empty() ? "" : "|";
        for (int l = stage.layers.first; l < stage.layers.last; ++l) {
            layout += l == 0 ? 'E' : l + 1 == layers ? 'L' : 't';
        }
    }
    return layout;
}

// True if the partition is the one that Megatron-LM makes from --num-layers alone: equally many blocks per stage, with
// the embedding in the first and the output layer in the last stage.
bool isEven(const Plan& plan, int blocks)
{
    const int stages = static_cast<int>(plan.stages.size());
    if (blocks % stages != 0) {
        return false;
    }
    const std::vector<int> split_points = plan.splitPoints();
    for (int s = 1; s < stages; ++s) {
        if (split_points[static_cast<std::size_t>(s)] != 1 + blocks / stages * s) {
            return false;
        }
    }
    return true;
}

void addParallelism(const PlanDocument& document, const DecoderFacts& facts, Arguments& arguments)
{
    const Shape shape = shapeOf(document);
    const Plan& plan = document.plan;
    arguments.add("tensor-model-parallel-size", shape.tensor);
    arguments.addIf(shape.sequence, "sequence-parallel");
    arguments.add("pipeline-model-parallel-size", shape.pipeline_ranks);
    if (!isEven(plan, facts.blocks)) {
        arguments.add("pipeline-model-parallel-layout", layoutOf(plan, facts.blocks + 2));
    } else if (shape.stages_per_rank > 1) {
        arguments.add("num-virtual-stages-per-pipeline-rank", shape.stages_per_rank);
    }
    arguments.addIf(plan.schedule == ScheduleKind::Combined, "overlap-moe-expert-parallel-comm");
    arguments.add("context-parallel-size", shape.context);
    if (shape.context > 1) {
        arguments.add("cp-comm-type", plan.context_kind == ContextKind::Ring ? "p2p" : "a2a");
    }
    arguments.add("micro-batch-size", shape.micro_batch);
    arguments.add("global-batch-size", shape.global_batch);
}

void addRecomputation(const PlanDocument& document, Arguments& arguments)
{
    const auto words = recomputeWords(document.problem, document.plan, Target::Megatron);
    if (!words) {
        return; // an obstacle that the notes list
    }
    const auto& modules = document.problem.constraints.framework.options.recompute_modules;
    if (words->policy == LayerPolicy::Selective || !modules.empty()) {
        arguments.add("recompute-granularity", "selective");
        std::string names = words->policy == LayerPolicy::Selective ? " core_attn" : "";
        for (const RecomputeModule module : modules) {
            names += " " + std::string(nameOf(module));
        }
        if (!modules.empty()) {
            arguments.add("recompute-modules", names.substr(1));
        }
    } else if (words->policy == LayerPolicy::Full) {
        arguments.add("recompute-granularity", "full");
        arguments.add("recompute-method", words->first_of_stage > 0 ? "block" : "uniform");
        arguments.add("recompute-num-layers", words->first_of_stage > 0 ? words->first_of_stage : 1);
    }
}

// Gradient buffers are fp32 with bf16, unless --grad-reduce-in-bf16, and fp16 with fp16, unless
// --accumulate-allreduce-grads-in-fp32.
void addGradients(const PlanDocument& document, Arguments& arguments, Notes& notes)
{
    const FrameworkOptions& options = document.problem.constraints.framework.options;
    arguments.addIf(!options.gradient_accumulation_fusion, "no-gradient-accumulation-fusion");
    if (options.cross_entropy_loss_fusion) {
        arguments.addIf(true, "cross-entropy-loss-fusion");
        arguments.add("cross-entropy-fusion-impl", "te");
    }
    if (options.fp8_recipe != Fp8Recipe::None) {
        arguments.add("fp8-format", "hybrid");
        arguments.add("fp8-recipe", std::string(nameOf(options.fp8_recipe)));
    }
    const GradientHandling gradients = gradientsOf(document.problem.constraints);
    const bool low = parameterType(document.problem.workload.precision) != NumberType::Fp32;
    if (gradients == GradientHandling::WideBuffers) {
        arguments.add("accumulate-allreduce-grads-in-fp32");
    } else if (document.problem.workload.precision == Precision::Bf16Master) {
        arguments.add("grad-reduce-in-bf16");
    }
    if (gradients == GradientHandling::Eager || gradients == GradientHandling::BucketCopies) {
        notes.push_back(
            say(words::launcher::gradient_buffers, gradients,
                low ? Argument(words::launcher::view_or_buffers) : Argument(GradientHandling::BucketViews)));
    }
}

void addOptimizer(const PlanDocument& document, Arguments& arguments, Notes& notes)
{
    const Workload& workload = document.problem.workload;
    const bool adam = workload.optimizer == OptimizerKind::Adam || workload.optimizer == OptimizerKind::AdamW;
    arguments.add("optimizer", adam ? "adam" : "sgd");
    if (!adam) {
        arguments.addNumber("sgd-momentum", workload.optimizer == OptimizerKind::Momentum ? 0.9 : 0);
    }
    if (workload.optimizer == OptimizerKind::Adam) {
        notes.push_back(words::launcher::weight_decay);
    }
    arguments.addIf(shapeOf(document).zero > 0, "use-distributed-optimizer");
    if (document.plan.training.offload == StateOffload::Optimizer) {
        arguments.add("optimizer-cpu-offload");
        arguments.add("use-precision-aware-optimizer");
    }
    arguments.addIf(workload.precision == Precision::Bf16Master || workload.precision == Precision::Bf16Autocast,
                    "bf16");
    arguments.addIf(workload.precision == Precision::Fp16, "fp16");
    addGradients(document, arguments, notes);
}

}

LauncherSettings megatron(const PlanDocument& document, const DecoderFacts& facts, Notes notes)
{
    Arguments arguments;
    addModel(document, facts, arguments, notes);
    addParallelism(document, facts, arguments);
    addRecomputation(document, arguments);
    addOptimizer(document, arguments, notes);
    std::vector<std::string> head = headOf(document, Target::Megatron);
    head.push_back(describe(words::launcher::file_megatron));
    return {commented(head) + commented(notes) + std::move(arguments).take(), std::move(notes)};
}

}
