// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
// Comparison of predictions with measured runs: compared runs, points, groups, the histogram, and causes of errors.
#include "core/base/english.h"
#include "core/calibration/errorcause.h"
#include "core/calibration/runestimate.h"
#include "core/words/calibration.h"
#include "tests/support/runs.h"

#include <QTest>

#include <cmath>
#include <numeric>
#include <random>
#include <set>

using namespace stagecraft;
using namespace stagecraft::testing;

namespace {

std::vector<Run> published(const char* file)
{
    return readRuns(std::string(SOURCE_FOLDER "/resources/runs/") + file).value();
}

const ValidationSetting asMegatron {FrameworkChoice {Framework::MegatronCore}, {}};

// Step times and memory of runs with 1 to 32 tensor ranks; read once, because predictions take a while.
const Validation& manyRuns()
{
    static const Validation validation = validateRuns(published("nanotron_150.csv"), {});
    return validation;
}

bool has(const std::vector<ErrorCause>& causes, CauseKind kind)
{
    return std::any_of(causes.begin(), causes.end(), [kind](const ErrorCause& cause) { return cause.kind == kind; });
}

}

class TestComparison : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void runsAreOfTheirFramework();
    void otherChipsAreLeftOut();
    void calibratedTypesAreInSample();
    void likelyFrameworksTrainMostRuns();
    void rowsSayHowTensorRanksExchange();
    void reservedMemoryIsNotGuessed();
    void pointsAreTheRowsThatWereCompared();
    void speedIsTokensOverStep();
    void everyPointIsInOneGroup();
    void binsHoldTheirErrors();
    void worstComesFirst();
    void repeatedRunsAreFound();
    void missingCellsAreReported();
    void slowRunsAreReported();
    void stoppingEndsEarly();
};

// A run is predicted with the framework of its row; a given framework excludes the runs of others.
void TestComparison::runsAreOfTheirFramework()
{
    auto runs = parseRuns(std::string(header) + rowText() + rowText() + rowText(), "r.csv").value();
    runs[0].framework = Framework::Nanotron;
    runs[1].framework = Framework::MegatronCore;
    const Validation own = validateRuns(runs, {});
    QCOMPARE(own.rows[0].framework, Framework::Nanotron);
    QCOMPARE(own.rows[1].framework, Framework::MegatronCore);
    QCOMPARE(own.rows[2].framework, likelyFramework({runs[2]}));
    QCOMPARE(own.skipped, 0);
    QVERIFY(own.rows[0].peak.value != own.rows[1].peak.value);
    const Validation named = validateRuns(runs, asMegatron);
    QCOMPARE(named.skipped, 1);
    QCOMPARE(describe(named.rows[0].memory_skipped), std::string("trained by nanotron"));
    QCOMPARE(named.reasons.front().count, 1);
    QCOMPARE(named.memory.figures.count, 2);
}

void TestComparison::otherChipsAreLeftOut()
{
    const auto runs = parseRuns(std::string(header) + rowText(), "r.csv").value();
    const auto with = [&](const char* type) {
        return validateRuns(runs, {FrameworkChoice {Framework::MegatronCore}, *catalogue().find(type)}).rows.front();
    };
    QCOMPARE(with("H100-80GB").device_type, std::string("H100-80GB"));
    QVERIFY(with("H100-80GB").skippedReason().empty());
    QVERIFY(!with("A100-80GB").skippedReason().empty());
}

// Errors are in-sample for runs on which the device type was calibrated, and not evidence for other runs.
void TestComparison::calibratedTypesAreInSample()
{
    const auto runs = parseRuns(std::string(header) + rowText(), "mine.csv").value();
    CatalogueEntry type = *catalogue().find("H100-80GB");
    for (const std::string file : {"other.csv", "mine.csv"}) {
        const Message source = say(words::calibration::fitted_on, 3, ArgumentList {file});
        type.device.in_training = TrainingFigures {1.3, Seconds(1e-5), 0.1, {}, source, "2026-11-01"};
        const Validation validation = validateRuns(runs, {FrameworkChoice {Framework::MegatronCore}, type});
        const bool mine = file == "mine.csv";
        QCOMPARE(validation.rows.front().in_sample, mine);
        QCOMPARE(validation.memory.in_sample, mine ? 1 : 0);
        QCOMPARE(has(ErrorCauses(runs).of(validation.rows.front(), ComparedQuantity::Step), CauseKind::InSample), mine);
    }
}

