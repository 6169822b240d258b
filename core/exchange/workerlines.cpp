// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "core/exchange/workerlines.h"

#include "core/json/codec.h"
#include "core/protocol/message.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <map>

namespace stagecraft {

namespace {

// True if the line declares itself a worker message, even if it is otherwise invalid; false for truncated lines.
bool isMessage(std::string_view line)
{
    constexpr std::size_t mostLetters = 16 << 20;
    if (line.size() > mostLetters) {
        return false;
    }
    try {
        const auto json = parseJson(line);
        const auto format = json.is_object() ? json.find("format") : json.end();
        return format != json.end() && *format == "stagecraft-message";
    } catch (const DecodeError&) {
        return false;
    }
}

// Contents of a text's lines.
class Found {
public:
    void take(WorkerMessage message)
    {
        if (auto* body = std::get_if<MeasurementMessage>(&message.body)) {
            m_lines.push_back({std::move(body->measurement), std::move(message.job), message.sequence});
            return;
        }
        if (auto* probed = std::get_if<ProbeMessage>(&message.body)) {
            m_probes.push_back(std::move(probed->probe));
            return;
        }
        ++m_summary.other;
        if (const auto* stopped = std::get_if<ErrorMessage>(&message.body)) {
            m_stops.insert_or_assign(message.job, stopped->error);
        } else if (std::holds_alternative<ResultMessage>(message.body)) {
            m_stops.erase(message.job);
        }
    }

    void skip(std::string_view line, SkippedLine skipped)
    {
        ++m_summary.skipped_lines;
        if (isMessage(line) && m_summary.refused++ == 0) {
            m_summary.first_refused = skipped;
        }
        if (m_summary.skipped.size() < ImportSummary::mostListed) {
            m_summary.skipped.push_back(std::move(skipped));
        }
    }

    Result<ImportSummary> addedTo(Workspace& workspace)
    {
        const auto added = workspace.addLines(m_lines, m_probes);
        if (!added) {
            return failure(added.error());
        }
        m_summary.measurements = static_cast<int>(m_lines.size());
        m_summary.added = added->measurements;
        m_summary.probes = static_cast<int>(m_probes.size());
        m_summary.probes_added = added->probes;
        for (const auto& [job, error] : m_stops) {
            m_summary.stops.push_back(error);
        }
        return m_summary;
    }

private:
    ImportSummary m_summary;
    std::vector<MeasurementLine> m_lines;
    std::vector<DeviceProbe> m_probes;
    std::map<std::string, Error> m_stops; // keyed by job
};

}

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
    Found found;
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
        if (message) {
            found.take(*std::move(message));
        } else if (message.error().code == ErrorCode::FormatNewer) {
            return failure(ErrorCode::FormatNewer, message.error().arguments);
        } else {
            found.skip(line, {number, messageOf(message.error())});
        }
    }
    return found.addedTo(workspace);
}

}
