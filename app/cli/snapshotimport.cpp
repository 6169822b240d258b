// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "app/cli/snapshotimport.h"

#include "app/cli/interrupt.h"
#include "app/cli/progressline.h"
#include "app/cli/texttable.h"
#include "core/base/format.h"
#include "core/json/tracecodec.h"
#include "core/snapshot/innerframes.h"
#include "core/snapshot/tracefile.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <filesystem>

namespace stagecraft {

namespace {

constexpr std::size_t groupsShown = 10;
constexpr std::size_t framesShown = 3;

std::string shareText(Bytes part, Bytes whole)
{
    return whole.value == 0 ? "" : formatNumber(100 * (part / whole)) + " %";
}

// "train.py:28 forward < train.py:40 forward".
std::string framesText(const std::vector<TraceFrame>& frames)
{
    std::string text;
    for (const TraceFrame& frame : innerFrames(frames, framesShown)) {
        text += (text.empty() ? "" : " < ") + std::filesystem::path(frame.file).filename().string() + ":"
            + std::to_string(frame.line) + " " + frame.name;
    }
    return text.empty() ? "(no stack trace)" : text;
}

std::string categoriesText(const MemoryTrace& trace)
{
    TextTable table({{"category"}, {"at the peak", Align::Right}, {"share", Align::Right}});
    for (const auto& [category, name] : enumNames<TraceCategory>) {
        const Bytes bytes = trace.at_peak[static_cast<std::size_t>(category)];
        if (bytes > Bytes(0)) {
            table.add({std::string(name), formatBytes(bytes), shareText(bytes, trace.peak)});
        }
    }
    return table.text();
}

std::string groupsText(const MemoryTrace& trace)
{
    TextTable table({{"at the peak", Align::Right}, {"blocks", Align::Right}, {"category"}, {"allocated by"}});
    for (std::size_t i = 0; i < std::min(trace.groups.size(), groupsShown); ++i) {
        const PeakGroup& group = trace.groups[i];
        table.add({formatBytes(group.bytes), std::to_string(group.blocks), std::string(nameOf(group.category)),
                   framesText(group.frames)});
    }
    return table.text();
}

std::string traceText(const MemoryTrace& trace)
{
    std::string text = trace.name + (trace.dry_run ? ", a dry run" : "") + ", device " + std::to_string(trace.device)
        + ": " + std::to_string(trace.events) + " events, " + std::to_string(trace.wholeSteps())
        + (trace.wholeSteps() == 1 ? " step" : " steps")
        + (trace.recorded_at.empty() ? "" : ", recorded " + trace.recorded_at) + "\n";
    text += "Peak allocated: " + formatBytes(trace.peak) + ", at event " + std::to_string(trace.peak_event)
        + "; reserved at that event: " + formatBytes(trace.reserved_at_peak)
        + "\nPeak reserved: " + formatBytes(trace.peak_reserved) + "\n";
    if (trace.before > Bytes(0)) {
        text += "Allocated before the recording: " + formatBytes(trace.before) + "\n";
    }
    if (trace.out_of_memory > 0) {
        text += "Failed allocations: " + std::to_string(trace.out_of_memory) + "\n";
    }
    return text + "\n" + categoriesText(trace) + "\n" + groupsText(trace) + "\n";
}

nlohmann::json importJson(const std::vector<MemoryTrace>& traces, int added, const std::string& workspace)
{
    auto list = nlohmann::json::array();
    for (const MemoryTrace& trace : traces) {
        list.push_back(encodeJson(trace));
    }
    return {{"workspace", workspace},
            {"snapshots", traces.size()},
            {"snapshots_added", added},
            {"traces", std::move(list)}};
}

}

Result<ExitCode> importSnapshot(const std::string& path, const WorkspaceFile& file, const Output& output)
{
    ProgressLine progress;
    const auto traces = readTraces(
        path,
        [&](Bytes read, Bytes whole) {
            progress.show(read.value >> 20, whole.value >> 20, "MiB of " + path, Seconds(-1));
        },
        interruptToken());
    progress.clear();
    if (!traces) {
        return failure(traces.error());
    }
    auto workspace = file.openForWriting();
    if (!workspace) {
        return failure(workspace.error());
    }
    const auto added = workspace->addTraces(*traces);
    if (!added) {
        return failure(added.error());
    }
    for (const MemoryTrace& trace : *traces) {
        output.print(traceText(trace));
    }
    output.print(std::to_string(*added) + " of " + std::to_string(traces->size()) + " memory snapshots added to "
                 + file.path() + "\n");
    output.document(importJson(*traces, *added, file.path()));
    return ExitCode::Done;
}

}
