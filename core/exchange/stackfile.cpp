// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "core/exchange/stackfile.h"

#include "core/base/files.h"
#include "core/json/codec.h"

#include <nlohmann/json.hpp>

namespace stagecraft {

namespace {

constexpr Bytes stackFileLimit(64 << 20);

constexpr std::string_view nanotronText =
#include "embedded/core/exchange/nanotron.json.inc"
    ;
constexpr std::string_view megatronText =
#include "embedded/core/exchange/megatron.json.inc"
    ;
constexpr std::string_view torchtitanText =
#include "embedded/core/exchange/torchtitan.json.inc"
    ;

}

std::string writeStack(const Stack& stack)
{
    auto json = encodeJson(stack);
    const auto rows = json["rows"];
    json.erase("rows");
    json["format"] = stackFormat;
    json["version"] = stackFormatVersion;
    std::string text = jsonText(json, 2);
    text.erase(text.rfind('\n')); // the brace that ends it
    text += ",\n  \"rows\": [";
    for (std::size_t i = 0; i < rows.size(); ++i) {
        text += (i == 0 ? "\n    " : ",\n    ") + jsonText(rows[i]);
    }
    return text + (rows.empty() ? "]\n}\n" : "\n  ]\n}\n");
}

Result<Stack> readStack(std::string_view text, const std::string& where)
{
    return catchDecoding(where, [&] {
        const auto json = parseJson(text);
        requireFormat(json, stackFormat, stackFormatVersion);
        return decodeJson<Stack>(json, {});
    });
}

Result<Stack> readStackFile(const std::string& path)
{
    const auto text = readFile(path, stackFileLimit);
    return text ? readStack(*text, path) : failure(text.error());
}

const std::vector<Stack>& shippedStacks()
{
    static const std::vector<Stack> stacks = [] {
        std::vector<Stack> read;
        for (const std::string_view text : {nanotronText, megatronText, torchtitanText}) {
            read.push_back(readStack(text, "shipped stack").value()); // a mistake in it is one of ours and may throw
        }
        return read;
    }();
    return stacks;
}

}
