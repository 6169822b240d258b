// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
// Predictions beside measured runs: points, groups, the histogram, and what is known of the causes of errors.
#include "core/cost/stacks/errorcause.h"
#include "core/exchange/knownstacks.h"
#include "core/exchange/stackfile.h"
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

const Stack& shipped(const std::string& name)
{
    const auto& all = shippedStacks();
    return *std::find_if(all.begin(), all.end(), [&](const Stack& stack) { return stack.name == name; });
}

bool has(const std::vector<ErrorCause>& causes, CauseKind kind)
{
    return std::any_of(causes.begin(), causes.end(), [kind](const ErrorCause& cause) { return cause.kind == kind; });
}

}

class TestComparison : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void pointsAreTheRowsThatWereCompared();
    void speedIsTokensOverStep();
    void everyPointIsInOneGroup();
    void binsHoldTheirErrors();
    void worstComesFirst();
    void repeatedRunsAreFound();
    void theOtherTensorModeIsToldWhereItExplains();
    void whatLiesOutsideIsTold();
    void missingCellsAndFewRunsAreTold();
    void slowRunsAreTold();
    void everyCauseHasItsWords();
    void theBestStackIsTaken();
    void stoppingEndsEarly();
};

void TestComparison::pointsAreTheRowsThatWereCompared()
{
    const Validation validation = validateRuns(published("nanotron_150.csv"), shipped("nanotron"));
    const auto points = comparedPoints(validation, ComparedQuantity::Memory, false);
    QCOMPARE(figuresOf(points), validation.memory.figures);
    const auto unseen = comparedPoints(validation, ComparedQuantity::Memory, true);
    QVERIFY(std::abs(*coverageOf(unseen) - validation.memory.coverage) < 1e-12);
    QVERIFY(std::any_of(points.begin(), points.end(), [&](const RunPoint& point) { // in-sample bounds are others
        return point.low != unseen[static_cast<std::size_t>(&point - points.data())].low;
    }));
    QCOMPARE(figuresOf(unseen), validation.memory.unseen); // the stack knows all of them
    QCOMPARE(figuresOf(comparedPoints(validation, ComparedQuantity::Step, false)), validation.time.figures);
    Stack plain = uncorrected(shipped("nanotron"));
    plain.rows.clear();
    const Validation bare = validateRuns(published("nanotron_150.csv"), plain);
    QCOMPARE(bare.memory.figures, validation.memory.uncorrected);
    // Whole all-reduces and reduce-scatters differ with no band, too: but then only where the mode is not told.
    const auto banded = comparedPoints(bare, ComparedQuantity::Memory, true);
    QVERIFY(std::none_of(banded.begin(), banded.end(), [](const RunPoint& point) { return point.unseen; }));
}

void TestComparison::speedIsTokensOverStep()
{
    const Validation validation = validateRuns(published("nanotron_150.csv"), shipped("nanotron"));
    const auto steps = comparedPoints(validation, ComparedQuantity::Step, false);
    const auto speeds = comparedPoints(validation, ComparedQuantity::Speed, false);
    QCOMPARE(speeds.size(), steps.size());
    for (std::size_t i = 0; i < steps.size(); ++i) {
        const Run& run = validation.rows[steps[i].row].run;
        QCOMPARE(run.throughput_unit, std::string("tokens/s/GPU"));
        const double told_speed = *run.throughput * static_cast<double>(*run.devices);
        QVERIFY(std::abs(speeds[i].measured / told_speed - 1) < 1e-9);
        QVERIFY(std::abs((1 + speeds[i].error()) * (1 + steps[i].error()) - 1) < 1e-9);
        QVERIFY(speeds[i].low < speeds[i].predicted && speeds[i].predicted < speeds[i].high);
    }
}

void TestComparison::everyPointIsInOneGroup()
{
    const Validation validation = validateRuns(published("nanotron_150.csv"), shipped("nanotron"));
    const auto points = comparedPoints(validation, ComparedQuantity::Memory, true);
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
    QCOMPARE(degrees.back().name, std::string("32")); // by number, not by letter
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
            QVERIFY(std::abs(counted - inside) <= 1); // on an edge by rounding
        }
        if (size < 0.5 && round > 20) {
            QVERIFY(histogram.below + histogram.above <= round * 0.06 + 1);
        }
    }
}