void TestComparison::likelyFrameworksTrainMostRuns()
{
    QCOMPARE(likelyFramework(published("seqsel_table5.csv")), Framework::MegatronCore);
    QCOMPARE(likelyFramework(published("torchtitan.csv")), Framework::Torchtitan);
    QCOMPARE(likelyFramework({}), Framework::MegatronCore);
    // DeepSpeed trains with ZeRO 2.
    auto runs = parseRuns(std::string(header) + shardedRow("8", 1) + shardedRow("9", 1), "r.csv").value();
    for (Run& run : runs) {
        run.zero = 2;
    }
    QCOMPARE(likelyFramework(runs), Framework::DeepSpeed);
}

void TestComparison::rowsSayHowTensorRanksExchange()
{
    auto runs = parseRuns(std::string(header) + shardedRow("8", 8) + shardedRow("8", 8), "r.csv").value();
    runs[0].tensor_mode = TensorMode::ReduceScatter;
    runs[1].tensor_mode = TensorMode::AllReduce; // tensors between products are complete on each rank
    const auto rows = validateRuns(runs, {FrameworkChoice {Framework::Nanotron}, {}}).rows;
    QVERIFY(rows[0].peak.value < rows[1].peak.value);
}

// Reserved bytes are not compared with a prediction of allocated bytes, and vice versa.
void TestComparison::reservedMemoryIsNotGuessed()
{
    auto runs = parseRuns(std::string(header) + shardedRow("8", 1), "r.csv").value();
    runs.front().scope.kind = MemoryKind::Reserved;
    for (const Framework framework : {Framework::Libtorch, Framework::MegatronCore, Framework::Nanotron}) {
        const auto estimate = estimateRun(runs.front(), plannedRun(runs.front(), {{framework}, nullptr}).value());
        QVERIFY(estimate.has_value());
        const ValidatedRun row = validateRuns(runs, {FrameworkChoice {framework}, {}}).rows.front();
        QCOMPARE(row.memory_skipped.empty(), estimate->device.fragmentation.has_value());
        QVERIFY(row.memory_skipped.empty() || row.memory_skipped.says(words::calibration::unknown_reserved));
    }
}

void TestComparison::pointsAreTheRowsThatWereCompared()
{
    const Validation& validation = manyRuns();
    for (const ComparedQuantity quantity : {ComparedQuantity::Memory, ComparedQuantity::Step}) {
        const auto points = comparedPoints(validation, quantity);
        const ComparedRuns& compared = quantity == ComparedQuantity::Memory ? validation.memory : validation.time;
        QVERIFY(points.size() > 100);
        QCOMPARE(figuresOf(points), compared.figures);
        QVERIFY(std::abs(*coverageOf(points) - compared.coverage) < 1e-12);
    }
    QVERIFY(!coverageOf({}));
}

void TestComparison::speedIsTokensOverStep()
{
    const Validation& validation = manyRuns();
    const auto steps = comparedPoints(validation, ComparedQuantity::Step);
    const auto speeds = comparedPoints(validation, ComparedQuantity::Speed);
    QCOMPARE(speeds.size(), steps.size());
    for (std::size_t i = 0; i < steps.size(); ++i) {
        const Run& run = validation.rows[steps[i].row].run;
        QCOMPARE(run.throughput_unit, std::string("tokens/s/GPU"));
        const double reported_speed = *run.throughput * static_cast<double>(*run.devices);
        QVERIFY(std::abs(speeds[i].measured / reported_speed - 1) < 1e-9);
        QVERIFY(std::abs((1 + speeds[i].error()) * (1 + steps[i].error()) - 1) < 1e-9);
        QVERIFY(speeds[i].low <= speeds[i].predicted && speeds[i].predicted <= speeds[i].high);
    }
}

void TestComparison::everyPointIsInOneGroup()
{
    const Validation& validation = manyRuns();
    const auto points = comparedPoints(validation, ComparedQuantity::Memory);
    for (const auto& [grouping, name] : enumNames<RunGrouping>) {
        std::set<std::size_t> seen;
        int count = 0;
        for (const RunGroup& group : groupRuns(validation, points, grouping)) {
            seen.insert(group.points.begin(), group.points.end());
            count += group.figures.count;
            QCOMPARE(static_cast<std::size_t>(group.figures.count), group.points.size());
        }
        QCOMPARE(seen.size(), points.size());
        QCOMPARE(static_cast<std::size_t>(count), points.size());
    }
    const auto degrees = groupRuns(validation, points, RunGrouping::Tensor);
    QCOMPARE(degrees.front().name, std::string("1"));
    QCOMPARE(degrees.back().name, std::string("32")); // sorted by number, not by text
}

