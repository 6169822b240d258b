// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "core/calibration/runmodel.h"

#include "core/model/decoderfacts.h"
#include "core/words/calibration.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cctype>
#include <optional>
#include <string_view>
#include <utility>

namespace stagecraft {

namespace {

using Obstacle = tl::unexpected<Message>;

// scripts/scaling_benchmarks.py of nanotron ties the embeddings of models with narrower MLPs.
constexpr std::int64_t nanotronTiedBelow = 10000;
// Megatron-LM's usual tokenizer (GPT-2) and padding (--make-vocab-size-divisible-by 128, times tensor-parallel size).
constexpr std::int64_t gpt2Vocabulary = 50257;
constexpr std::int64_t megatronPadding = 128;
constexpr std::int64_t usualHeadWidth = 128; // all but the smallest of today's published models
constexpr std::int64_t longest = 1 << 20; // number of positions of models without a position table

// Returns the spellings of a name: "llama-3.1-405b" is also written llama3-405b, as Llama 3 has the same layers.
std::vector<std::string> namesOf(const std::string& published)
{
    std::vector<std::string> names {plainName(published)};
    if (const auto at = published.find("llama-3.1-"); at == 0) {
        names.push_back("llama3" + plainName(published.substr(10)));
    }
    return names;
}

// Returns the published model with the run's name; text in brackets after the name describes the training.
std::optional<std::string> publishedName(const Run& run)
{
    const std::string wanted = plainName(std::string_view(run.model).substr(0, run.model.find('(')));
    if (std::none_of(wanted.begin(), wanted.end(), [](unsigned char c) { return std::isdigit(c) != 0; })) {
        return std::nullopt; // "GPT" matches any of them
    }
    for (const std::string& published : zooModels()) {
        const std::vector<std::string> names = namesOf(published);
        if (std::find(names.begin(), names.end(), wanted) != names.end()) {
            return published;
        }
    }
    return std::nullopt;
}

// Returns the first column that contradicts a published model's structure; empty if all agree. Columns of MoE models
// may refer to an expert or a dense block, and vocabularies are padded: neither is compared.
Message columnAgainst(const Run& run, const Model& model, const std::string& published)
{
    const auto facts = decoderFacts(model);
    if (!facts) {
        return {};
    }
    Message difference;
    const auto compare = [&](const PhraseOf<0>& what, const std::optional<std::int64_t>& reported, std::int64_t has) {
        if (difference.empty() && reported && *reported != has) {
            difference = say(words::calibration::other_columns, what, *reported, published, has);
        }
    };
    compare(words::calibration::hidden_size, run.hidden, facts->hidden);
    compare(words::calibration::heads, run.heads, facts->heads);
    if (!facts->experts && run.experts.value_or(0) <= 1) {
        compare(words::calibration::feed_forward_width, run.ffn, facts->intermediate);
    }
    return difference;
}

// An MLP with three matrices has 8/3 of the hidden size for as many parameters as one with two of 4, so its width is
// never exactly 4.
bool isGated(const Run& run, Framework framework)
{
    const bool three = framework == Framework::Torchtitan || framework == Framework::Nanotron
        || (framework != Framework::MegatronCore && run.ffn && *run.ffn != 4 * *run.hidden);
    return run.gated.value_or(three);
}

std::int64_t vocabularyOf(const Run& run, Framework framework)
{
    const std::int64_t reported = run.vocabulary.value_or(gpt2Vocabulary);
    const std::int64_t step = megatronPadding * run.tensor.value_or(1);
    return framework == Framework::MegatronCore ? (reported + step - 1) / step * step : reported;
}

nlohmann::json gptConfig(const Run& run, Framework framework, std::int64_t heads)
{
    return {{"model_type", "gpt2"},
            {"n_embd", *run.hidden},
            {"n_layer", *run.layers},
            {"n_head", heads},
            {"n_inner", run.ffn.value_or(4 * *run.hidden)},
            {"vocab_size", vocabularyOf(run, framework)},
            {"n_positions", std::max(*run.sequence, run.positions.value_or(2048))},
            {"activation_function", "gelu"},
            // does not support tied embeddings
            {"tie_word_embeddings", run.tied.value_or(framework != Framework::Fsdp2)}};
}

nlohmann::json llamaConfig(const Run& run, Framework framework, std::int64_t heads)
{
    nlohmann::json config = {{"model_type", "llama"},
                             {"hidden_size", *run.hidden},
                             {"num_hidden_layers", *run.layers},
                             {"num_attention_heads", heads},
                             {"num_key_value_heads", run.kv_heads.value_or(heads)},
                             {"intermediate_size", *run.ffn},
                             {"vocab_size", vocabularyOf(run, framework)},
                             {"max_position_embeddings", std::max(*run.sequence, longest)},
                             {"rms_norm_eps", 1e-5},
                             {"hidden_act", "silu"}};
    const bool narrow = framework == Framework::Nanotron && *run.ffn < nanotronTiedBelow;
    config["tie_word_embeddings"] = run.tied.value_or(narrow || framework == Framework::MegatronCore);
    if (run.experts.value_or(0) > 1) {
        config["model_type"] = "mixtral";
        config["num_local_experts"] = *run.experts;
        config["num_experts_per_tok"] = run.experts_per_token.value_or(1);
    }
    return config;
}

}

std::string plainName(std::string_view name)
{
    std::string plain;
    for (const unsigned char c : name) {
        if (std::isalnum(c) != 0) {
            plain += static_cast<char>(std::tolower(c));
        }
    }
    return plain;
}

tl::expected<Model, Message> modelOf(const Run& run, Framework framework)
{
    if (!run.obstacle.empty()) {
        return Obstacle(run.obstacle);
    }
    if (!run.layers || !run.hidden || !run.sequence) {
        return Obstacle(words::calibration::no_sizes);
    }
    if (const auto published = publishedName(run)) {
        auto model = readModel("zoo:" + *published + "?layers=" + std::to_string(*run.layers));
        if (!model) {
            return Obstacle(say(words::calibration::no_such_depth, *published, *run.layers));
        }
        Message difference = columnAgainst(run, *model, *published);
        return difference.empty() ? tl::expected<Model, Message>(std::move(*model)) : Obstacle(std::move(difference));
    }
    const std::int64_t heads = run.heads.value_or(std::max<std::int64_t>(1, *run.hidden / usualHeadWidth));
    const bool gated = isGated(run, framework);
    if (gated && !run.ffn) {
        return Obstacle(words::calibration::no_feed_forward_width);
    }
    if (!gated && run.experts.value_or(0) > 1) {
        return Obstacle(words::calibration::experts_of_two);
    }
    if (!gated && run.kv_heads.value_or(heads) != heads) {
        return Obstacle(words::calibration::grouped_queries);
    }
    const auto config = gated ? llamaConfig(run, framework, heads) : gptConfig(run, framework, heads);
    auto model = parseConfig(config.dump(), run.model);
    return model ? tl::expected<Model, Message>(std::move(*model)) : Obstacle(words::calibration::no_model);
}

}
