// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/measuring/verifyrequest.h"

#include <array>
#include <string>
#include <vector>

namespace stagecraft::bench {

// Compared predictors, from the simplest to the ledger.
inline constexpr std::array predictors {
    "black box, one micro-batch in flight", "black box, a line through one and two in flight",
    "black box, measured with all in flight (mCAP, CAPSlog)",
    "sum of layers: state, saved bytes, largest temporary memory", "the ledger, with stage inputs/outputs and moments"};

// Micro-batch size and sequence length (side of images).
struct Size {
    std::int64_t micro_batch;
    std::int64_t sequence;
};

// A model, the device on which its layers are measured, and the device that runs whole stages.
struct ValidatedModel {
    std::string name;
    std::string model; // value of `--model`, or the content of a config.json
    std::vector<Size> measured;
    std::vector<Size> asked;
    OptimizerKind optimizer = OptimizerKind::AdamW;
};

// A stage of a model at one of its sizes.
struct StageShape {
    LayerRange layers;
    ScheduleKind schedule;
    int pipeline_rank;
    int pipeline_ranks;
    std::int64_t micro_batches;
};

inline std::vector<ValidatedModel> validatedModels()
{
    // Layers wide enough that matrix products dominate the step time.
    const std::string gated =
        R"("num_hidden_layers": 6, "hidden_size": 256, "intermediate_size": 704, "vocab_size": 4000,
        "max_position_embeddings": 512, "num_attention_heads": 8)";
    const auto config = [](const std::string& type, const std::string& fields) {
        return R"({"model_type": ")" + type + R"(", )" + fields + "}";
    };
    const std::vector<Size> texts {{2, 64}, {4, 64}, {2, 128}};
    const std::vector<Size> longer {{4, 192}, {3, 160}};
    // Sides of the images to predict, because the algorithm of a convolution and its workspace depend on the size.
    const std::vector<Size> images {{2, 96}, {4, 96}, {2, 128}};
    const std::vector<Size> larger {{6, 128}, {5, 96}};
    return {
        {"gpt2", config("gpt2", R"("n_layer": 6, "n_embd": 256, "n_head": 8, "vocab_size": 4000, "n_positions": 512)"),
         texts, longer},
        {"llama", config("llama", R"("num_key_value_heads": 4, )" + gated), texts, longer},
        {"qwen3", config("qwen3", R"("num_key_value_heads": 4, "head_dim": 32, )" + gated), texts, longer},
        {"gpt_neox", config("gpt_neox", gated), texts, longer},
        {"bert", config("bert", R"("architectures": ["BertForMaskedLM"], )" + gated), texts, longer},
        {"mixtral", config("mixtral", R"("num_key_value_heads": 4, "num_local_experts": 4, )" + gated), texts, longer},
        {"t5", config("t5", R"("num_layers": 4, "d_model": 256, "d_kv": 32, "d_ff": 704, "num_heads": 8,
             "vocab_size": 4000)"),
         texts, longer},
        {"vit",
         config("vit", R"("num_hidden_layers": 6, "hidden_size": 256, "intermediate_size": 704,
             "num_attention_heads": 8, "image_size": 96, "patch_size": 8, "num_labels": 10,
             "architectures": ["ViTForImageClassification"])"),
         {{2, 96}, {3, 96}},
         {{6, 96}, {5, 96}}},
        {"resnet18", "zoo:resnet18", images, larger},
        {"resnet50", "zoo:resnet50", images, larger},
        {"vgg11", "zoo:vgg11", images, larger, OptimizerKind::Sgd},
        {"densenet121", "zoo:densenet121", images, larger},
    };
}

// Returns the whole chain, and stages at depths of both schedules, with more micro-batches than are in flight.
inline std::vector<StageShape> stagesOf(int layers)
{
    const int third = std::max(1, layers / 3);
    return {
        {{0, layers}, ScheduleKind::OneForwardOneBackward, 0, 1, 2},
        {{0, third}, ScheduleKind::OneForwardOneBackward, 0, 3, 4},
        {{third, 2 * third}, ScheduleKind::OneForwardOneBackward, 1, 3, 4},
        {{2 * third, layers}, ScheduleKind::GPipe, 2, 3, 3},
    };
}

}
