// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
// Stacks calibrated from the published runs, the shipped ones, their files and their place in a workspace.
#include "core/cost/stacks/validation.h"
#include "core/exchange/knownstacks.h"
#include "core/exchange/stackfile.h"
#include "core/json/codec.h"
#include "core/store/workspace.h"
#include "tests/support/runs.h"
#include "tests/support/schema.h"

#include <QTemporaryDir>
#include <QTest>

#include <cmath>

using namespace stagecraft;
using namespace stagecraft::testing;

namespace {

std::vector<Run> published(const std::vector<std::string>& names)
{
    std::vector<Run> all;
    for (const std::string& name : names) {
        const auto runs = readRuns(SOURCE_FOLDER "/resources/runs/" + name);
        if (!runs) {
            qFatal("%s", describe(runs.error()).c_str());
        }
        all.insert(all.end(), runs->begin(), runs->end());
    }
    return all;
}

const std::vector<std::string> megatronFiles {"megatron_golden_20.csv", "seqsel_table5.csv", "megatron_tables.csv"};

Stack calibrated(const std::vector<Run>& runs, StackForm form, bool modes_from_speed = false)
{
    const auto stack = calibrate(runs, {"test", form, "2026-11-22T00:00:00Z", modes_from_speed}, {});
    if (!stack) {
        qFatal("%s", describe(stack.error()).c_str());
    }
    return *stack;
}

// No coefficient of either further from the other's than rounding of other compilers explains.
template <typename Coefficients>
bool nearlyEqual(const Coefficients& a, const Coefficients& b)
{
    return a.size() == b.size() && std::equal(a.begin(), a.end(), b.begin(), [](const auto& x, const auto& y) {
               return x.correction == y.correction && x.source == y.source && x.prior == y.prior
                   && std::abs(x.value - y.value) <= 1e-4 * std::max(std::abs(y.value), 1e-6);
           });
}

}

class CalibrationTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void nanotronMemory();
    void nanotronTime();
    void stallsAreLearnedFromFewerMachines();
    void nanotronWithModesFromSpeed();
    void megatronMemoryAndTime();
    void torchtitanMemory();
    void skippedRunsAreCounted();
    void heldNeedsTwoDegrees();
    void theFormThatFitsBestIsTaken();
    void tooFewRunsAreAnError();
    void scopesAreRespected();
    void reasonsTellTheCause();
    void eightBitRunsCountWhereTheirMemoryIsKnown();
    void everyRankIsComparedWithTheLargest();
    void runsOfTheStackAreSeenUnseen();
    void coverageCountsBandsThatHaveNotSeenTheRun();
    void heldOutErrorsChooseTheStack();
    void shippedStacksFollowFromTheirRows_data();
    void shippedStacksFollowFromTheirRows();
    void stackFilesFollowTheSchema();
    void schemaRefusesWhatTheReaderRefuses();
    void stacksThatPredictNoNumbersAreRefused_data();
    void stacksThatPredictNoNumbersAreRefused();
    void stacksAreKeptInAWorkspace();
};

void CalibrationTest::nanotronMemory()
{
    const auto runs = published({"nanotron_150.csv"});
    const Stack stack = calibrated(runs, StackForm::Nanotron);
    const StackEvidence& evidence = *stack.memory_evidence;
    QCOMPARE(figuresText(evidence.uncorrected), QStringLiteral("150 18.5 14.1 39.3 69.5 -14.0 0.9752"));
    QCOMPARE(figuresText(evidence.fitted), QStringLiteral("150 8.6 4.1 15.2 150.1 -1.1 0.9869"));
    QCOMPARE(figuresText(evidence.cross_validated), QStringLiteral("150 9.0 4.6 15.3 158.4 -1.2 0.9861"));
    QCOMPARE(figuresText(evidence.size_left_out), QStringLiteral("150 9.2 5.0 14.8 154.4 -1.5 0.9859"));
    QVERIFY(evidence.cross_validated.mean_error <= 0.090);
    QVERIFY(evidence.cross_validated.median_error <= 0.06);
    QVERIFY(*evidence.cross_validated.rank_correlation >= 0.98);
    QVERIFY(evidence.size_left_out.mean_error <= 0.095);
    QCOMPARE(evidence.folds, std::string("5 folds"));
    QVERIFY(evidence.coverage > 0.93 && !evidence.few_runs);

    std::vector<double> predicted;
    std::vector<double> measured;
    for (const StackRow& row : stack.rows) {
        if (row.run.tensor <= 8) {
            predicted.push_back(static_cast<double>(row.predicted_peak->value));
            measured.push_back(static_cast<double>(row.run.peak->value));
        }
    }
    const ErrorFigures low = errorFigures(predicted, measured);
    QCOMPARE(figuresText(low), QStringLiteral("88 5.9 4.2 14.2 20.3 -0.9 0.9934"));
    QVERIFY(low.mean_error <= 0.06);
}

