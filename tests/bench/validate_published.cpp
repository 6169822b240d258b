// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
// Predicts the published runs with their frameworks. Writes the errors of memory and step times, the share of runs
// within their bounds and one table run by run to docs/validation/published-runs.md, and the number of layers that the
// strategies of other systems run for a profile to docs/benchmarks.md.
#include "document.h"
#include "profileruns.h"
#include "torchgpipe.h"

#include "core/base/english.h"
#include "core/calibration/validation.h"
#include "core/runs/runsreader.h"

#include <array>
#include <cstdio>
#include <iostream>

using namespace stagecraft;
using namespace stagecraft::bench;

namespace {

constexpr const char* table5 = "seqsel_table5.csv"; // table of arXiv 2205.05198
constexpr std::array files {"nanotron_150.csv", "megatron_golden_20.csv", table5, "megatron_tables.csv",
                            "torchtitan.csv"};

std::string number(double value, const char* form)
{
    std::array<char, 32> text {};
    std::snprintf(text.data(), text.size(), form, value);
    return text.data();
}

std::string percent(double share)
{
    return number(100 * share, "%.1f %%");
}

Validation validated(const char* file)
{
    return validateRuns(orStop(readRuns(std::string(SOURCE_FOLDER "/resources/runs/") + file)), {});
}

// Framework of the compared runs; each file has one.
std::string frameworkOf(const Validation& validation)
{
    for (const ValidatedRun& row : validation.rows) {
        if (!row.skipped()) {
            return std::string(nameOf(row.framework));
        }
    }
    return "-";
}

std::string figuresRow(const std::string& file, const Validation& validation, const char* quantity,
                       const ComparedRuns& compared, Message ValidatedRun::*skipped)
{
    const ErrorFigures& figures = compared.figures;
    std::vector<Message> reasons;
    for (const ValidatedRun& row : validation.rows) {
        reasons.push_back(row.*skipped);
    }
    std::string text = "| " + file + " | " + frameworkOf(validation) + " | " + quantity + " | "
        + std::to_string(figures.count) + " | ";
    text += figures.count == 0 ? "- | - | - | - | - | -"
                               : percent(figures.mean_error) + " | " + percent(figures.median_error) + " | "
            + percent(figures.p90_error) + " | " + percent(figures.bias) + " | "
            + (figures.rank_correlation ? number(*figures.rank_correlation, "%.3f") : "-") + " | "
            + percent(compared.coverage);
    return text + " | " + argumentText(reasonList(countReasons(reasons))) + " |\n";
}

std::string figuresTable()
{
    std::string text = "| file | framework | quantity | runs | mean | median | 90 % quantile | bias | rank correlation "
                       "| in bounds | not compared |\n|---|---|---|--:|--:|--:|--:|--:|--:|--:|---|\n";
    for (const char* file : files) {
        const Validation validation = validated(file);
        text += figuresRow(file, validation, "memory", validation.memory, &ValidatedRun::memory_skipped);
        text += figuresRow("", validation, "step", validation.time, &ValidatedRun::time_skipped);
    }
    return text;
}

// --- One published table, run by run ---

std::string gibText(Bytes bytes)
{
    return number(static_cast<double>(bytes.value) / bytesPerGibibyte, "%.1f");
}

std::string table5Text()
{
    std::string text = "| seqsel_table5.csv | A100 | recomputation | measured step | predicted | bounds | error "
                       "|\n|---|--:|---|--:|--:|--:|--:|\n";
    const auto seconds = [](Seconds time) { return number(time.value, "%.2f"); };
    for (const ValidatedRun& row : validated(table5).rows) {
        text += "| " + row.run.model + " | " + std::to_string(*row.run.devices) + " | "
            + std::string(nameOf(*row.run.recomputation)) + " | ";
        text += row.time_skipped.empty()
            ? seconds(*row.measured_step) + " s | " + seconds(row.step.value) + " s | " + seconds(row.step.low) + " to "
                + seconds(row.step.high) + " s | " + percent(row.step.value / *row.measured_step - 1)
            : "- | - | - | " + describe(row.time_skipped);
        text += " |\n";
    }
    return text;
}

// --- One device, no framework ---

std::string torchgpipeTable()
{
    std::string text =
        "| torchgpipe, one P40 | batch | predicted reserved | measured | predicted samples/s | measured |\n"
        "|---|--:|--:|--:|--:|--:|\n";
    int others = 0;
    for (const Run& run : orStop(readRuns(SOURCE_FOLDER "/tests/data/runs/torchgpipe.csv"))) {
        const auto estimate = orStop(torchgpipeEstimate(run));
        if (!estimate) {
            ++others;
            continue;
        }
        const auto gib = [](Bytes bytes) { return gibText(bytes) + " GiB"; };
        text += "| " + run.model + " | " + std::to_string(*run.global_batch) + " | "
            + gib(estimate->devices.front().reserved) + " | "
            + (run.peak ? gib(*run.peak) : std::string(run.out_of_memory ? "out of memory" : "-")) + " | "
            + number(estimate->samples_per_second, "%.1f") + " | "
            + (run.throughput ? number(*run.throughput, "%.1f") : "-") + " |\n";
    }
    return text + "\nNothing is fitted: formulas and the replay of the allocator. The other " + std::to_string(others)
        + " runs recompute activations or divide samples\namong devices, and are not predicted.\n";
}

// Writes the section. With `check` only compares the file with this text.
void write(const std::string& path, const std::string& name, const std::string& text, bool check)
{
    if (check) {
        if (readSection(path, name) != text) {
            std::cerr << path << " is out of date between the marks of " << name << ". Expected:\n" << text;
            std::exit(1);
        }
        return;
    }
    const auto written = replaceSection(path, name, text);
    if (!written) {
        std::cerr << describe(written.error()) << '\n';
        std::exit(2);
    }
}

}

// Arguments: the files with the marks of the published runs and of the profiles, and --check to compare them instead of
// writing. Without arguments prints both.
int main(int count, char** arguments)
{
    const std::string published = figuresTable() + "\n" + table5Text() + "\n" + torchgpipeTable();
    const std::string profiles = orStop(profileRunsTable());
    if (count < 3) {
        std::cout << published << '\n' << profiles;
        return 0;
    }
    const bool check = count > 3 && std::string(arguments[3]) == "--check";
    write(arguments[1], "published", published, check);
    write(arguments[2], "profiles", profiles, check);
    return 0;
}
