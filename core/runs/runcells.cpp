// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "core/runs/runcells.h"

#include "core/base/jsontext.h"
#include "core/words/runs.h"

#include <algorithm>
#include <cctype>

namespace stagecraft {

namespace {

std::string lowered(std::string_view text)
{
    std::string lower(text);
    std::transform(lower.begin(), lower.end(), lower.begin(),
                   [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    return lower;
}

MemoryKind kindOf(const std::string& text)
{
    const auto has = [&](const char* word) { return text.find(word) != std::string::npos; };
    const bool allocated = has("allocated");
    const bool reserved = has("reserved") || has("cached");
    if (allocated || reserved) {
        return allocated && reserved ? MemoryKind::Unstated
                                     : (allocated ? MemoryKind::Allocated : MemoryKind::Reserved);
    }
    return has("nvidia-smi") || has("whole device") || has("device memory") ? MemoryKind::Device : MemoryKind::Unstated;
}

MemoryRank rankOf(const std::string& text)
{
    const auto has = [&](const char* word) { return text.find(word) != std::string::npos; };
    if (text.starts_with("sum") || has("sum over")) {
        return MemoryRank::Sum;
    }
    if (has("last")) {
        return MemoryRank::Last;
    }
    if (has("first")) {
        return MemoryRank::First;
    }
    const auto numbered = text.find("rank ");
    if (numbered == std::string::npos || numbered + 5 >= text.size() || std::isdigit(text[numbered + 5]) == 0) {
        return MemoryRank::Most;
    }
    const bool zero =
        text[numbered + 5] == '0' && (numbered + 6 >= text.size() || std::isdigit(text[numbered + 6]) == 0);
    return zero ? MemoryRank::First : MemoryRank::Other;
}

// The options of a Megatron-LM run, read leniently: numbers may be strings.
class LaunchArguments {
public:
    explicit LaunchArguments(const nlohmann::json& json) : m_json(json) {}

    bool has(const char* name) const { return m_json.contains(name); }
    std::string text(const char* name) const
    {
        const auto at = m_json.find(name);
        return at != m_json.end() && at->is_string() ? at->get<std::string>() : std::string();
    }
    std::optional<std::int64_t> count(const char* name) const
    {
        const auto at = m_json.find(name);
        const bool counts = at != m_json.end() && at->is_number_integer() && at->get<std::int64_t>() > 0
            && at->get<std::int64_t>() < (std::int64_t(1) << 31);
        return counts ? std::optional(at->get<std::int64_t>()) : std::nullopt;
    }

private:
    const nlohmann::json& m_json;
};

Message obstacleOf(const LaunchArguments& arguments)
{
    if (arguments.has("is-hybrid-model")) {
        return words::runs::state_space;
    }
    if (arguments.has("img-h")) {
        return words::runs::vision_encoder;
    }
    if (arguments.has("encoder-num-layers")) {
        return words::runs::encoder_decoder;
    }
    if (arguments.has("multi-latent-attention")) {
        return words::runs::latent_attention;
    }
    return {};
}

}

MemoryScope scopeOf(std::string_view text)
{
    const std::string lower = lowered(text);
    return {rankOf(lower), kindOf(lower)};
}

Recomputation recomputationOf(std::string_view text)
{
    const std::string lower = lowered(text);
    if (lower == "none" || lower == "no" || lower == "off" || lower.starts_with("none (")) {
        return Recomputation::None;
    }
    if (lower.starts_with("full")) {
        return Recomputation::Full;
    }
    if (lower.starts_with("selective (op)")) {
        return Recomputation::SelectiveOperators;
    }
    const bool attention = lower == "selective" || lower.starts_with("selective attention");
    return attention ? Recomputation::SelectiveAttention : Recomputation::Other;
}

bool isNarrowFormat(std::string_view text)
{
    const std::string lower = lowered(text);
    const auto has = [&](const char* word) { return lower.find(word) != std::string::npos; };
    return has("16") || fp8RecipeOf(text) != Fp8Recipe::None || has("half") || has("mixed") || has("amp");
}

// If narrower products are named, too, 32 bits refers to the state or to sums.
bool isWideFormat(std::string_view text)
{
    const std::string lower = lowered(text);
    const auto has = [&](const char* word) { return lower.find(word) != std::string::npos; };
    const bool wide = has("32") || has("64") || lower == "float" || lower == "single" || lower == "double";
    return wide && !isNarrowFormat(text);
}

Fp8Recipe fp8RecipeOf(std::string_view text)
{
    const std::string lower = lowered(text);
    const auto has = [&](const char* word) { return lower.find(word) != std::string::npos; };
    if (!has("fp8") && !has("float8")) {
        return Fp8Recipe::None;
    }
    return has("mxfp8") || has("fp8-mx") ? Fp8Recipe::Mxfp8
        : has("block")                   ? Fp8Recipe::Blockwise
        : has("delayed")                 ? Fp8Recipe::Delayed
                                         : Fp8Recipe::Tensorwise;
}

std::optional<bool> flagOf(std::string_view text)
{
    const std::string lower = lowered(text);
    if (lower == "1" || lower == "true" || lower == "yes") {
        return true;
    }
    return lower == "0" || lower == "false" || lower == "no" ? std::optional(false) : std::nullopt;
}

std::string deviceOf(std::string_view text)
{
    return std::string(text.substr(0, text.find(' ')));
}

std::optional<Bytes> deviceMemoryOf(std::string_view text)
{
    const auto unit = text.find("GB");
    if (unit == std::string_view::npos) {
        return std::nullopt;
    }
    std::string_view before = text.substr(0, unit);
    before = before.substr(0, before.find_last_not_of(' ') + 1);
    const auto first = before.find_last_not_of("0123456789") + 1; // first digit
    const std::string digits(before.substr(first));
    constexpr std::size_t mostDigits = 5;
    return digits.empty() || digits.size() > mostDigits ? std::nullopt : std::optional(gibibytes(std::stoll(digits)));
}

bool takeLaunchArguments(const std::string& json, Run& run)
{
    constexpr std::size_t mostLetters = 1 << 20; // size limit for a launch's options
    constexpr int mostNested = 100;
    if (json.size() > mostLetters || jsonExtent(json).depth > mostNested) {
        return false;
    }
    const auto parsed = readJsonText(json);
    if (!parsed || !parsed->is_object()) {
        return false;
    }
    const LaunchArguments arguments(*parsed);
    if (run.obstacle.empty()) {
        run.obstacle = obstacleOf(arguments);
    }
    run.ffn = run.ffn ? run.ffn : arguments.count("ffn-hidden-size");
    run.positions = arguments.count("max-position-embeddings");
    run.experts = arguments.count("num-experts");
    run.experts_per_token = arguments.count("moe-router-topk");
    run.first_layers = arguments.count("decoder-first-pipeline-num-layers");
    run.last_layers = arguments.count("decoder-last-pipeline-num-layers");
    run.gated = arguments.has("swiglu");
    if (arguments.has("fp8-format")) {
        const std::string recipe = arguments.text("fp8-recipe");
        run.fp8 = fp8RecipeOf("fp8 " + (recipe.empty() ? std::string(nameOf(Fp8Recipe::Delayed)) : recipe));
        run.fp8_parameters = arguments.has("fp8-param-gather");
    }
    run.tied = !arguments.has("untie-embeddings-and-output-weights");
    run.sequence_parallel = arguments.has("sequence-parallel");
    run.fused_attention =
        arguments.text("attention-backend") != "unfused" && arguments.text("transformer-impl") != "local";
    return true;
}

}