void CalibrationTest::nanotronTime()
{
    const Stack stack = calibrated(published({"nanotron_150.csv"}), StackForm::Nanotron);
    QCOMPARE(stack.device, std::string("H100"));
    QCOMPARE(stack.time_evidence->slow_runs, 21);
    const ErrorFigures& figures = stack.time_evidence->cross_validated;
    QCOMPARE(told(figures.mean_error), QStringLiteral("19.0"));
    QCOMPARE(told(figures.median_error), QStringLiteral("6.3"));
    QCOMPARE(stack.time_evidence->without_slow.count, 129);
    QVERIFY(stack.time_evidence->without_slow.mean_error <= 0.11);
    // The same as errors of tokens a second.
    std::vector<double> predicted;
    std::vector<double> measured;
    for (const StackRow& row : stack.rows) {
        if (!row.slow) {
            predicted.push_back(1 / row.predicted_step->value);
            measured.push_back(1 / row.measured_step->value);
        }
    }
    QCOMPARE(figuresText(errorFigures(predicted, measured)), QStringLiteral("129 18.8 5.1 18.9 430.7 -0.4 0.9822"));
}

// Without the runs on 64 machines, on which pipelines are expected to stall, the loss comes from those that did on
// fewer.
void CalibrationTest::stallsAreLearnedFromFewerMachines()
{
    auto runs = published({"nanotron_150.csv"});
    std::erase_if(runs, [](const Run& run) { return run.devices.value_or(0) >= 512; });
    const Stack stack = calibrated(runs, StackForm::Nanotron);
    const auto stall = std::find_if(stack.time.begin(), stack.time.end(), [](const TimeCoefficient& coefficient) {
        return coefficient.correction == TimeCorrection::Stall;
    });
    QVERIFY(stall != stack.time.end());
    QVERIFY2(stall->value > 1.1 && stall->value < 1.5, qPrintable(QString::number(stall->value)));
}

void CalibrationTest::nanotronWithModesFromSpeed()
{
    const Stack stack = calibrated(published({"nanotron_150.csv"}), StackForm::Nanotron, true);
    const auto told_modes = std::count_if(stack.rows.begin(), stack.rows.end(),
                                          [](const StackRow& row) { return row.run.tensor_mode.has_value(); });
    QCOMPARE(told_modes, 7);
    QCOMPARE(figuresText(stack.memory_evidence->cross_validated), QStringLiteral("150 6.1 3.7 12.7 35.7 -0.8 0.9952"));
}

void CalibrationTest::megatronMemoryAndTime()
{
    const Stack stack = calibrated(published(megatronFiles), StackForm::Megatron);
    QCOMPARE(stack.kind, MemoryKind::Allocated);
    QCOMPARE(stack.device, std::string("A100"));
    QCOMPARE(figuresText(stack.memory_evidence->uncorrected), QStringLiteral("13 21.2 15.0 43.1 57.4 15.0 0.9517"));
    QCOMPARE(figuresText(stack.memory_evidence->cross_validated), QStringLiteral("13 3.3 1.8 7.4 12.6 0.1 0.9396"));
    QVERIFY(stack.memory_evidence->cross_validated.mean_error <= 0.04);
    QCOMPARE(figuresText(stack.time_evidence->uncorrected), QStringLiteral("32 15.1 14.4 31.5 42.0 14.4 0.9949"));
    QCOMPARE(figuresText(stack.time_evidence->cross_validated), QStringLiteral("32 3.7 3.0 7.1 10.0 0.1 0.9971"));
    QCOMPARE(figuresText(stack.time_evidence->size_left_out), QStringLiteral("32 3.9 3.3 8.0 11.6 0.2 0.9971"));
    // One dense model and one with experts, under many names.
    QCOMPARE(figuresText(stack.memory_evidence->size_left_out), QStringLiteral("13 3.5 2.0 6.2 13.6 -0.7 0.9517"));
    QVERIFY(stack.time_evidence->cross_validated.mean_error <= 0.04);
}