void TestComparison::worstComesFirst()
{
    const Validation validation = validateRuns(published("nanotron_150.csv"), shipped("nanotron"));
    const auto points = comparedPoints(validation, ComparedQuantity::Memory, false);
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
    const Stack& stack = shipped("nanotron");
    const Validation validation = validateRuns(runs, stack);
    const ErrorCauses causes(runs, stack);
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

void TestComparison::theOtherTensorModeIsToldWhereItExplains()
{
    const auto runs = published("nanotron_150.csv");
    const Stack& stack = shipped("nanotron");
    const Validation validation = validateRuns(runs, stack);
    const ErrorCauses causes(runs, stack);
    int found = 0;
    for (const ValidatedRun& row : validation.rows) {
        for (const ErrorCause& cause : causes.of(row, ComparedQuantity::Memory)) {
            if (cause.kind == CauseKind::OtherTensorMode) {
                ++found;
                QVERIFY(std::abs(cause.value) < std::abs(*row.prediction.peak / *row.run.peak - 1) / 2);
                QVERIFY(row.run.tensor.value_or(1) > 1);
            }
        }
    }
    QVERIFY2(found >= 3 && found < 40, qPrintable(QString::number(found)));
    Run told_mode = runs.front();
    told_mode.tensor_mode = TensorMode::AllReduce;
    const auto row = validateRuns({told_mode}, stack).rows.front();
    QVERIFY(!has(ErrorCauses({told_mode}, stack).of(row, ComparedQuantity::Memory), CauseKind::OtherTensorMode));
}

void TestComparison::whatLiesOutsideIsTold()
{
    const Stack& stack = shipped("nanotron");
    Run run = published("nanotron_150.csv").front();
    run.hidden = 20480;
    run.sequence = 8192;
    run.device = "H200";
    const auto row = validateRuns({run}, stack).rows.front();
    std::set<RunFeature> outside;
    for (const ErrorCause& cause : ErrorCauses({run}, stack).of(row, ComparedQuantity::Memory)) {
        if (cause.kind == CauseKind::OutsideRange) {
            outside.insert(cause.feature);
            QVERIFY(cause.value < cause.low || cause.value > cause.high);
        }
        QVERIFY(cause.kind != CauseKind::DeviceRare);
    }
    QVERIFY((outside == std::set {RunFeature::Hidden, RunFeature::Sequence}));
    QVERIFY(has(ErrorCauses({run}, stack).of(row, ComparedQuantity::Memory), CauseKind::DeviceUnknown));
    // What the stack was fitted on cannot lie outside of it.
    const auto runs = published("nanotron_150.csv");
    for (const ValidatedRun& known : validateRuns(runs, stack).rows) {
        QVERIFY(!has(ErrorCauses({}, stack).of(known, ComparedQuantity::Memory), CauseKind::OutsideRange));
    }
}

void TestComparison::missingCellsAndFewRunsAreTold()
{
    const auto runs = published("torchtitan.csv");
    const Stack& stack = shipped("torchtitan");
    const Validation validation = validateRuns(runs, stack);
    const ErrorCauses causes(runs, stack);
    for (const RunPoint& point : comparedPoints(validation, ComparedQuantity::Memory, false)) {
        const ValidatedRun& row = validation.rows[point.row];
        const auto found = causes.of(row, ComparedQuantity::Memory);
        QCOMPARE(has(found, CauseKind::DeviceRare), row.run.device == "H200");
        QCOMPARE(has(found, CauseKind::FewRuns), stack.memory_evidence->few_runs);
        QVERIFY(!has(found, CauseKind::FilledIn)); // the stack was fitted on the same
    }
    const auto own = parseRuns(std::string(header) + rowText("8", "rank 0"), "r.csv").value();
    const auto found = ErrorCauses(own, shipped("nanotron"))
                           .of(validateRuns(own, shipped("nanotron")).rows.front(), ComparedQuantity::Memory);
    const auto kind = std::find_if(found.begin(), found.end(),
                                   [](const ErrorCause& cause) { return cause.kind == CauseKind::FilledIn; });
    QVERIFY(kind != found.end() && kind->feature == RunFeature::MemoryKind);
    Stack plain = uncorrected(shipped("nanotron"));
    QVERIFY(has(ErrorCauses(own, plain).of(validateRuns(own, plain).rows.front(), ComparedQuantity::Step),
                CauseKind::NotCalibrated));
}

void TestComparison::slowRunsAreTold()
{
    const auto runs = published("nanotron_150.csv");
    const Stack& stack = shipped("nanotron");
    const ErrorCauses causes(runs, stack);
    int slow = 0;
    for (const ValidatedRun& row : validateRuns(runs, stack).rows) {
        slow += has(causes.of(row, ComparedQuantity::Step), CauseKind::SlowRun) ? 1 : 0;
        QVERIFY(!has(causes.of(row, ComparedQuantity::Memory), CauseKind::SlowRun));
    }
    QCOMPARE(slow, stack.time_evidence->slow_runs);
}

void TestComparison::everyCauseHasItsWords()
{
    std::set<std::string> texts;
    for (const auto& [kind, name] : enumNames<CauseKind>) {
        ErrorCause cause;
        cause.kind = kind;
        cause.word = "H100";
        texts.insert(causeText(cause));
        QVERIFY(!causeText(cause).empty());
    }
    QCOMPARE(texts.size(), enumNames<CauseKind>.size());
}

void TestComparison::theBestStackIsTaken()
{
    QCOMPARE(bestStack(published("torchtitan.csv"), withShipped({})).found.stack.name, std::string("torchtitan"));
    Stack own = shipped("torchtitan");
    own.made_at = "2026-01-01T00:00:00Z";
    const auto known = withShipped({own});
    QCOMPARE(known.size(), shippedStacks().size()); // it takes the shipped one's place
    QCOMPARE(known.front().origin, std::string("workspace"));
    QVERIFY(isStackName("our-cluster_2.1") && !isStackName("two words") && !isStackName("") && !isStackName("a.json"));
}

void TestComparison::stoppingEndsEarly()
{
    const auto runs = published("nanotron_150.csv");
    std::stop_source stop;
    double share = 0;
    const auto report = [&](double now) {
        QVERIFY(now >= share && now <= 1);
        share = now;
        if (now > 0.2) {
            stop.request_stop();
        }
    };
    const auto stack = calibrate(runs, {"mine", StackForm::Nanotron, "", false}, stop.get_token(), report);
    QVERIFY(!stack);
    QCOMPARE(stack.error().code, ErrorCode::Cancelled);
    QVERIFY(share > 0.2 && share < 0.9);
    QVERIFY(validateRuns(runs, shipped("nanotron"), stop.get_token()).rows.empty());
}

QTEST_GUILESS_MAIN(TestComparison)
#include "tst_comparison.moc"
