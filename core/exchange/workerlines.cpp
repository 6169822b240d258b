// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "core/exchange/workerlines.h"

#include "core/protocol/message.h"

#include <algorithm>

namespace stagecraft {

bool holdsWorkerLines(std::string_view text)
{
    for (std::size_t begin = 0; begin < text.size();) {
        const std::size_t end = std::min(text.find('\n', begin), text.size());
        const auto message = decodeMessage(text.substr(begin, end - begin));
        if (message || message.error().code == ErrorCode::FormatNewer) {
            return true;
        }
        begin = end + 1;
    }
    return false;
}

Result<ImportSummary> importLines(Workspace& workspace, std::string_view text)
{
    ImportSummary summary;
    std::vector<MeasurementLine> lines;
    std::vector<DeviceProbe> probes;
    int number = 0;
    for (std::size_t begin = 0; begin < text.size();) {
        const std::size_t end = std::min(text.find('\n', begin), text.size());
        const std::string_view line = text.substr(begin, end - begin);
        begin = end + 1;
        ++number;
        if (line.find_first_not_of(" \t\r") == std::string_view::npos) {
            continue;
        }
        auto message = decodeMessage(line);
        if (!message) {
            if (message.error().code == ErrorCode::FormatNewer) {
                return failure(ErrorCode::FormatNewer, message.error().arguments, "line " + std::to_string(number));
            }
            ++summary.skipped_lines;
            if (summary.skipped.size() < ImportSummary::mostListed) {
                summary.skipped.push_back({number, describe(message.error())});
            }
            continue;
        }
        if (auto* body = std::get_if<MeasurementMessage>(&message->body)) {
            lines.push_back({std::move(body->measurement), std::move(message->job), message->sequence});
        } else if (auto* probed = std::get_if<ProbeMessage>(&message->body)) {
            probes.push_back(std::move(probed->probe));
        } else {
            ++summary.other;
        }
    }
    const auto added = workspace.addLines(lines, probes);
    if (!added) {
        return failure(added.error());
    }
    summary.measurements = static_cast<int>(lines.size());
    summary.added = added->measurements;
    summary.probes = static_cast<int>(probes.size());
    summary.probes_added = added->probes;
    return summary;
}

}