void CalibrationTest::torchtitanMemory()
{
    const Stack stack = calibrated(published({"torchtitan.csv"}), StackForm::Torchtitan);
    QCOMPARE(stack.kind, MemoryKind::Reserved);
    QVERIFY(stack.time.empty() && !stack.time_evidence);
    QCOMPARE(figuresText(stack.memory_evidence->uncorrected), QStringLiteral("14 12.2 7.7 33.6 38.1 -5.7 0.7544"));
    QCOMPARE(figuresText(stack.memory_evidence->cross_validated), QStringLiteral("14 9.8 4.5 30.6 42.1 -0.2 0.8286"));
    QVERIFY(stack.memory_evidence->cross_validated.mean_error <= 0.10);
    // Two sizes only: twelve of the fourteen are predicted from two runs.
    QCOMPARE(figuresText(stack.memory_evidence->size_left_out), QStringLiteral("14 9.9 5.0 34.8 45.0 0.1 0.7544"));
}

void CalibrationTest::skippedRunsAreCounted()
{
    const auto memoryReasons = [](const Stack& stack) {
        std::vector<std::string> reasons;
        for (const StackRow& row : stack.rows) {
            reasons.push_back(row.memory_skipped);
        }
        return reasonsText(countReasons(reasons));
    };
    QCOMPARE(
        memoryReasons(calibrated(published({"torchtitan.csv"}), StackForm::Torchtitan)),
        std::string("17 x no measured memory, 6 x micro-batch of the pipeline not told, 4 x layers, hidden size or "
                    "sequence not told, 2 x out of memory"));
    QCOMPARE(memoryReasons(calibrated(published({"megatron_golden_20.csv"}), StackForm::Megatron)),
             std::string("3 x encoder-decoder, 1 x products of 8 bits, which megatron's model lacks, 1 x state-space "
                         "layers, 1 x latent attention, 1 x vision encoder"));
    std::vector<std::string> times;
    for (const StackRow& row :
         calibrated(published({"seqsel_table5.csv", "megatron_tables.csv"}), StackForm::Megatron).rows) {
        times.push_back(row.time_skipped);
    }
    int skipped = 0;
    for (const SkippedRuns& entry : countReasons(times)) {
        skipped += entry.count;
    }
    QCOMPARE(skipped, 19);
}

void CalibrationTest::heldNeedsTwoDegrees()
{
    auto runs = published({"nanotron_150.csv"});
    std::erase_if(runs, [](const Run& run) { return run.tensor > 2; });
    const Stack stack = calibrated(runs, StackForm::Nanotron);
    const bool held = std::any_of(stack.memory.begin(), stack.memory.end(), [](const MemoryCoefficient& coefficient) {
        return coefficient.correction == MemoryCorrection::Held;
    });
    QVERIFY(!held);
    QCOMPARE(stack.memory_evidence->folds, std::string("each run left out"));
}

void CalibrationTest::theFormThatFitsBestIsTaken()
{
    const auto nanotron = calibrate(published({"nanotron_150.csv"}), {"mine", {}, "", false}, {});
    QCOMPARE(nanotron->form, StackForm::Nanotron);
    const auto torchtitan = calibrate(published({"torchtitan.csv"}), {"mine", {}, "", false}, {});
    QCOMPARE(torchtitan->form, StackForm::Torchtitan);
}

void CalibrationTest::tooFewRunsAreAnError()
{
    const auto runs = parseRuns(std::string(header) + rowText() + rowText("OOM"), "r.csv");
    const auto stack = calibrate(*runs, {"mine", StackForm::Nanotron, "", false}, {});
    QVERIFY(!stack);
    QCOMPARE(stack.error().code, ErrorCode::RunsUnusable);
    QVERIFY(describe(stack.error()).find("1 x out of memory") != std::string::npos);
    std::stop_source source;
    source.request_stop();
    QCOMPARE(calibrate(*runs, {"mine", {}, "", false}, source.get_token()).error().code, ErrorCode::Cancelled);
}

