// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "core/model/scriptedlayer.h"

#include <charconv>

namespace stagecraft {

namespace {

constexpr std::string_view tokensPrefix = "tokens:";
constexpr std::size_t mostDimensions = 8;
constexpr std::int64_t longest = 2147483647;

// Parses integers of at least 1, separated by `separator`. Empty if the text is anything else.
std::vector<std::int64_t> numbersIn(std::string_view text, char separator)
{
    std::vector<std::int64_t> numbers;
    const char* at = text.data();
    const char* const end = at + text.size();
    while (true) {
        std::int64_t number = 0;
        const auto [read, status] = std::from_chars(at, end, number);
        if (status != std::errc() || number < 1 || number > longest) {
            return {};
        }
        numbers.push_back(number);
        if (read == end) {
            return numbers;
        }
        if (*read != separator) {
            return {};
        }
        at = read + 1;
    }
}

}

std::optional<ExampleInput> parseExampleInput(std::string_view text)
{
    if (text.starts_with(tokensPrefix)) {
        const auto numbers = numbersIn(text.substr(tokensPrefix.size()), ':');
        return numbers.size() == 2 ? std::optional(ExampleInput {{numbers[0]}, numbers[1]}) : std::nullopt;
    }
    auto shape = numbersIn(text, 'x');
    return shape.empty() || shape.size() > mostDimensions ? std::nullopt
                                                          : std::optional(ExampleInput {std::move(shape), 0});
}

std::string exampleInputText(const ExampleInput& input)
{
    std::string text;
    for (const std::int64_t length : input.shape) {
        text += (text.empty() ? "" : "x") + std::to_string(length);
    }
    return input.vocabulary == 0 ? text : std::string(tokensPrefix) + text + ":" + std::to_string(input.vocabulary);
}

std::string signatureOf(const ScriptedLayer& layer)
{
    std::string all = "torchscript " + layer.type + " " + layer.code_hash + (layer.takes_sample ? " of sample" : "");
    for (const ScriptedParameter& parameter : layer.parameters) {
        all += parameter.shared.empty() ? "" : "; shared " + parameter.name;
        all += parameter.trainable ? "" : "; frozen " + parameter.name;
    }
    for (const std::int64_t taken : layer.takes_context) {
        const ScriptedContext& context = layer.context[static_cast<std::size_t>(taken)];
        all += "; takes " + context.type;
        for (const std::int64_t length : context.stored) {
            all += " " + std::to_string(length);
        }
    }
    return all;
}

}
