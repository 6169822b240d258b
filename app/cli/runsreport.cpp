// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "app/cli/runsreport.h"

#include "core/base/english.h"
#include "core/base/numbertext.h"
#include "core/json/codec.h"

#include <nlohmann/json.hpp>

namespace stagecraft {

std::string percent(double share)
{
    return fixedText(share * 100, 1) + " %";
}

std::string reasonsText(const std::vector<SkippedRuns>& skipped)
{
    std::string text;
    for (const Argument& reason : reasonList(skipped)) {
        text += (text.empty() ? "" : ", ") + argumentText(reason);
    }
    return text;
}

nlohmann::json reasonsJson(const std::vector<SkippedRuns>& skipped)
{
    auto list = nlohmann::json::array();
    for (const SkippedRuns& entry : skipped) {
        list.push_back({{"reason", encodeJson(entry.reason)}, {"count", entry.count}});
    }
    return list;
}

std::string skippedRowsText(const std::vector<Run>& runs)
{
    std::string text;
    for (const Run& run : runs) {
        if (!run.obstacle.empty()) {
            text += "  " + run.file + ", line " + std::to_string(run.line) + ": " + describe(run.obstacle) + "\n";
        }
    }
    return text.empty() ? text : "Skipped rows:\n" + text;
}

nlohmann::json skippedRowsJson(const std::vector<Run>& runs)
{
    auto list = nlohmann::json::array();
    for (const Run& run : runs) {
        if (!run.obstacle.empty()) {
            list.push_back(
                {{"file", run.file}, {"line", run.line}, {"model", run.model}, {"reason", encodeJson(run.obstacle)}});
        }
    }
    return list;
}

Result<const CatalogueEntry*> deviceTypeNamed(const std::string& name)
{
    const CatalogueEntry* type = catalogue().find(name);
    return type != nullptr ? Result<const CatalogueEntry*>(type)
                           : failure(ErrorCode::DeviceTypeUnknown, {name, catalogue().namesLike(name)});
}

}