void CalibrationTest::scopesAreRespected()
{
    const auto runs =
        parseRuns(std::string(header) + rowText("8", "rank 0, allocated") + rowText("9", "rank 0, reserved"), "r.csv");
    const Validation validation = validateRuns(*runs, shippedStacks().front());
    QCOMPARE(shippedStacks().front().kind, MemoryKind::Allocated);
    QCOMPARE(validation.memory.figures.count, 1);
    QVERIFY(validation.rows[0].memory_skipped.empty());
    QCOMPARE(validation.rows[1].memory_skipped, std::string("memory is reserved, the stack predicts allocated bytes"));
    QCOMPARE(validation.time.figures.count, 2); // the speeds can be compared all the same
    // A stack learns of the bytes that most of its runs count, and leaves the others out.
    auto mixed = published({"torchtitan.csv"});
    mixed.push_back(runs->front());
    QCOMPARE(calibrated(mixed, StackForm::Torchtitan).rows.back().memory_skipped,
             std::string("memory is allocated, the stack predicts reserved bytes"));
}

// What a run lacks of a quantity comes before what a stack cannot express; and the ZeRO stage is not "another stack's".
void CalibrationTest::reasonsTellTheCause()
{
    auto runs = parseRuns(std::string(header) + rowText("OOM") + rowText("") + rowText(), "r.csv").value();
    for (Run& run : runs) {
        run.zero = 3;
    }
    runs[0].throughput.reset();
    const auto reasons = [&](const Stack& stack) {
        std::vector<std::string> all;
        for (const ValidatedRun& row : validateRuns(runs, stack).rows) {
            all.push_back(row.memory_skipped + " / " + row.time_skipped);
        }
        return all;
    };
    const std::string lacks = "ZeRO stage 3, which nanotron's way to train lacks";
    QCOMPARE(reasons(shippedStacks().front()),
             (std::vector<std::string> {"out of memory / out of memory", "no measured memory / " + lacks,
                                        lacks + " / " + lacks}));
    runs[2].sequence.reset();
    QCOMPARE(reasons(shippedStacks().front()).back(),
             std::string("layers, hidden size or sequence not told / layers, hidden size or sequence not told"));
    // Validation and calibration say the same of a row.
    const Stack stack = calibrated(published(megatronFiles), StackForm::Megatron);
    const Validation validation = validateRuns(published(megatronFiles), stack);
    for (std::size_t i = 0; i < stack.rows.size(); ++i) {
        QCOMPARE(validation.rows[i].memory_skipped, stack.rows[i].memory_skipped);
    }
    // Where no way to train can use the runs, the reasons are those of the way that can use most.
    const auto refused = calibrate(parseRuns(std::string(header) + rowText() + rowText("OOM"), "r.csv").value(),
                                   {"mine", {}, "", false}, {});
    QVERIFY(!refused && describe(refused.error()).find("as nanotron trains, memory: 1 x") != std::string::npos);
}

// torchtitan's float8 layers keep the tensors of 16 bits; elsewhere, and for times, fp8 is nothing that a model knows.
void CalibrationTest::eightBitRunsCountWhereTheirMemoryIsKnown()
{
    auto runs = parseRuns(std::string(header) + rowText(), "r.csv").value();
    runs.front().eight_bit = true;
    const ValidatedRun nanotron = validateRuns(runs, shippedStacks().front()).rows.front();
    QCOMPARE(nanotron.memory_skipped, std::string("products of 8 bits, which nanotron's model lacks"));
    QCOMPARE(nanotron.time_skipped, nanotron.memory_skipped);
    const auto modelled = modelledRun(published({"torchtitan.csv"})[2], StackForm::Torchtitan);
    QVERIFY(modelled && modelled->eight_bit);
    const auto eight = [](const Stack& stack) {
        return static_cast<int>(std::count_if(stack.rows.begin(), stack.rows.end(), [](const StackRow& row) {
            return row.run.eight_bit && (row.memory_skipped.empty() || row.time_skipped.empty());
        }));
    };
    QCOMPARE(eight(shippedStacks()[0]), 0);
    QCOMPARE(eight(shippedStacks()[1]), 0);
    QCOMPARE(eight(shippedStacks()[2]), 10);
}

