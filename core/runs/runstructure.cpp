// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "core/runs/runstructure.h"

#include "core/words/runs.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <string_view>
#include <vector>

namespace stagecraft {

namespace {

enum class Structure { Experts, LatentAttention, DenseLatentAttention, StateSpace, EncoderDecoder };

// A model family, identified by the letters and digits of its name, with the source for its structure.
struct KnownFamily {
    std::string_view name;
    Structure structure;
    std::string_view source;
};

constexpr std::array families {
    KnownFamily {"deepseekv2", Structure::LatentAttention, "arXiv 2405.04434"},
    KnownFamily {"deepseekv3", Structure::LatentAttention, "arXiv 2412.19437"},
    KnownFamily {"deepseekv4", Structure::LatentAttention, "Hugging Face model_type deepseek_v4"},
    KnownFamily {"deepseekr1", Structure::LatentAttention, "arXiv 2501.12948"},
    KnownFamily {"dsv3", Structure::LatentAttention, "DeepSeek-V3, arXiv 2412.19437"},
    KnownFamily {"minicpm3", Structure::DenseLatentAttention, "Hugging Face model_type minicpm3"},
    KnownFamily {"kimik2", Structure::LatentAttention, "arXiv 2507.20534"},
    KnownFamily {"mixtral", Structure::Experts, "arXiv 2401.04088"},
    KnownFamily {"gptoss", Structure::Experts, "arXiv 2508.10925"},
    KnownFamily {"dbrx", Structure::Experts, "Hugging Face model_type dbrx"},
    KnownFamily {"grok1", Structure::Experts, "github.com/xai-org/grok-1"},
    KnownFamily {"llama4scout", Structure::Experts, "Hugging Face model_type llama4"},
    KnownFamily {"llama4maverick", Structure::Experts, "Hugging Face model_type llama4"},
    KnownFamily {"switchtransformer", Structure::Experts, "arXiv 2101.03961"},
    KnownFamily {"switchtransformers", Structure::Experts, "Hugging Face model_type switch_transformers"},
    KnownFamily {"switchbase", Structure::Experts, "Hugging Face google/switch-base-8"},
    KnownFamily {"switchlarge", Structure::Experts, "Hugging Face google/switch-large-128"},
    KnownFamily {"switchxxl", Structure::Experts, "Hugging Face google/switch-xxl-128"},
    KnownFamily {"glm45", Structure::Experts, "arXiv 2508.06471"},
    KnownFamily {"glam", Structure::Experts, "arXiv 2112.06905"},
    KnownFamily {"bart", Structure::EncoderDecoder, "arXiv 1910.13461"},
    KnownFamily {"mbart", Structure::EncoderDecoder, "arXiv 2001.08210"},
    KnownFamily {"whisper", Structure::EncoderDecoder, "arXiv 2212.04356"},
    KnownFamily {"ul2", Structure::EncoderDecoder, "arXiv 2205.05131"},
    KnownFamily {"mamba", Structure::StateSpace, "arXiv 2312.00752"},
    KnownFamily {"jamba", Structure::StateSpace, "arXiv 2403.19887"},
    KnownFamily {"nemotronh", Structure::StateSpace, "arXiv 2504.03624"},
    KnownFamily {"nemotron3nano", Structure::StateSpace, "Hugging Face model_type nemotron_h"},
    KnownFamily {"nemotron3super", Structure::StateSpace, "Hugging Face model_type nemotron_h"},
};

// Splits a name into words of letters and digits in lower case.
std::vector<std::string> wordsOf(std::string_view name)
{
    std::vector<std::string> words(1);
    for (const char c : name) {
        const auto byte = static_cast<unsigned char>(c);
        if (std::isalnum(byte) != 0) {
            words.back() += static_cast<char>(std::tolower(byte));
        } else if (!words.back().empty()) {
            words.emplace_back();
        }
    }
    return words;
}

// A name's letters and digits in lower case, with the positions at which words begin: after any other character,
// between letters and digits, and at a capital after a small letter ("DeepSeekV3Base").
class JoinedName {
public:
    explicit JoinedName(std::string_view name)
    {
        char before = ' ';
        for (const char c : name) {
            if (isAlphanumeric(c)) {
                m_begins.push_back(isBetweenWords(before, c));
                m_text += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
            }
            before = c;
        }
        m_begins.push_back(true);
    }

