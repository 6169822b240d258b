// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "app/cli/chainreport.h"

#include "app/cli/texttable.h"

#include <nlohmann/json.hpp>

namespace stagecraft {

std::string chainText(const nlohmann::json& chain)
{
    TextTable table(
        {{"Layer"}, {"Type"}, {"Count", Align::Right}, {"Distinct", Align::Right}, {"Parameters each", Align::Right}});
    const auto text = [](const nlohmann::json& number) { return std::to_string(number.get<std::int64_t>()); };
    table.add({"input", "before the first block", "1", "1", ""});
    for (const nlohmann::json& blocks : chain.at("blocks")) {
        table.add({blocks.at("first").get<std::string>(), blocks.at("type").get<std::string>(),
                   text(blocks.at("count")), text(blocks.at("kinds")), text(blocks.at("parameters"))});
    }
    table.add({"output", "after the last block, with the loss", "1", "1", ""});
    std::string report = chain.at("model").get<std::string>() + ": " + text(chain.at("parameters")) + " parameters, "
        + text(chain.at("parameters_outside_blocks")) + " of them in the input and output layers\n\n";
    report += table.text();
    std::string shared;
    for (const nlohmann::json& context : chain.at("context")) {
        shared += (shared.empty() ? "" : ", ") + context.get<std::string>();
    }
    if (!shared.empty()) {
        report += "Inputs of all blocks other than the hidden states: " + shared + "\n";
    }
    return report;
}

}