void CalibrationTest::everyRankIsComparedWithTheLargest()
{
    Run run = published({"nanotron_150.csv"}).front();
    run.pipeline = 2;
    run.data = 1;
    const Stack& stack = shippedStacks().front();
    const auto peakOf = [&](MemoryRank rank) {
        run.scope.rank = rank;
        return *predict(run, stack).peak;
    };
    QCOMPARE(peakOf(MemoryRank::Most), std::max(peakOf(MemoryRank::First), peakOf(MemoryRank::Last)));
    QVERIFY(peakOf(MemoryRank::First) != peakOf(MemoryRank::Last));
}

// What a stack was fitted on must not look like a test of it.
void CalibrationTest::runsOfTheStackAreSeenUnseen()
{
    auto runs = published({"nanotron_150.csv"});
    runs.resize(60);
    runs.front().peak = Bytes(runs.front().peak->value + 1); // another run
    const Validation validation = validateRuns(runs, shippedStacks().front());
    QCOMPARE(validation.memory.figures.count, 60);
    QCOMPARE(validation.memory.unseen.count, 59);
    QVERIFY(!validation.rows.front().evidence && validation.rows.back().evidence);
    QVERIFY(validation.memory.unseen.mean_error < validation.memory.uncorrected.mean_error);
    for (const ValidatedRun& row : validation.rows) {
        QVERIFY(row.prediction.peak_low < *row.prediction.peak && *row.prediction.peak < row.prediction.peak_high);
    }
    // The figures to go by: of each known run what a fit without it says, of the other what the stack says.
    std::vector<double> predicted;
    std::vector<double> measured;
    for (const ValidatedRun& row : validation.rows) {
        predicted.push_back(static_cast<double>(row.heldOutPeak().value.value));
        measured.push_back(static_cast<double>(row.run.peak->value));
    }
    QCOMPARE(validation.memory.held_out, errorFigures(predicted, measured));
    QVERIFY(validation.memory.held_out != validation.memory.figures);
}

// Of a stack's runs each lies in bounds from fits and bands without it, or does not; slow ones are in no band of
// others.
void CalibrationTest::coverageCountsBandsThatHaveNotSeenTheRun()
{
    const Stack& stack = shippedStacks().front();
    const Validation validation = validateRuns(published({"nanotron_150.csv"}), stack);
    int inside = 0;
    int slow_inside = 0;
    for (std::size_t i = 0; i < stack.rows.size(); ++i) {
        std::vector<double> predicted;
        std::vector<double> measured;
        for (std::size_t j = 0; j < stack.rows.size(); ++j) {
            if (j != i && !stack.rows[j].slow) {
                predicted.push_back(stack.rows[j].predicted_step->value);
                measured.push_back(stack.rows[j].measured_step->value);
            }
        }
        const StackRow& row = stack.rows[i];
        const Band band = conformalBand(predicted, measured);
        const Seconds other = row.other_mode_step.value_or(*row.predicted_step);
        QCOMPARE(row.other_mode_step.has_value(), row.run.tensor > 1);
        const Seconds low = std::min(*row.predicted_step * band.low, other);
        const Seconds high = std::max(*row.predicted_step * band.high, other);
        const Bounded<Seconds> told = validation.rows[i].heldOutStep();
        QCOMPARE(told.value, *row.predicted_step);
        QCOMPARE(told.low.value, low.value);
        QCOMPARE(told.high.value, high.value);
        const bool within = low <= *row.measured_step && *row.measured_step <= high;
        inside += within ? 1 : 0;
        slow_inside += within && row.slow ? 1 : 0;
    }
    QCOMPARE(validation.time.coverage, inside / 150.0);
    QCOMPARE(told(validation.time.coverage), QStringLiteral("90.0"));
    QCOMPARE(told(validation.memory.coverage), QStringLiteral("97.3"));
    // What the band is said to hold of all runs, slow ones too.
    QVERIFY(validation.time.coverage > stack.time_evidence->bandShare() && slow_inside < 21);
    // Of memory: moving one's own measured bytes far away must not move its bounds.
    Stack other = stack;
    other.rows[7].run.peak = Bytes(other.rows[7].run.peak->value * 9);
    const Validation moved = validateRuns({other.rows[7].run}, other);
    QCOMPARE(moved.rows.front().heldOutPeak().high, validation.rows[7].heldOutPeak().high);
}

