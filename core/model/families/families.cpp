// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "core/model/families/families.h"

#include <array>

namespace stagecraft {

namespace {

constexpr std::array all {
    Family {"bert", readBert},       Family {"falcon", readFalcon},      Family {"gemma", readGemma},
    Family {"gpt2", readGpt2},       Family {"gpt_neox", readGptNeoX},   Family {"llama", readLlama},
    Family {"mistral", readMistral}, Family {"mixtral", readMixtral},    Family {"opt", readOpt},
    Family {"phi3", readPhi3},       Family {"qwen2", readQwen2},        Family {"qwen2_moe", readQwen2Moe},
    Family {"qwen3", readQwen3},     Family {"qwen3_moe", readQwen3Moe}, Family {"t5", readT5},
    Family {"vit", readVit},
};

}

std::span<const Family> families()
{
    return all;
}

RotaryFields readRotary(ConfigFields& fields, double base, double share)
{
    constexpr double most = 1e12;
    RotaryFields rotary;
    rotary.base = fields.numberOr("rope_theta", base, 1, most);
    rotary.base = fields.numberIn("rope_parameters", "rope_theta", rotary.base, 1, most);
    rotary.share = fields.numberOr("partial_rotary_factor", share, 0, 1);
    rotary.share = fields.numberIn("rope_parameters", "partial_rotary_factor", rotary.share, 0, 1);
    return rotary;
}

std::string requireArchitecture(ConfigFields& fields, std::initializer_list<const char*> known)
{
    const auto named = fields.firstOf("architectures");
    if (!named) {
        return *known.begin();
    }
    std::string list;
    for (const char* architecture : known) {
        if (*named == architecture) {
            return *named;
        }
        list += (list.empty() ? "" : ", ") + std::string(architecture);
    }
    fields.fail(ErrorCode::FieldUnknownValue, {std::string("architectures"), *named, list});
    return *known.begin();
}

double readDropout(ConfigFields& fields, const char* name, double usual)
{
    constexpr double most = 0.999; // at 1 nothing would be left to train
    return fields.numberOr(name, usual, 0, most);
}

}
