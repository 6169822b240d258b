// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "app/cli/dryrunreport.h"

#include "app/cli/figuretext.h"
#include "app/cli/texttable.h"
#include "core/base/english.h"
#include "core/base/format.h"
#include "core/base/terminaltext.h"
#include "core/dryrun/readcheck.h"

#include <algorithm>
#include <cstddef>
#include <set>

namespace stagecraft {

namespace {

constexpr int barWidth = 24;
constexpr std::size_t modulesShown = 8;
constexpr std::size_t blocksShown = 6;
constexpr std::size_t framesShown = 2;

std::string partText(ScriptMemory category)
{
    switch (category) {
    case ScriptMemory::Parameters:
        return "parameters and buffers";
    case ScriptMemory::Gradients:
        return "gradients";
    case ScriptMemory::Optimizer:
        return "optimizer states";
    case ScriptMemory::Activations:
        return "saved activations";
    case ScriptMemory::Communication:
        return "communication buffers and gathered parameters";
    case ScriptMemory::Temporary:
        return "temporary tensors";
    case ScriptMemory::Kept:
        return "workspaces and tensors kept from earlier steps";
    case ScriptMemory::Rounding:
        return "allocator rounding";
    case ScriptMemory::Other:
        return "other, such as input batches";
    }
    return {};
}

std::string phaseText(ScriptPhase phase)
{
    switch (phase) {
    case ScriptPhase::Forward:
        return "forward pass";
    case ScriptPhase::Backward:
        return "backward pass";
    case ScriptPhase::Optimizer:
        return "optimizer step";
    case ScriptPhase::Other:
        return "script";
    }
    return {};
}

// "backward pass of step 2, layers.3".
std::string momentText(int step, ScriptPhase phase, const std::string& module)
{
    return phaseText(phase) + " of step " + std::to_string(step) + (module.empty() ? "" : ", " + module);
}

// Step at which the rank ended. Before the end of step 1 the report cannot tell if step 1 had begun.
std::string stepText(const RankReport& report)
{
    return report.steps == 0 ? "before step 1 ended" : "in step " + std::to_string(report.steps + 1);
}

std::string stepsText(int steps)
{
    return std::to_string(steps) + (steps == 1 ? " step" : " steps");
}

std::string endText(const RankReport& report)
{
    switch (report.ended.how) {
    case ScriptEnd::Steps:
        return stepsText(report.steps);
    case ScriptEnd::Script:
        return "script ended after " + std::to_string(report.steps);
    case ScriptEnd::OutOfMemory:
        return "out of memory " + stepText(report);
    case ScriptEnd::Error:
        return "failed " + stepText(report);
    }
    return {};
}

struct LikeRanks {
    std::vector<int> ranks;
    const RankReport* report = nullptr;
};

bool isIdentical(const RankReport& a, const RankReport& b)
{
    const bool has_several = a.devices.size() > 1 || b.devices.size() > 1;
    if (has_several && a.devices != b.devices) {
        return false;
    }
    return a.peak_allocated == b.peak_allocated && a.peak_reserved == b.peak_reserved && a.steps == b.steps
        && a.ended.how == b.ended.how && a.peak.step == b.peak.step && a.peak.phase == b.peak.phase;
}

std::vector<LikeRanks> rowsOf(const std::vector<RankReport>& reports)
{
    std::vector<LikeRanks> rows;
    for (const RankReport& report : reports) {
        const auto same = std::find_if(rows.begin(), rows.end(),
                                       [&](const LikeRanks& row) { return isIdentical(*row.report, report); });
        if (same == rows.end()) {
            rows.push_back({{report.rank}, &report});
        } else {
            same->ranks.push_back(report.rank);
        }
    }
    return rows;
}

// "0-3,7".
std::string ranksText(const std::vector<int>& ranks)
{
    std::string text;
    for (std::size_t i = 0; i < ranks.size();) {
        std::size_t last = i;
        while (last + 1 < ranks.size() && ranks[last + 1] == ranks[last] + 1) {
            ++last;
        }
        text +=
            (text.empty() ? "" : ",") + std::to_string(ranks[i]) + (last > i ? "-" + std::to_string(ranks[last]) : "");
        i = last + 1;
    }
    return text;
}

// Device memory available to torch: total minus the CUDA context.
Bytes capacityOf(const DeviceType& device)
{
    return device.memory.value - device.context.value;
}

std::string tableText(const DryRunRequest& request, const std::vector<RankReport>& reports)
{
    const Bytes capacity = capacityOf(request.device);
    // A rank may use several GPUs: each has a row, and the row of the fullest one describes the rank.
    TextTable table({{"rank"},
                     {"reserved", Align::Right},
                     {"of " + formatBytes(capacity), Align::Right},
                     {"allocated", Align::Right},
                     {"peak in"},
                     {"ended"}});
    for (const LikeRanks& row : rowsOf(reports)) {
        const RankReport& report = *row.report;
        const std::string moment = momentText(report.peak.step, report.peak.phase, report.peak.module);
        const auto addRow = [&](const std::string& title, Bytes reserved, Bytes allocated, bool fullest) {
            table.add({title, formatBytes(reserved), wholePercent(reserved / capacity), formatBytes(allocated),
                       fullest ? moment : "", fullest ? endText(report) : ""});
        };
        const std::string title = ranksText(row.ranks);
        if (report.devices.size() < 2) {
            addRow(title, report.peak_reserved, report.peak_allocated, true);
            continue;
        }
        for (const ScriptDevice& device : report.devices) {
            addRow(title + ", GPU " + std::to_string(device.index), device.peak_reserved, device.peak_allocated,
                   device.index == report.device_index);
        }
    }
    return table.text();
}

std::string partsText(const RankReport& report)
{
    TextTable table({{"  category"}, {"memory", Align::Right}, {"share", Align::Right}, {""}});
    for (const ScriptPart& part : report.peak.parts) {
        const double share = part.bytes / report.peak_allocated;
        table.add(
            {"  " + partText(part.category), formatBytes(part.bytes), wholePercent(share), barText(share, barWidth)});
    }
    return table.text();
}

std::string modulesText(const RankReport& report)
{
    if (report.peak.modules.empty()) {
        return {};
    }
    TextTable table({{"  saved activations of"}, {"memory", Align::Right}});
    const std::size_t shown = std::min(modulesShown, report.peak.modules.size());
    for (std::size_t i = 0; i < shown; ++i) {
        table.add({"  " + report.peak.modules[i].module, formatBytes(report.peak.modules[i].bytes)});
    }
    Bytes rest {};
    for (std::size_t i = shown; i < report.peak.modules.size(); ++i) {
        rest += report.peak.modules[i].bytes;
    }
    if (rest.value > 0) {
        table.add({"  " + std::to_string(report.peak.modules.size() - shown) + " more", formatBytes(rest)});
    }
    return "\n" + table.text();
}

// "layers.3.mlp: model.py:41 forward < train.py:12 step".
std::string originText(const ScriptBlock& block)
{
    std::string frames;
    for (std::size_t f = 0; f < std::min(framesShown, block.frames.size()); ++f) {
        const std::string& frame = block.frames[f];
        frames += (frames.empty() ? "" : " < ") + frame.substr(frame.rfind('/') + 1);
    }
    if (block.module.empty() || frames.starts_with(block.module)) {
        return frames;
    }
    return frames.empty() ? block.module : block.module + ": " + frames;
}

std::string blocksText(const RankReport& report)
{
    if (report.peak.largest.empty()) {
        return {};
    }
    TextTable table({{"  largest blocks", Align::Right}, {"category"}, {"allocated at"}});
    for (std::size_t i = 0; i < std::min(blocksShown, report.peak.largest.size()); ++i) {
        const ScriptBlock& block = report.peak.largest[i];
        table.add({formatBytes(block.bytes), partText(block.category), originText(block)});
    }
    return "\n" + table.text();
}

std::string shortageText(const RankReport& report)
{
    if (!report.out_of_memory) {
        return {};
    }
    const ScriptShortage& shortage = *report.out_of_memory;
    std::string text = "Rank " + std::to_string(report.rank) + " ran out of memory on an allocation of "
        + formatBytes(shortage.bytes) + " in the " + momentText(shortage.step, shortage.phase, shortage.module);
    text += report.ended.how == ScriptEnd::OutOfMemory ? ".\n" : "; the script continued.\n";
    for (const std::string& frame : shortage.frames) {
        text += "    " + frame + "\n";
    }
    return text;
}

// Empty if the rank uses one device.
std::string deviceText(const RankReport& report)
{
    return report.devices.size() < 2 ? std::string()
                                     : " on GPU " + std::to_string(report.device_index) + ", the fullest of "
            + std::to_string(report.devices.size()) + ",";
}

std::string placesText(const RankReport& report)
{
    std::string text;
    for (const std::string& place : report.read) {
        text += "\n    " + place;
    }
    return text;
}

std::string variationText(const ScriptVariation& run)
{
    return formatBytes(run.peak_allocated) + " allocated and " + formatBytes(run.peak_reserved)
        + " reserved at its peak"
        + (run.how == ScriptEnd::OutOfMemory ? ", and it runs out of memory" : " after " + stepsText(run.steps));
}

// Values of the device in the runs that were compared (core/dryrun/readcheck.h).
std::string otherValuesText(const RankReport& report)
{
    const std::string integers = report.reads_numbers
        ? "integers from " + std::to_string(smallInteger) + " and from " + std::to_string(largeInteger) + " up"
        : std::string();
    const std::string others = "True, numbers of 100 and every comparison reversed";
    if (!report.reads_truths) {
        return integers;
    }
    return integers.empty() ? others : integers + ", and with " + others;
}

// Reads of device values, if the memory may therefore differ from that on a GPU; without the rank. Values that decide
// nothing, such as a printed loss, are omitted.
std::string readText(const RankReport& report)
{
    const bool numbers_known = !report.reads_numbers || report.read_matters == false;
    const bool truths_known = !report.reads_truths || report.variation == endOf(report);
    if (report.read_matters == true || (report.read.empty() && (truths_known || !report.variation))) {
        return {};
    }
    std::string text = " reads values from the device, which a dry run does not compute. ";
    if (report.variation && report.variation->how == ScriptEnd::Error) {
        text += "With False and 0 the script fails. The report assumes True, numbers of 100, integers from "
            + std::to_string(largeInteger) + " up and every comparison reversed; other values may give more.";
    } else if (numbers_known && truths_known) {
        text +=
            "Other runs, with " + otherValuesText(report) + ", had the same peaks; other values may still change them.";
    } else if (numbers_known && report.variation) {
        text += "The report assumes False and 0. With True, numbers of 100 and every comparison reversed, the rank has "
            + variationText(*report.variation) + "; other values may give more.";
    } else {
        text += "Sizes and branches that depend on them may differ on a GPU.";
    }
    return report.read.empty() ? text : text + " Reads:" + placesText(report);
}

std::string unsteppedText(const RankReport& report)
{
    std::string text;
    if (report.ended.how == ScriptEnd::Error) {
        return text;
    }
    for (const UnsteppedOptimizer& optimizer : report.unstepped) {
        text += "Rank " + std::to_string(report.rank) + ": an optimizer (" + optimizer.type + " with "
            + std::to_string(optimizer.parameters)
            + (optimizer.parameters == 1 ? " parameter tensor" : " parameter tensors")
            + ") did not step before the run ended. Its states, and the peaks of its steps, are missing from this "
              "report.\n";
    }
    return text;
}

}

std::string scriptErrorText(const RankReport& report)
{
    const ScriptError& error = report.ended;
    std::string text = "rank " + std::to_string(report.rank) + " failed " + stepText(report) + ": "
        + (error.type.empty() ? "" : error.type + ": ") + describe(error.message);
    if (!report.refused.empty()) {
        text += "\nThe script called CUDA functions that a dry run does not support: " + listText(report.refused);
    }
    for (const std::string& frame : error.frames) {
        text += "\n    " + frame;
    }
    if (mayBeCausedByAValue(report)) {
        text += "\nPossible cause: a dry run computes nothing. Values that the script reads from the device are 0, and "
                "True or 100 in a second run, which failed as well.";
        text += report.reads_numbers ? " --read-as sets the integers among them to their value on a GPU." : "";
    }
    const std::string* raised = verbatimText(error.message);
    if (raised != nullptr && raised->find("invalid device ordinal") != std::string::npos) {
        text += "\nEach rank has one GPU. If one process of the script uses several GPUs, set --world to their number.";
    }
    const std::string read = readText(report);
    return read.empty() ? text : text + "\nRank " + std::to_string(report.rank) + read;
}

std::string readMattersText(const RankReport& report)
{
    return "the memory of rank " + std::to_string(report.rank)
        + " depends on integers that the device computes, and a dry run computes nothing. Compute them on the host, "
          "or set --read-as to their value on a GPU. Reads:"
        + placesText(report);
}

std::string dryRunText(const DryRunRequest& request, const std::vector<RankReport>& reports)
{
    const bool has_nothing = std::all_of(reports.begin(), reports.end(), [](const RankReport& report) {
        return report.ended.how == ScriptEnd::Error && report.peak_reserved.value == 0;
    });
    if (has_nothing) {
        return {};
    }
    const RankReport& fullest = *std::max_element(
        reports.begin(), reports.end(), [](const auto& a, const auto& b) { return a.peak_reserved < b.peak_reserved; });
    std::string text = "Dry run on " + std::to_string(request.world) + " x " + terminalLine(request.device.name)
        + ", torch " + fullest.torch + "; " + std::to_string(reports.size()) + " of " + std::to_string(request.world)
        + (request.world == 1 ? " rank" : " ranks") + " ran\n\n" + tableText(request, reports);
    if (fullest.peak_allocated.value > 0) {
        text += "\nRank " + std::to_string(fullest.rank) + deviceText(fullest)
            + " at its peak: " + formatBytes(fullest.peak_allocated) + " allocated in the "
            + momentText(fullest.peak.step, fullest.peak.phase, fullest.peak.module) + "\n\n" + partsText(fullest)
            + modulesText(fullest) + blocksText(fullest);
    }
    text += "\n";
    if (request.read_as) {
        text += "Integers that the script reads from the device are " + std::to_string(*request.read_as)
            + " (--read-as).\n";
    }
    std::set<std::string> said; // texts of earlier ranks; ranks with equal texts share a line
    for (const RankReport& report : reports) {
        text += shortageText(report);
        const std::string read = readText(report);
        if (report.ended.how != ScriptEnd::Error && !read.empty() && !request.read_as && said.insert(read).second) {
            text += "Rank " + std::to_string(report.rank) + read + "\n";
        }
        text += unsteppedText(report);
        if (report.ended.how == ScriptEnd::Script && report.steps == 0) {
            text += "Rank " + std::to_string(report.rank)
                + " ran no step of an optimizer of torch.optim. Unless the script updates parameters by itself, its "
                  "peak is not the peak of training: values that it reads from the device, such as a loss, are 0 in a "
                  "dry run and may have changed its branches.\n";
        }
        if (report.ended.how == ScriptEnd::Steps && report.steps == 0) {
            text += "Rank " + std::to_string(report.rank)
                + " has no optimizer of torch.optim; its run ended after many backward passes.\n";
        }
        if (report.retries > 0) {
            const std::string times = report.retries == 1 ? "once" : std::to_string(report.retries) + " times";
            text += "Rank " + std::to_string(report.rank) + ": the allocator released cached memory and retried "
                + times + ", which takes time on a GPU.\n";
        }
    }
    return text
        + "Memory is that of this torch version on this GPU type, without the CUDA context and NCCL buffers. "
          "Results of the script are not real.\n";
}

}
