// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "core/framework/limits.h"

#include "core/base/overloaded.h"
#include "core/framework/framework.h"
#include "core/model/parameters.h"

#include <algorithm>
#include <string>

namespace stagecraft {

namespace {

// Why it is not known how Megatron-Core runs an operator; empty if it is.
std::string unknownOf(const Operator& op)
{
    return std::visit(overloaded {
                          [](const Attention& o) -> std::string {
                              if (o.sinks || o.alibi || o.biased || o.window > 0 || o.chunk > 0) {
                                  return "attention with windows, sinks or something added to its scores";
                              }
                              const bool other = o.gated || o.plain_norm || o.value_norm || o.tempered || o.gives_keys
                                  || o.takes_keys || o.per_image || o.packing == HeadPacking::Groups
                                  || o.packing == HeadPacking::PerHead;
                              return other ? "this model's attention" : "";
                          },
                          [](const Embedding&) { return std::string(); },
                          [](const PositionEmbedding&) { return std::string(); },
                          [](const Linear&) { return std::string(); },
                          [](const LayerNorm&) { return std::string(); },
                          [](const RmsNorm&) { return std::string(); },
                          [](const Activate&) { return std::string(); },
                          [](const GatedActivation&) { return std::string(); },
                          [](const Dropout&) { return std::string(); },
                          [](const Add&) { return std::string(); },
                          [](const Multiply&) { return std::string(); },
                          [](const Split&) { return std::string(); },
                          [](const GatherTokens&) { return std::string(); },
                          [](const ScatterTokens&) { return std::string(); },
                          [](const CrossEntropy&) { return std::string(); },
                          [](const SplitWidths&) { return std::string(); },
                          [](const Experts& o) -> std::string {
                              const bool other = o.gate != ExpertGate::Halves || o.activation != Activation::Silu
                                  || o.biased || o.transposed || o.router_width > 0 || o.normed_router;
                              return other ? "this model's experts" : "";
                          },
                          [](const auto& o) { return "the operator " + std::string(o.name); },
                      },
                      op);
}

tl::unexpected<Error> refused(const FrameworkChoice& framework, const std::string& instead)
{
    return failure(ErrorCode::OptionUnsupported,
                   {std::string("the framework"), std::string(nameOf(framework.name)), instead});
}

// What is divided are fp32 copies, of units that have no tensor in common.
Result<void> requireSharded(const FrameworkChoice& framework, const Model& model, const Workload& workload)
{
    if (workload.precision != Precision::Bf16Master) {
        return refused(framework,
                       "libtorch (how it trains in " + std::string(nameOf(workload.precision))
                           + " instead of bf16-master is not known here)");
    }
    const bool tied = std::any_of(model.layers.begin(), model.layers.end(),
                                  [](const Layer& layer) { return sharedParameterCount(layer.spec) > 0; });
    return tied ? refused(framework, "libtorch (where it puts weights that two layers share is not known here)")
                : Result<void>();
}

std::string unknownOf(const Model& model)
{
    const LayerSpec* last = nullptr;
    for (const Layer& layer : model.layers) {
        if (last != nullptr && *last == layer.spec) { // blocks are alike
            continue;
        }
        last = &layer.spec;
        const auto* program = std::get_if<Program>(&layer.spec);
        if (program == nullptr) {
            return "layers without their operators";
        }
        for (const Statement& statement : program->statements()) {
            if (std::string unknown = unknownOf(statement.op); !unknown.empty()) {
                return unknown;
            }
        }
    }
    return {};
}

}

Result<void> requireKnown(const FrameworkChoice& framework, const Model& model, const Workload& workload)
{
    if (framework.isLibtorch()) {
        return {};
    }
    if (framework.name == Framework::Fsdp2) {
        return requireSharded(framework, model, workload);
    }
    std::string unknown = unknownOf(model);
    if (unknown.empty() && !hasMasterWeights(workload.precision)) {
        unknown = "training in " + std::string(nameOf(workload.precision)) + " instead of bf16-master or fp16";
    }
    if (unknown.empty() && workload.attention == AttentionKind::Eager) {
        unknown = "attention that keeps its scores (--attention eager)";
    }
    return unknown.empty() ? Result<void>()
                           : refused(framework, "libtorch (how it runs " + unknown + " is not known here)");
}

Result<void> requirePossible(const Constraints& fixed)
{
    if (fixed.framework.isLibtorch()) {
        return {};
    }
    if (fixed.framework.name == Framework::Fsdp2) {
        return fixed.zero == 3 && fixed.training == TrainingOptions {}
            ? Result<void>()
            : refused(fixed.framework,
                      "libtorch (it divides parameters, gradients and optimizer states: ZeRO 3, on the devices)");
    }
    if (fixed.zero > 1) {
        return refused(fixed.framework, "libtorch (its optimizer divides its own state alone: ZeRO 0 or 1)");
    }
    if (fixed.policies.has(LayerPolicy::Swap) || fixed.policies.has(LayerPolicy::Compress)) {
        return refused(fixed.framework, "libtorch (how it swaps or compresses activations is not known here)");
    }
    if (fixed.training != TrainingOptions {}) {
        return refused(fixed.framework,
                       "libtorch (state on the host and replicas that do not exchange gradients are not known here)");
    }
    return {};
}

}
