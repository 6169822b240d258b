// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "core/model/families/llamalike.h"

namespace stagecraft {

// GptOssConfig. OpenAI 2025.
void readGptOss(ConfigFields& fields, Model& model)
{
    LlamaDefaults defaults;
    defaults.kv_heads = 8;
    defaults.head_width = 64;
    defaults.window = fields.isWritten("sliding_window") ? 0 : 128; // null disables it
    defaults.positions = 131072;
    defaults.rotary_base = 150000;
    defaults.norm_epsilon = 1e-5;
    LlamaLike sizes = readLlamaLike(fields, defaults);
    sizes.qkv_bias = sizes.output_bias = fields.flagOr("attention_bias", true);
    sizes.norm_wide = true;
    sizes.rotary_form = RotaryForm::EachHalf;
    sizes.sinks = true;
    const auto types =
        readLayerTypes(fields, sizes.layers, {"full_attention", "sliding_attention"},
                       [](std::int64_t i) { return i % 2 == 0 ? "sliding_attention" : "full_attention"; });
    for (const std::string& type : types) {
        sizes.windowed.push_back(type == "sliding_attention");
    }
    Experts experts;
    experts.width = sizes.hidden;
    experts.intermediate = sizes.intermediate;
    experts.count = fields.integerOr(fields.either("num_experts", "num_local_experts"), 128, 1, maxDimension);
    experts.active = fields.integerOr(fields.either("experts_per_token", "num_experts_per_tok"), 4, 1, experts.count);
    experts.score = RouterScore::ChosenSoftmax;
    experts.biased = true;
    experts.transposed = true;
    experts.gate = ExpertGate::ClampedPairs;
    sizes.experts = experts;
    sizes.head = readLlamaLikeHead(fields, model, "GptOss");
    if (!fields.error()) {
        buildLlamaLike(sizes, model);
    }
}

}