    bool beginsWord(std::string_view word) const { return contains(word, false); }
    bool hasWords(std::string_view words) const { return contains(words, true); }

private:
    static bool isAlphanumeric(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0; }

    static bool isBetweenWords(char before, char c)
    {
        const auto first = static_cast<unsigned char>(before);
        const auto second = static_cast<unsigned char>(c);
        return !isAlphanumeric(before) || (std::isdigit(first) != 0) != (std::isdigit(second) != 0)
            || (std::islower(first) != 0 && std::isupper(second) != 0);
    }

    bool contains(std::string_view part, bool whole) const
    {
        for (auto at = m_text.find(part); at != std::string::npos; at = m_text.find(part, at + 1)) {
            if (m_begins[at] && (!whole || m_begins[at + part.size()])) {
                return true;
            }
        }
        return false;
    }

    std::string m_text;
    std::vector<bool> m_begins; // with an additional entry after the last character
};

bool isNumber(std::string_view text)
{
    return !text.empty() && std::all_of(text.begin(), text.end(), [](unsigned char c) { return std::isdigit(c) != 0; });
}

// True for "8x7b" (experts times size), "a22b" (parameters per token) and "qwen2moe".
bool namesExperts(std::string_view word)
{
    if (word.ends_with("moe")) {
        return true;
    }
    if (!word.ends_with('b')) {
        return false;
    }
    word.remove_suffix(1);
    const auto times = word.find('x');
    return (word.starts_with('a') && isNumber(word.substr(1)))
        || (times != std::string_view::npos && isNumber(word.substr(0, times)) && isNumber(word.substr(times + 1)));
}

Message reasonOf(Structure structure, const std::string& name, bool has_experts)
{
    switch (structure) {
    case Structure::Experts:
        return has_experts ? Message() : say(words::runs::named_experts, name);
    case Structure::LatentAttention:
        return say(has_experts ? words::runs::named_latent : words::runs::named_latent_experts, name);
    case Structure::DenseLatentAttention:
        return say(words::runs::named_latent, name);
    case Structure::StateSpace:
        return say(words::runs::named_state_space, name);
    case Structure::EncoderDecoder:
        return say(words::runs::named_encoder_decoder, name);
    }
    return {};
}

}

namespace {

// Empty if the columns are consistent.
Message divisionObstacle(const Run& run)
{
    const auto leaves = [](const std::optional<std::int64_t>& whole, const std::optional<std::int64_t>& part) {
        return whole && part && *whole % *part != 0;
    };
    if (leaves(run.hidden, run.heads)) {
        return say(words::runs::heads_leave, *run.heads, *run.hidden);
    }
    if (leaves(run.heads, run.kv_heads)) {
        return say(words::runs::kv_heads_leave, *run.kv_heads, *run.heads);
    }
    if (run.micro_batch && leaves(run.global_batch, *run.micro_batch * run.data.value_or(1))) {
        return say(words::runs::batch_leaves, *run.micro_batch * run.data.value_or(1), *run.global_batch);
    }
    return {};
}

}

Message structureObstacle(const Run& run)
{
    if (Message division = divisionObstacle(run); !division.empty()) {
        return division;
    }
    const std::vector<std::string> words = wordsOf(run.model);
    const JoinedName name(run.model);
    if (name.beginsWord("distill")) { // a distilled model belongs to another family than its teacher
        return {};
    }
    const bool has_experts = run.experts.value_or(0) > 1;
    const auto known = std::find_if(families.begin(), families.end(),
                                    [&](const KnownFamily& family) { return name.hasWords(family.name); });
    if (known != families.end()) {
        return reasonOf(known->structure, run.model, has_experts);
    }
    if (std::find(words.begin(), words.end(), "t5") != words.end()) { // arXiv 1910.10683
        return reasonOf(Structure::EncoderDecoder, run.model, has_experts);
    }
    return std::any_of(words.begin(), words.end(), namesExperts) ? reasonOf(Structure::Experts, run.model, has_experts)
                                                                 : Message();
}

}
