// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/words/modelphrases.h"

#include <QCoreApplication>

#include <array>

namespace stagecraft {

namespace {

constexpr auto modelTemplates = std::to_array<const char*>({
    // Why a program of a model is none
    QT_TRANSLATE_NOOP("Core", "%1: heads that do not divide"),
    QT_TRANSLATE_NOOP("Core", "%1: groups or stride that do not divide"),
    QT_TRANSLATE_NOOP("Core", "%1: groups that do not divide"),
    QT_TRANSLATE_NOOP("Core", "%1: a packing that has no such heads"),
    QT_TRANSLATE_NOOP("Core", "%1: keys that cannot be shared"),
    QT_TRANSLATE_NOOP("Core", "%1: no stride"),
    QT_TRANSLATE_NOOP("Core", "%1: no side"),
    QT_TRANSLATE_NOOP("Core", "%1: too many parts"),
    QT_TRANSLATE_NOOP("Core", "%1: more active than there are"),
    QT_TRANSLATE_NOOP("Core", "%1: too many values"),
    QT_TRANSLATE_NOOP("Core", "%1: no factor"),
    QT_TRANSLATE_NOOP("Core", "%1: no room for distances"),
    QT_TRANSLATE_NOOP("Core", "%1: no shards"),
    QT_TRANSLATE_NOOP("Core", "%1: no parts"),
    QT_TRANSLATE_NOOP("Core", "%1: images with heads that they do not have"),
    QT_TRANSLATE_NOOP("Core", "%1: a side that does not divide"),
    QT_TRANSLATE_NOOP("Core", "%1: no positions"),
    QT_TRANSLATE_NOOP("Core", "%1: no patches"),
    QT_TRANSLATE_NOOP("Core", "it is not an allocation trace"),
    // What a model cannot be divided by or made
    QT_TRANSLATE_NOOP("Core", "a degree that the model divides by (%1)"),
    QT_TRANSLATE_NOOP("Core", "a degree that the layer divides by (%1)"),
    QT_TRANSLATE_NOOP("Core", "%1 %2 do not divide by %3"),
    QT_TRANSLATE_NOOP(
        "Core", "its embedding gives later layers more than one value, which sequence parallelism does not split"),
    QT_TRANSLATE_NOOP("Core", "heads"),
    QT_TRANSLATE_NOOP("Core", "heads of keys"),
    QT_TRANSLATE_NOOP("Core", "heads of values"),
    QT_TRANSLATE_NOOP("Core", "groups of heads"),
    QT_TRANSLATE_NOOP("Core", "heads of a tensor rank"),
    QT_TRANSLATE_NOOP("Core", "heads of keys of a tensor rank"),
    QT_TRANSLATE_NOOP("Core", "columns"),
    QT_TRANSLATE_NOOP("Core", "columns of an expert"),
    QT_TRANSLATE_NOOP("Core", "experts"),
    QT_TRANSLATE_NOOP("Core", "tokens"),
    QT_TRANSLATE_NOOP("Core", "the depth of a model %1"),
    QT_TRANSLATE_NOOP("Core", "whose layers are those of a TorchScript file"),
    QT_TRANSLATE_NOOP("Core", "that has no two equal layers behind one another"),
    QT_TRANSLATE_NOOP("Core", "a pattern that fits names such as \"%1\" (%2)"),
    QT_TRANSLATE_NOOP("Core", "the rank of %1 (%2)"),
    // What of a question cannot be answered
    QT_TRANSLATE_NOOP("Core", "\"%1\" of the layer \"%2\""),
    QT_TRANSLATE_NOOP("Core", "the memory reserve of %1, which must leave something for the plan,"),
    QT_TRANSLATE_NOOP("Core", "the number of device groups of %1"),
    QT_TRANSLATE_NOOP("Core", "sizing"),
    QT_TRANSLATE_NOOP("Core", "%1 is no price in $ per node and hour: it must be above 0"),
    QT_TRANSLATE_NOOP("Core", "it has %1 stages or more, and the model %2 layers"),
    QT_TRANSLATE_NOOP("Core", "a schedule with fewer stages per pipeline rank"),
    QT_TRANSLATE_NOOP("Core", "on one group alone, but not over several, were plans searched with %1"),
    QT_TRANSLATE_NOOP("Core", "%1 of a search over several groups of devices"),
    QT_TRANSLATE_NOOP("Core", "all but interleave, recompute-layers, swap"),
    QT_TRANSLATE_NOOP("Core", "the policy of a search for %1"),
    QT_TRANSLATE_NOOP("Core", "one of all blocks, or given cuts"),
    QT_TRANSLATE_NOOP("Core", "none, full, selective, or --vary swap"),
    QT_TRANSLATE_NOOP("Core", "what is asked of a layer table, whose costs are of one sequence,"),
    QT_TRANSLATE_NOOP("Core", "a sequence beyond what the model says"),
    // What is not known of a framework
    QT_TRANSLATE_NOOP("Core", "an operator as a framework's kernels run it (--framework says so)"),
    QT_TRANSLATE_NOOP("Core", "the framework"),
    QT_TRANSLATE_NOOP("Core", "libtorch (how it runs %1 is not known here)"),
    QT_TRANSLATE_NOOP("Core", "libtorch (it runs either parts of blocks again or whole ones)"),
    QT_TRANSLATE_NOOP("Core", "megatron-core (FP8 recipes of other frameworks are not modeled)"),
    QT_TRANSLATE_NOOP("Core", "--fp8-recipe of %1"),
    QT_TRANSLATE_NOOP("Core", "none (this GPU does not support the recipe)"),
    QT_TRANSLATE_NOOP("Core", "FP8 matrix products whose dimensions are not multiples of 16"),
    QT_TRANSLATE_NOOP("Core", "libtorch (its optimizer divides its own state alone: ZeRO 0 or 1)"),
    QT_TRANSLATE_NOOP("Core", "libtorch (how it swaps or compresses activations is not known here)"),
    QT_TRANSLATE_NOOP("Core",
                      "libtorch (state on the host and replicas that do not exchange gradients are not known here)"),
    QT_TRANSLATE_NOOP("Core",
                      "libtorch (it divides parameters, gradients and optimizer states: ZeRO 3, on the devices)"),
    QT_TRANSLATE_NOOP("Core", "libtorch (how it trains in %1 instead of bf16-master is not known here)"),
    QT_TRANSLATE_NOOP("Core", "libtorch (where it puts weights that two layers share is not known here)"),
    QT_TRANSLATE_NOOP("Core", "libtorch (how its pipelines keep parameters and gradients is not known here)"),
    QT_TRANSLATE_NOOP("Core", "libtorch (its pipelines keep parameters and gradients whole: ZeRO 1)"),
    QT_TRANSLATE_NOOP("Core", "libtorch (how it runs this schedule is not known here)"),
    QT_TRANSLATE_NOOP("Core", "libtorch (how it trains without replicas is not known here)"),
    QT_TRANSLATE_NOOP("Core", "libtorch (how it divides tokens over context ranks is not known here)"),
    QT_TRANSLATE_NOOP("Core", "libtorch (how it divides layers over tensor or expert ranks is not known here)"),
    QT_TRANSLATE_NOOP("Core", "libtorch (how it compiles blocks beside expert ranks is not known here)"),
    QT_TRANSLATE_NOOP("Core", "libtorch (what it keeps of what expert ranks send each other is not known here)"),
    QT_TRANSLATE_NOOP("Core", "libtorch (how it divides experts beside tensor ranks is not known here)"),
    QT_TRANSLATE_NOOP("Core", "libtorch (it has no pipelines of gpt-oss)"),
    QT_TRANSLATE_NOOP("Core", "libtorch (how it trains without ZeRO 1, 2 or 3 is not known here)"),
    QT_TRANSLATE_NOOP("Core", "libtorch (beside tensor parallelism it always has sequence parallelism)"),
    QT_TRANSLATE_NOOP("Core", "attention with chunks or something added to its scores"),
    QT_TRANSLATE_NOOP("Core", "this model's attention"),
    QT_TRANSLATE_NOOP("Core", "this model's experts"),
    QT_TRANSLATE_NOOP("Core", "experts in a model like Llama"),
    QT_TRANSLATE_NOOP("Core", "blocks with experts beside others"),
    QT_TRANSLATE_NOOP("Core", "this model's norms"),
    QT_TRANSLATE_NOOP("Core", "products with a bias"),
    QT_TRANSLATE_NOOP("Core", "the activation %1"),
    QT_TRANSLATE_NOOP("Core", "the operator %1"),
    QT_TRANSLATE_NOOP("Core", "layers without their operators"),
    QT_TRANSLATE_NOOP("Core", "training in %1 instead of bf16-master or fp16"),
    QT_TRANSLATE_NOOP("Core", "attention that keeps its scores (--attention eager)"),
    QT_TRANSLATE_NOOP("Core", "LoRA adapters"),
    QT_TRANSLATE_NOOP("Core", "attention from latent vectors over tensor ranks"),
    QT_TRANSLATE_NOOP("Core", "attention with sinks over tensor ranks"),
    QT_TRANSLATE_NOOP("Core", "blocks with sinks that are not those of gpt-oss"),
    QT_TRANSLATE_NOOP("Core", "compiled blocks with sinks"),
});

}

std::span<const char* const> modelPhrases()
{
    return modelTemplates;
}

}