// Of stacks that can be compared with as many runs the one is taken that is nearer to those it has not seen.
void CalibrationTest::heldOutErrorsChooseTheStack()
{
    auto runs = published({"nanotron_150.csv"});
    runs.resize(20);
    Stack far = shippedStacks().front();
    far.name = "far";
    for (StackRow& row : far.rows) {
        row.predicted_peak = *row.predicted_peak * 2; // by fits without the row
    }
    Stack near = shippedStacks().front();
    near.name = "near";
    const StackChoice choice = bestStack(runs, {{far, "workspace"}, {near, "workspace"}});
    QCOMPARE(choice.found.stack.name, std::string("near"));
    QCOMPARE(validateRuns(runs, far).memory.figures, choice.validation.memory.figures);
}

void CalibrationTest::shippedStacksFollowFromTheirRows_data()
{
    QTest::addColumn<int>("index");
    for (int i = 0; i < static_cast<int>(shippedStacks().size()); ++i) {
        QTest::newRow(shippedStacks()[static_cast<std::size_t>(i)].name.c_str()) << i;
    }
}

void CalibrationTest::shippedStacksFollowFromTheirRows()
{
    QFETCH(int, index);
    const Stack& shipped = shippedStacks()[static_cast<std::size_t>(index)];
    std::vector<std::string> files;
    std::vector<Run> runs;
    for (const StackRow& row : shipped.rows) {
        runs.push_back(row.run);
        if (files.empty() || files.back() != row.run.file) {
            files.push_back(row.run.file);
        }
    }
    std::vector<Run> rows = published(files);
    for (Run& run : rows) { // which stacks do not ask for
        run.compiled = run.fused_loss = false;
    }
    QVERIFY(runs == rows);
    const auto again = calibrate(runs, {shipped.name, shipped.form, shipped.made_at, false}, {});
    QVERIFY(nearlyEqual(again->memory, shipped.memory));
    QVERIFY(nearlyEqual(again->time, shipped.time));
    QCOMPARE(figuresText(again->memory_evidence->cross_validated),
             figuresText(shipped.memory_evidence->cross_validated));
    QCOMPARE(again->kind, shipped.kind);
    QCOMPARE(again->device, shipped.device);
    for (std::size_t i = 0; i < runs.size(); ++i) {
        QCOMPARE(again->rows[i].memory_skipped, shipped.rows[i].memory_skipped);
        QCOMPARE(again->rows[i].time_skipped, shipped.rows[i].time_skipped);
        QCOMPARE(again->rows[i].slow, shipped.rows[i].slow);
    }
    for (const MemoryCoefficient& coefficient : shipped.memory) {
        QVERIFY(coefficient.source.starts_with("fitted on") && !coefficient.meaning.empty());
    }
}

void CalibrationTest::stackFilesFollowTheSchema()
{
    SchemaFolder schemas(SOURCE_FOLDER "/resources/schemas");
    for (const Stack& stack : shippedStacks()) {
        const std::string text = writeStack(stack);
        QCOMPARE(schemas.complaint("stack.schema.json", nlohmann::json::parse(text)), std::string());
        const auto read = readStack(text, "s.json");
        QVERIFY2(read, read ? "" : describe(read.error()).c_str());
        QVERIFY(*read == stack);
    }
    Stack none;
    none.name = "none";
    QCOMPARE(schemas.complaint("stack.schema.json", nlohmann::json::parse(writeStack(none))), std::string());
    QVERIFY(*readStack(writeStack(none), "s.json") == none);
    QCOMPARE(readStack("{\"format\": \"stagecraft-plan\", \"version\": 1}", "s.json").error().code,
             ErrorCode::FormatWrong);
    QCOMPARE(readStack("{\"format\": \"stagecraft-stack\", \"version\": 2}", "s.json").error().code,
             ErrorCode::FormatNewer);
}

void CalibrationTest::schemaRefusesWhatTheReaderRefuses()
{
    SchemaFolder schemas(SOURCE_FOLDER "/resources/schemas");
    Stack stack = shippedStacks()[1];
    stack.memory.resize(1);
    std::erase_if(stack.time, [](const TimeCoefficient& coefficient) {
        return coefficient.correction != TimeCorrection::Share && coefficient.correction != TimeCorrection::Link;
    });
    stack.rows = {stack.rows.front(), stack.rows.back()};
    const auto good = nlohmann::json::parse(writeStack(stack));
    int compared = 0;
    forEachWrongValue(good, [&](const nlohmann::json& changed, const std::string& pointer, const std::string& wrong) {
        // The reader takes null for what may be absent; the writer leaves it out. That the one of two fields belongs to
        // the other is beyond schemas.
        const bool taken = schemas.complaint("stack.schema.json", changed).empty();
        const bool read = readStack(changed.dump(), {}).has_value();
        const bool absent = wrong == "null" && pointer.starts_with("/rows/");
        const bool swapped = wrong == "1.5" && pointer.ends_with("/band/low");
        QVERIFY2(taken == read || absent || swapped, (pointer + " = " + wrong).c_str());
        ++compared;
    });
    QVERIFY(compared > 500);
}

