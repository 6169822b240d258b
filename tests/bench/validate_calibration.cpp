// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
// Device types calibrated on tables of published runs: errors of step times and peaks before, on the runs that the
// corrections were fitted on, and on other runs. Prints tables in Markdown.
//   validate_calibration [TABLE ...]: only these tables
#include "core/base/english.h"
#include "core/base/format.h"
#include "core/base/numbertext.h"
#include "core/calibration/calibration.h"
#include "core/runs/runsreader.h"
#include "core/runs/skippedruns.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <iostream>

using namespace stagecraft;

namespace {

struct Table {
    std::string name;
    std::string file;
    Framework framework;
    std::string type;
    bool eager = false; // Megatron of 2021 and 2022 materialized attention scores
};

const std::vector<Table> tables {
    {"vtrain", "tests/data/runs/vtrain_ground_truth_20.csv", Framework::Libtorch, "A100-80GB"},
    {"seqsel", "resources/runs/seqsel_table5.csv", Framework::Libtorch, "A100-80GB", true},
    {"megatron", "resources/runs/megatron_tables.csv", Framework::Libtorch, "A100-80GB", true},
    {"llm-foundry", "tests/data/runs/llm_foundry_throughput_20.csv", Framework::Fsdp2, "A100-80GB"},
    {"simumax", "tests/data/runs/simumax_b200_given.csv", Framework::MegatronCore, "B200"},
    {"golden", "resources/runs/megatron_golden_20.csv", Framework::MegatronCore, "H100-80GB"},
    {"torchtitan", "resources/runs/torchtitan.csv", Framework::Torchtitan, "H100-80GB"},
};

std::string percent(double share)
{
    return fixedText(share * 100, 1) + " %";
}

std::string row(const std::string& what, const ErrorFigures& figures)
{
    return "| " + what + " | " + std::to_string(figures.count) + " | " + percent(figures.mean_error) + " | "
        + percent(figures.median_error) + " | " + percent(figures.bias) + " | " + percent(figures.worst_error) + " |\n";
}

std::string evidence(const std::string& what, const CalibrationEvidence& of)
{
    return row(what + ", before", of.before) + row(what + ", fitted", of.fitted) + row(what + ", unseen", of.unseen);
}

void printTable(const Table& table, bool details)
{
    auto runs = readRuns(std::string(SOURCE_FOLDER) + "/" + table.file);
    if (!runs) {
        std::cout << describe(runs.error()) << "\n";
        return;
    }
    for (Run& run : *runs) {
        run.framework = table.framework; // framework to calibrate, regardless of the row's name
        run.fused_attention = table.eager ? std::optional(false) : run.fused_attention;
    }
    TypeCalibrationRequest request {{table.framework}, *catalogue().find(table.type), table.type + "-ours", {}};
    const auto result = calibrateType(*runs, request);
    std::cout << "\n## " << table.name << "\n\n";
    if (!result) {
        std::cout << describe(result.error()) << "\n";
        return;
    }
    std::cout << "| " << table.name << " | runs | mean | median | bias | worst |\n|---|--:|--:|--:|--:|--:|\n";
    std::cout << (result->time ? evidence("step", *result->time) : "")
              << (result->memory ? evidence("peak", *result->memory) : "") << "\n";
    for (const CorrectedFigure& figure : result->figures) {
        std::cout << nameOf(figure.correction) << ": " << figure.before << " -> " << figure.after << "\n";
    }
    std::vector<Message> reasons;
    for (const CalibratedRun& run : result->runs) {
        reasons.push_back(run.step.skipped);
        if (details && run.step.skipped.empty()) {
            const auto error = [&](Seconds predicted) { return percent(predicted / run.step.measured - 1); };
            std::cout << run.run.line << " " << run.run.model << " h" << *run.run.hidden << " L" << *run.run.layers
                      << " P" << run.run.pipeline.value_or(1) << " T" << run.run.tensor.value_or(1) << " D"
                      << run.run.data.value_or(1) << " b" << run.run.micro_batch.value_or(0) << ": "
                      << formatSeconds(run.step.measured) << " before " << error(run.step.before) << " fitted "
                      << error(run.step.fitted) << " unseen " << error(run.step.unseen) << "\n";
        }
        if (details && run.peak.skipped.empty()) {
            const auto error = [&](Bytes predicted) { return percent(predicted / run.peak.measured - 1); };
            std::cout << run.run.line << " " << run.run.model << ": " << formatBytes(run.peak.measured) << " before "
                      << error(run.peak.before) << " fitted " << error(run.peak.fitted) << "\n";
        }
    }
    std::cout << "skipped: " << argumentText(reasonList(countReasons(reasons))) << "\n";
}

}

int main(int argc, char** argv)
{
    const std::vector<std::string> wanted(argv + 1, argv + argc);
    for (const Table& table : tables) {
        if (wanted.empty() || std::find(wanted.begin(), wanted.end(), table.name) != wanted.end()) {
            printTable(table, !wanted.empty());
        }
    }
    return EXIT_SUCCESS;
}
