// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
// Calibrates the stacks from the published runs, and writes into docs/validation.md how well they predict runs, sizes
// of models and numbers of devices that they have not seen, and what of a run each figure had seen all the same; why
// some are far off, what each part of the predictors brings, and how much others run for a profile. Exit status 1 where
// the goals below are missed.
#include "ablation.h"
#include "document.h"
#include "profileruns.h"
#include "publishedruns.h"
#include "stagecases.h"
#include "stalls.h"
#include "torchgpipe.h"

#include "core/cost/stacks/validation.h"
#include "core/hardware/catalogue.h"
#include "core/runs/runsreader.h"

#include <cstdio>
#include <iostream>

using namespace stagecraft;
using namespace stagecraft::bench;

namespace {

// Goals of nanotron's runs, cross-validated.
constexpr double mostMemoryError = 0.09;
constexpr double mostMemoryMedian = 0.06;
constexpr double leastRank = 0.98;
constexpr double mostLowDegreeError = 0.06;
constexpr double mostRateError = 0.15; // slow runs apart, modes told by memory
constexpr int lowDegree = 8; // tensor ranks on one machine

constexpr const char* table5 = "seqsel_table5.csv"; // of arXiv 2205.05198

// A stack, where its runs are.
struct Source {
    std::string name;
    StackForm form;
    std::vector<std::string> files;
};

const std::vector<Source>& sources()
{
    static const std::vector<Source> all {
        {"nanotron", StackForm::Nanotron, {"nanotron_150.csv"}},
        {"megatron", StackForm::Megatron, {"megatron_golden_20.csv", table5, "megatron_tables.csv"}},
        {"torchtitan", StackForm::Torchtitan, {"torchtitan.csv"}}};
    return all;
}

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

std::string rankText(const ErrorFigures& figures)
{
    return figures.rank_correlation ? number(*figures.rank_correlation, "%.3f") : "-";
}

std::vector<Run> runsOf(const Source& source)
{
    std::vector<Run> all;
    for (const std::string& file : source.files) {
        const auto runs = orStop(readRuns(SOURCE_FOLDER "/resources/runs/" + file));
        all.insert(all.end(), runs.begin(), runs.end());
    }
    return all;
}

Stack calibrated(const Source& source, const std::vector<Run>& runs, bool modes_from_speed = false)
{
    return orStop(calibrate(runs, {source.name, source.form, "", modes_from_speed}, {}));
}

template <typename AnyCase>
std::function<std::string(std::size_t)> byDevices(const std::vector<AnyCase>& cases)
{
    return [&cases](std::size_t i) { return std::to_string(cases[i].run.devices); };
}

template <typename AnyCase>
std::function<std::string(std::size_t)> bySize(const std::vector<AnyCase>& cases)
{
    return [&cases](std::size_t i) { return architectureOf(cases[i].run); };
}

// What a fit had seen of the run that it predicts.
constexpr const char* noFit = "no fit";
constexpr const char* nothing = "nothing";
constexpr const char* itsSpeed = "its speed, which told how its ranks exchange";
constexpr const char* itsMemory = "that it is not slow; its memory, which told how its ranks exchange";
constexpr const char* whetherSlow = "that it is not slow";

// --- Memory ---

std::string memoryRow(const std::string& stack, const std::string& what, const ErrorFigures& figures,
                      const char* seen = nothing)
{
    return "| " + stack + " | " + what + " | " + std::to_string(figures.count) + " | " + percent(figures.mean_error)
        + " | " + percent(figures.median_error) + " | " + percent(figures.p90_error) + " | " + percent(figures.bias)
        + " | " + rankText(figures) + " | " + seen + " |\n";
}

using Predicate = std::function<bool(const StackRow&, const ModelledRun&)>;

bool everyRun(const StackRow&, const ModelledRun&)
{
    return true;
}

bool onOneMachine(const StackRow&, const ModelledRun& run)
{
    return run.tensor <= lowDegree;
}

ErrorFigures memoryFigures(const std::vector<MemoryCase>& cases, const std::vector<double>& predicted,
                           const Predicate& counts = everyRun)
{
    Compared compared;
    for (std::size_t i = 0; i < cases.size(); ++i) {
        if (counts(*cases[i].row, cases[i].run)) {
            compared.add(predicted[i], static_cast<double>(cases[i].sample.measured.value));
        }
    }
    return compared.figures();
}

std::string memoryRows(const Source& source, const Stack& stack, bool& met)
{
    const auto cases = memoryCases(stack);
    const auto priors = memoryCoefficients(stack.form, stack.kind);
    const StackEvidence& evidence = *stack.memory_evidence;
    std::string text = memoryRow(source.name, "not corrected", evidence.uncorrected, noFit);
    text += memoryRow("", evidence.folds, evidence.cross_validated);
    if (source.form == StackForm::Nanotron) {
        const auto unseen = peaksLeavingOut(cases, priors, byFold(cases));
        const ErrorFigures low = memoryFigures(cases, unseen, onOneMachine);
        const ErrorFigures& all = evidence.cross_validated;
        text += memoryRow("", "of these tensor degrees up to 8", low);
        met = met && all.mean_error <= mostMemoryError && all.median_error <= mostMemoryMedian
            && all.rank_correlation.value_or(0) >= leastRank && low.mean_error <= mostLowDegreeError;
    }
    text += memoryRow("", "each size of model left out", evidence.size_left_out);
    text += memoryRow("", "each number of devices left out",
                      memoryFigures(cases, peaksLeavingOut(cases, priors, byDevices(cases))));
    if (source.form == StackForm::Nanotron) {
        const Stack told = calibrated(source, runsOf(source), true);
        text +=
            memoryRow("", evidence.folds + ", modes told by speed", told.memory_evidence->cross_validated, itsSpeed);
    }
    return text;
}

// --- Time ---

std::string timeRow(const std::string& stack, const std::string& what, const Compared& compared,
                    const char* seen = nothing)
{
    const ErrorFigures steps = compared.figures();
    const ErrorFigures rates = compared.rateFigures();
    return "| " + stack + " | " + what + " | " + std::to_string(steps.count) + " | " + percent(steps.mean_error) + " | "
        + percent(steps.median_error) + " | " + percent(rates.mean_error) + " | " + percent(rates.median_error) + " | "
        + percent(rates.p90_error) + " | " + rankText(steps) + " | " + seen + " |\n";
}

Compared timeFigures(const std::vector<TimeCase>& cases, const std::vector<double>& predicted, const Predicate& counts)
{
    Compared compared;
    for (std::size_t i = 0; i < cases.size(); ++i) {
        if (counts(*cases[i].row, cases[i].run)) {
            compared.add(predicted[i], cases[i].sample.measured.value);
        }
    }
    return compared;
}

bool notSlow(const StackRow& row, const ModelledRun&)
{
    return !row.slow;
}

bool notSlowOnOneMachine(const StackRow& row, const ModelledRun& run)
{
    return !row.slow && onOneMachine(row, run);
}

bool isOfTable5(const StackRow& row, const ModelledRun&)
{
    return row.run.file == table5;
}

std::string timeRows(const Source& source, const Stack& stack, bool& met)
{
    const auto cases = timeCases(stack);
    const auto priors = timeCoefficients(stack.form);
    std::vector<double> plain;
    for (const TimeCase& known : cases) {
        plain.push_back(stepTime(known.run, known.sample.sheet, valuesOf(priors)).value);
    }
    const auto unseen = stepsLeavingOut(cases, priors, byFold(cases));
    const auto sizes = stepsLeavingOut(cases, priors, bySize(cases));
    const auto devices = stepsLeavingOut(cases, priors, byDevices(cases));
    const std::string folds = stack.time_evidence->folds;
    std::string text = timeRow(source.name, "not corrected", timeFigures(cases, plain, everyRun), noFit);
    text += timeRow("", folds + ", every run", timeFigures(cases, unseen, everyRun));
    if (source.form != StackForm::Nanotron) {
        text += timeRow("", "of these seqsel_table5.csv", timeFigures(cases, unseen, isOfTable5));
        text += timeRow("", "each size of model left out", timeFigures(cases, sizes, everyRun));
        text += timeRow("", "of these seqsel_table5.csv", timeFigures(cases, sizes, isOfTable5));
        return text + timeRow("", "each number of devices left out", timeFigures(cases, devices, everyRun));
    }
    text += timeRow("", folds + ", tensor degrees up to 8", timeFigures(cases, unseen, onOneMachine));
    text += timeRow("", folds + ", slow runs apart", timeFigures(cases, unseen, notSlow), whetherSlow);
    text +=
        timeRow("", "of these tensor degrees up to 8", timeFigures(cases, unseen, notSlowOnOneMachine), whetherSlow);
    text +=
        timeRow("", "each size of model left out, slow runs apart", timeFigures(cases, sizes, notSlow), whetherSlow);
    text += timeRow("", "each number of devices left out, slow runs apart", timeFigures(cases, devices, notSlow),
                    whetherSlow);
    int told = 0;
    const Stack with_modes = calibrated(source, withModesFromMemory(runsOf(source), stack, told));
    const auto again = timeCases(with_modes);
    const Compared robust = timeFigures(again, stepsLeavingOut(again, priors, byFold(again)), notSlow);
    text += timeRow("", folds + ", slow runs apart, modes of " + std::to_string(told) + " told by memory", robust,
                    itsMemory);
    met = met && robust.rateFigures().mean_error <= mostRateError;
    return text;
}

// --- One published table, run by run ---

std::string gibText(Bytes bytes)
{
    return number(static_cast<double>(bytes.value) / bytesPerGibibyte, "%.1f");
}

// Its rows tell no memory: only that the device had enough.
std::string table5Text(const Stack& stack)
{
    const auto runs = orStop(readRuns(std::string(SOURCE_FOLDER "/resources/runs/") + table5));
    const Validation validation = validateRuns(runs, stack);
    const Bytes room = shippedCatalogue().find(deviceSheet("A100")->type)->device.memory.value;
    std::string text =
        "| seqsel_table5.csv | A100 | recomputation | step: measured | predicted | low to high | error | "
        "peak, GiB: predicted | low to high | the device has |\n"
        "|---|--:|---|--:|--:|--:|--:|--:|--:|--:|\n";
    int fitting = 0;
    for (const ValidatedRun& row : validation.rows) {
        const Bounded<Seconds> step = row.heldOutStep();
        const StackPrediction& memory = row.prediction;
        const auto seconds = [](Seconds time) { return number(time.value, "%.2f"); };
        fitting += *memory.peak <= room ? 1 : 0;
        text += "| " + row.run.model + " | " + std::to_string(*row.run.devices) + " | "
            + std::string(nameOf(*row.run.recomputation)) + " | " + seconds(*row.measured_step) + " s | "
            + seconds(step.value) + " s | " + seconds(step.low) + " to " + seconds(step.high) + " s | "
            + percent(step.value / *row.measured_step - 1) + " | " + gibText(*memory.peak) + " | "
            + gibText(memory.peak_low) + " to " + gibText(memory.peak_high) + " | " + gibText(room) + " |\n";
    }
    const ErrorFigures& figures = validation.time.held_out;
    return text + "\nSteps by fits without the run, in the band of the other runs: mean error "
        + percent(figures.mean_error) + ", worst " + percent(figures.worst_error) + ", "
        + percent(validation.time.coverage)
        + " between low and high. Peaks (allocated, of the fullest rank) by a fit of "
        + std::to_string(stack.memory_evidence->fitted.count)
        + " runs of other models: the table tells none, only that the device had enough. It had for "
        + std::to_string(fitting) + " of the " + std::to_string(validation.rows.size())
        + " predicted ones. Their bounds are "
          "those of the fit's runs: so far beyond them no share is claimed.\n";
}

// --- Why runs are slow ---

std::string stallTable(const Stack& stack)
{
    const auto counts = stallsOf(stack);
    const double share = likeliestShare(counts);
    std::string text = "| machines | pipelines | stalled | as many if " + percent(share)
        + " of machines stall | lost for each micro-batch, over 1 - 1/stages |\n|--:|--:|--:|--:|--:|\n";
    for (const auto& [machines, count] : counts) {
        text += "| " + std::to_string(machines) + " | " + std::to_string(count.runs) + " | "
            + std::to_string(count.stalled) + " | " + number(count.runs * stallChance(share, machines), "%.1f") + " | "
            + (count.stalled > 0 ? number(count.least, "%.2f") + " to " + number(count.most, "%.2f") + " s" : "-")
            + " |\n";
    }
    return text + "\nCounted among the runs that the fit has seen: nothing is predicted here.\n";
}

// --- Without any measurement ---

std::string torchgpipeTable()
{
    std::string text =
        "| torchgpipe, one P40 | batch | reserved: predicted | measured | samples/s: predicted | measured |\n"
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
    return text + "\nNo fit: formulas and the allocator's replay. The other " + std::to_string(others)
        + " recompute or divide samples among devices: nothing is predicted of these.\n";
}

// --- What each part brings ---

std::string cell(const ErrorFigures& figures)
{
    return " | " + (figures.count > 0 ? percent(figures.mean_error) : std::string("-"));
}

// A part of a prediction, with all before it and as the only one that a calibrated prediction lacks.
std::string memoryAblationTable(const std::vector<Stack>& stacks, const std::string& own)
{
    struct Line {
        const char* name;
        std::optional<MemoryPart> part;
        std::string own;
        const char* learned; // with the parts up to this one
    };
    const std::vector<Line> lines {
        {"additive: layers one by one, one micro-batch", std::nullopt, meanErrorOf(own, predictors[0]), nothing},
        {"+ micro-batches in flight", MemoryPart::InFlight, meanErrorOf(own, predictors[1]), nothing},
        {"+ the largest transient", MemoryPart::Transient, meanErrorOf(own, predictors[3]), nothing},
        {"+ tensor and data degrees", MemoryPart::Degrees, "-", nothing},
        {"+ boundaries; buffers of collectives", MemoryPart::Buffers, meanErrorOf(own, predictors[4]),
         "buffers, cross-validated"},
        {"+ calibration", MemoryPart::Calibration, "-", "all, cross-validated"}};
    std::set<MemoryPart> all;
    for (const Line& line : lines) {
        if (line.part) {
            all.insert(*line.part);
        }
    }
    std::string text = "| mean error of the peak | own stages |";
    for (const Stack& stack : stacks) {
        text += " " + stack.name + " | without it alone |";
    }
    text += " learned |\n|---|--:|";
    for (std::size_t i = 0; i < 2 * stacks.size(); ++i) {
        text += "--:|";
    }
    text += "---|";
    std::set<MemoryPart> known;
    for (const Line& line : lines) {
        std::set<MemoryPart> others = all;
        if (line.part) {
            known.insert(*line.part);
            others.erase(*line.part);
        }
        text += std::string("\n| ") + line.name + " | " + line.own;
        for (const Stack& stack : stacks) {
            const bool has = line.part != MemoryPart::Buffers || stack.form == StackForm::Nanotron;
            text += has ? cell(memoryAblation(stack, known)) : " | -";
            text += has && line.part ? cell(memoryAblation(stack, others)) : " | -";
        }
        text += std::string(" | ") + line.learned + " |";
    }
    return text + "\n";
}

std::string timeAblationTable(const std::vector<Stack>& stacks)
{
    const std::array lines {std::pair {"products at a share of the peak, stages of a pipeline", TimeLevel::Products},
                            std::pair {"+ exchange between tensor ranks", TimeLevel::TensorRanks},
                            std::pair {"+ launching by the host", TimeLevel::Host},
                            std::pair {"+ exchange between replicas, optimizer", TimeLevel::Replicas},
                            std::pair {"+ stalls of pipelines on 64 machines", TimeLevel::Stalls}};
    std::string text = "| mean error of tokens a second, cross-validated | nanotron, slow runs apart | megatron |\n"
                       "|---|--:|--:|\n";
    for (const auto& [name, level] : lines) {
        text += std::string("| ") + name + cell(timeAblation(stacks[0], level, false).rateFigures())
            + cell(timeAblation(stacks[1], level, true).rateFigures()) + " |\n";
    }
    return text;
}

// With `check` only looks whether the file says this.
void write(const std::string& path, const std::string& name, const std::string& text, bool check)
{
    if (check) {
        if (readSection(path, name) != text) {
            std::cerr << path << " does not say what it should between the marks of " << name << ":\n" << text;
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

// Arguments: the file to write into, and --check to compare it instead; nothing: to the output.
int main(int count, char** arguments)
{
    bool met = true;
    std::vector<Stack> stacks;
    std::string memory = "| memory of | fitted without | runs | mean | median | 90 % below | bias | rank correlation | "
                         "of a run was seen |\n"
                         "|---|---|--:|--:|--:|--:|--:|--:|---|\n";
    std::string time = "| time of | fitted without | runs | step: mean | median | tokens/s: mean | median | 90 % below "
                       "| rank correlation | of a run was seen |\n|---|---|--:|--:|--:|--:|--:|--:|--:|---|\n";
    for (const Source& source : sources()) {
        stacks.push_back(calibrated(source, runsOf(source)));
        memory += memoryRows(source, stacks.back(), met);
        if (stacks.back().time_evidence) {
            time += timeRows(source, stacks.back(), met);
        }
    }
    // The forms are older than their fits.
    const std::string chosen =
        "\nIn every row of nanotron the constants of `held` (memory), and from how many machines on "
        "pipelines stall (times), were chosen with all its runs in view.\n";
    const std::string published = memory + "\n" + time + chosen + "\n" + table5Text(stacks[1]) + "\n"
        + stallTable(stacks.front()) + "\n" + torchgpipeTable();
    const std::string document = count > 1 ? arguments[1] : "";
    const std::string own = readSection(count > 1 ? document : SOURCE_FOLDER "/docs/validation.md", "stages");
    const std::string ablation = memoryAblationTable(stacks, own) + "\n" + timeAblationTable(stacks);
    const std::string profiles = orStop(profileRunsTable());
    if (document.empty()) {
        std::cout << published << '\n' << ablation << '\n' << profiles;
    } else {
        const bool check = count > 2 && std::string(arguments[2]) == "--check";
        write(document, "published", published, check);
        write(document, "ablation", ablation, check);
        write(document, "profiles", profiles, check);
    }
    return met ? 0 : 1;
}