void CalibrationTest::stacksThatPredictNoNumbersAreRefused_data()
{
    QTest::addColumn<QString>("pointer");
    QTest::addColumn<QString>("value");
    QTest::addColumn<QString>("sentence");
    const auto row = [](const char* name, const char* pointer, const char* value, const char* sentence) {
        QTest::newRow(name) << QString(pointer) << QString(value) << QString("s.json: the field ") + sentence;
    };
    row("no share", "/time_coefficients/0/value", "0",
        "\"time_coefficients[0].value\" is 0 but must lie between 0.00100 and 1000000");
    row("no link", "/time_coefficients/2/value", "0",
        "\"time_coefficients[2].value\" is 0 but must lie between 0.00100 and 1000000");
    row("without a link", "/time_coefficients/2/name", "\"step\"",
        "\"time_coefficients\" does not fit together: link is missing");
    row("twice", "/time_coefficients/1/name", "\"share\"",
        "\"time_coefficients\" does not fit together: share stands twice");
    row("bytes twice", "/memory_coefficients/0/name", "\"logit\"",
        "\"memory_coefficients\" does not fit together: logit stands twice");
    row("absurd bytes", "/memory_coefficients/0/value", "2e15", "\"memory_coefficients[0].value\" is 2");
    row("no bytes", "/memory_coefficients", "[]",
        "\"memory_coefficients\" does not fit together: there are none, and rows that some were fitted on");
    row("no times", "/time_coefficients", "[]",
        "\"time_coefficients\" does not fit together: there are none, and rows that some were fitted on");
    row("a band upside down", "/memory_evidence/band/low", "3",
        "\"memory_evidence.band\" does not fit together: low is above high");
    row("a band down to nothing", "/time_evidence/band/low", "0",
        "\"time_evidence.band.low\" is 0 but must lie between ");
    row("a run of no stages", "/rows/0/run/pipeline_parallel", "0",
        "\"rows[0].run.pipeline_parallel\" is 0 but must lie between 1 and 2147483647");
}

// They would make figures that are no numbers, or none that errors can be told of.
void CalibrationTest::stacksThatPredictNoNumbersAreRefused()
{
    QFETCH(QString, pointer);
    QFETCH(QString, value);
    QFETCH(QString, sentence);
    auto json = nlohmann::json::parse(writeStack(shippedStacks()[1])); // megatron: share, small, link, exposed
    json[nlohmann::json::json_pointer(pointer.toStdString())] = nlohmann::json::parse(value.toStdString());
    const auto read = readStack(json.dump(), "s.json");
    QVERIFY(!read);
    const QString told_error = QString::fromStdString(describe(read.error()));
    QVERIFY2(told_error.startsWith(sentence), qPrintable(told_error));
}

void CalibrationTest::stacksAreKeptInAWorkspace()
{
    const QTemporaryDir folder;
    const std::string path = folder.filePath("w.stagecraft").toStdString();
    {
        auto workspace = Workspace::create(path);
        QVERIFY(workspace->stacks()->empty());
        Stack mine = shippedStacks()[0];
        mine.name = "mine";
        QVERIFY(workspace->keepStack(mine).has_value());
        QVERIFY(workspace->keepStack(shippedStacks()[1]).has_value());
        mine.memory.front().value = 2;
        QVERIFY(workspace->keepStack(mine).has_value());
    }
    const auto stacks = Workspace::open(path, OpenMode::ReadOnly)->stacks();
    QCOMPARE(stacks->size(), std::size_t(2));
    QVERIFY(stacks->at(0) == shippedStacks()[1]);
    QCOMPARE(stacks->at(1).name, std::string("mine"));
    QCOMPARE(stacks->at(1).memory.front().value, 2.0);
}

QTEST_GUILESS_MAIN(CalibrationTest)
#include "tst_calibration.moc"