void TestComparison::binsHoldTheirErrors()
{
    std::mt19937 random(3);
    for (int round = 0; round < 200; ++round) {
        const double size = std::pow(10.0, std::uniform_real_distribution<double>(-5, 4)(random));
        std::normal_distribution<double> error(0, size);
        std::vector<double> errors;
        for (int i = 0; i < round; ++i) {
            errors.push_back(std::max(-0.999, error(random)));
        }
        const ErrorHistogram histogram = errorHistogram(errors);
        const int bins = static_cast<int>(histogram.counts.size());
        QVERIFY(bins >= 2 && bins <= 24);
        QCOMPARE(histogram.from(histogram.negative), 0.0);
        QVERIFY(histogram.from(0) >= -1 - 1e-9); // no error is below -100 %
        QCOMPARE(std::accumulate(histogram.counts.begin(), histogram.counts.end(), histogram.below + histogram.above),
                 round);
        for (int bin = -1; bin <= bins; ++bin) {
            const auto inside = std::count_if(errors.begin(), errors.end(), [&](double e) {
                const bool low = bin < 0 || e >= histogram.from(bin) - 1e-12;
                const bool high = bin == bins || e < histogram.from(bin + 1) - 1e-12;
                return low && high;
            });
            const int counted = bin < 0 ? histogram.below
                : bin == bins           ? histogram.above
                                        : histogram.counts[static_cast<std::size_t>(bin)];
            QVERIFY(std::abs(counted - inside) <= 1); // on an edge because of rounding
        }
        if (size < 0.5 && round > 20) {
            QVERIFY(histogram.below + histogram.above <= round * 0.06 + 1);
        }
    }
}

void TestComparison::worstComesFirst()
{
    const Validation& validation = manyRuns();
    const auto points = comparedPoints(validation, ComparedQuantity::Memory);
    const auto order = worstFirst(points);
    QCOMPARE(std::abs(points[order.front()].error()), validation.memory.figures.worst_error);
    for (std::size_t i = 1; i < order.size(); ++i) {
        QVERIFY(std::abs(points[order[i - 1]].error()) >= std::abs(points[order[i]].error()));
    }
}

void TestComparison::repeatedRunsAreFound()
{
    const auto runs =
        parseRuns(std::string(header) + rowText("8") + rowText("9.2") + shardedRow("8", 2), "r.csv").value();
    const Validation validation = validateRuns(runs, asMegatron);
    const ErrorCauses causes(runs);
    for (std::size_t i = 0; i < 3; ++i) {
        const auto found = causes.of(validation.rows[i], ComparedQuantity::Memory);
        QCOMPARE(has(found, CauseKind::RepeatsDiffer), i < 2);
        for (const ErrorCause& cause : found) {
            if (cause.kind == CauseKind::RepeatsDiffer) {
                QCOMPARE(cause.count, 2);
                QVERIFY(std::abs(cause.value - 0.15) < 1e-6);
            }
        }
        // Their speeds are equal.
        QVERIFY(!has(causes.of(validation.rows[i], ComparedQuantity::Step), CauseKind::RepeatsDiffer));
    }
}

void TestComparison::missingCellsAreReported()
{
    const auto missing = [](const std::string& text) {
        const auto runs = parseRuns(text, "r.csv").value();
        std::set<RunFeature> features;
        for (const ErrorCause& cause :
             ErrorCauses(runs).of(validateRuns(runs, asMegatron).rows.front(), ComparedQuantity::Memory)) {
            if (cause.kind == CauseKind::FilledIn) {
                features.insert(cause.feature);
            }
        }
        return features;
    };
    QCOMPARE(missing(header + rowText()), std::set<RunFeature>());
    QCOMPARE(missing(header + rowText("8", "rank 0")), std::set {RunFeature::MemoryKind});
    QCOMPARE(missing("layers,hidden,heads,seq,gpu,n_gpus,micro_batch,measured_peak_mem_GiB,mem_scope,recompute\n"
                     "24,1024,16,1024,H100,8,4,9.5,\"rank 0, allocated\",\n"),
             (std::set {RunFeature::Recomputation, RunFeature::Vocabulary}));
}

// A run above its upper bound by more than the model's error is reported as slow: the cause is in that run.
void TestComparison::slowRunsAreReported()
{
    const auto runs = published("nanotron_150.csv");
    const ErrorCauses causes(runs);
    int slow = 0;
    for (const ValidatedRun& row : manyRuns().rows) {
        if (!row.time_skipped.empty()) {
            continue;
        }
        const bool reported = has(causes.of(row, ComparedQuantity::Step), CauseKind::SlowRun);
        QVERIFY(!reported || (*row.run.pipeline > 1 && *row.measured_step > row.step.high));
        slow += reported ? 1 : 0;
    }
    QVERIFY2(slow > 0 && slow < 60, qPrintable(QString::number(slow)));
}

void TestComparison::stoppingEndsEarly()
{
    std::stop_source stop;
    stop.request_stop();
    QVERIFY(validateRuns(published("nanotron_150.csv"), {}, stop.get_token()).rows.empty());
}

QTEST_GUILESS_MAIN(TestComparison)
#include "tst_comparison.moc"
