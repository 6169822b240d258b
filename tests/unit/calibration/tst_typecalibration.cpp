// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "core/base/english.h"
#include "core/calibration/calibration.h"
#include "core/calibration/logfit.h"
#include "core/calibration/runestimate.h"
#include "core/calibration/runmodel.h"
#include "core/cost/prior/roofline.h"
#include "core/estimate/estimator.h"
#include "core/estimate/plancosts.h"
#include "core/framework/framework.h"
#include "core/json/codec.h"
#include "core/search/baselines/uniform.h"
#include "core/words/calibration.h"
#include "core/words/runs.h"

#include <nlohmann/json.hpp>

#include <QTest>

#include <array>
#include <cmath>

using namespace stagecraft;

class TypeCalibrationTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void exactFiguresAreFoundAgain();
    void oneOddRunChangesLittle();
    void wordsOfRowsAreModels();
    void planFollowsTheRow();
    void unusableRunsSayWhy();
    void tooFewRunsAreRefused();
    void runsAreSeenOnce();
    void runsOfOlderFilesAreKnown();
    void runsOfSomethingElseAreRefused();
    void whatAProbeMeasuredIsNotOfRuns();
    void driversNameTheTypeThatNoRunCorrected();
    void canBeStopped();
    void itsBytesAreReservedBesideTheReplay();
    void linearProblemsAreSolved();
    void offsetsAreRobust();
};

namespace {

const CatalogueEntry& a100()
{
    return *catalogue().find("A100-80GB");
}

Run gpt(std::int64_t hidden, std::int64_t tensor, std::int64_t pipeline, std::int64_t data)
{
    Run run;
    run.file = "made.csv";
    run.model = "GPT";
    run.layers = 8;
    run.hidden = hidden;
    run.heads = hidden / 128;
    run.sequence = 1024;
    run.vocabulary = 51200;
    run.device = "A100";
    run.devices = tensor * pipeline * data;
    run.tensor = tensor;
    run.pipeline = pipeline;
    run.data = data;
    run.micro_batch = 2;
    run.global_batch = 2 * data * 8;
    run.recomputation = Recomputation::Full;
    run.throughput_unit = "s/iteration";
    return run;
}

// Runs of several widths and parallel sizes, on one node and on several.
std::vector<Run> someRuns()
{
    std::vector<Run> runs;
    for (const std::int64_t hidden : {1024, 4096, 8192}) {
        for (const auto& [tensor, pipeline, data] : {std::array {1, 1, 2}, std::array {8, 1, 1}, std::array {4, 2, 1},
                                                     std::array {8, 2, 2}, std::array {2, 1, 16}}) {
            runs.push_back(gpt(hidden, tensor, pipeline, data));
        }
    }
    return runs;
}

// Sets the measurements that a machine would have produced.
void measure(std::vector<Run>& runs, const CatalogueEntry& machine, Bytes beside)
{
    for (Run& run : runs) {
        const auto planned = plannedRun(run, {{}, &machine});
        QVERIFY2(planned.has_value(), planned ? "" : describe(planned.error()).c_str());
        const auto estimate = estimateRun(run, *planned);
        QVERIFY2(estimate.has_value(), estimate ? "" : describe(estimate.error()).c_str());
        run.throughput = estimateStep(*planned)->value;
        run.peak = estimate->peak(MemoryKind::Allocated) + beside;
    }
}

double after(const TypeCalibration& calibration, Correction correction)
{
    for (const CorrectedFigure& figure : calibration.figures) {
        if (figure.correction == correction) {
            return figure.after;
        }
    }
    return 0;
}

}

// A machine that differs from the catalogue in every figure is recovered from its runs, and excluded runs are predicted
// as well as the others.
void TypeCalibrationTest::exactFiguresAreFoundAgain()
{
    CatalogueEntry machine = a100();
    machine.device.in_training = TrainingFigures {1.5, Seconds(25e-6), 0, {}, {}, {}};
    machine.network.bandwidth = machine.network.bandwidth * 0.5;
    std::vector<Run> runs = someRuns();
    measure(runs, machine, gibibytes(0.3));
    const auto found = calibrateType(runs, {{}, a100(), "ours", "2026-11-27"});
    QVERIFY2(found.has_value(), found ? "" : describe(found.error()).c_str());
    QVERIFY(found->time && found->memory);
    QVERIFY(found->time->before.mean_error > 0.1);
    QVERIFY2(found->time->fitted.mean_error < 0.02, std::to_string(found->time->fitted.mean_error).c_str());
    QVERIFY2(found->time->unseen.mean_error < 0.03, std::to_string(found->time->unseen.mean_error).c_str());
    QVERIFY2(std::abs(after(*found, Correction::KernelSlowdown) / 1.5 - 1) < 0.05,
             std::to_string(after(*found, Correction::KernelSlowdown)).c_str());
    // Few of these runs are bound by launches: the prior of the type has more effect on this correction than on others.
    QVERIFY2(std::abs(after(*found, Correction::Launch) / 25e-6 - 1) < 0.25,
             std::to_string(after(*found, Correction::Launch) * 1e6).c_str());
    const double network = after(*found, Correction::NetworkBandwidth);
    QVERIFY2(network > 0.4 && network < 0.9, std::to_string(network).c_str()); // only a few runs are on several nodes
    QVERIFY(std::abs(after(*found, Correction::Workspace) / static_cast<double>(gibibytes(0.3).value) - 1) < 0.01);
    QCOMPARE(found->type.device.name, std::string("ours"));
    QCOMPARE(describe(found->type.device.in_training->source), std::string("fitted on 15 runs of made.csv"));
    // Plans on the corrected type equal those of the runs.
    const auto planned = plannedRun(runs.front(), {{}, &found->type});
    QVERIFY(std::abs(estimateStep(*planned)->value / *runs.front().throughput - 1) < 0.05);
    QCOMPARE(estimateRun(runs.front(), *planned)->estimate.time_basis, Basis::Calibrated);
}

// A run ten times as slow as the others has almost no effect on the corrections.
void TypeCalibrationTest::oneOddRunChangesLittle()
{
    std::vector<Run> runs = someRuns();
    measure(runs, a100(), Bytes(0));
    *runs[4].throughput *= 10;
    const auto found = calibrateType(runs, {{}, a100(), "ours", {}});
    QVERIFY(found.has_value());
    QVERIFY2(found->time->fitted.median_error < 0.05, std::to_string(found->time->fitted.median_error).c_str());
}

// Names of published models in rows are recognized in any spelling, with the row's number of layers.
void TypeCalibrationTest::wordsOfRowsAreModels()
{
    Run run = gpt(1024, 1, 1, 1);
    const auto family = [&](const char* name, Framework framework) {
        run.model = name;
        const auto model = modelOf(run, framework);
        return model ? model->family : describe(model.error());
    };
    QCOMPARE(family("GPT", Framework::MegatronCore), std::string("gpt2"));
    run.ffn = 4096;
    // a gated MLP of this width would have more parameters
    QCOMPARE(family("GPT", Framework::Libtorch), std::string("gpt2"));
    run.ffn = 2816;
    QCOMPARE(family("ours", Framework::Libtorch), std::string("llama"));
    run.ffn.reset();
    run.gated = true;
    QCOMPARE(family("ours", Framework::MegatronCore), std::string("feed-forward width is missing"));
    run.ffn = 4096;
    QCOMPARE(family("ours", Framework::MegatronCore), std::string("llama"));
    run.experts = 4;
    run.experts_per_token = 2;
    QCOMPARE(family("ours", Framework::MegatronCore), std::string("mixtral"));
    run.layers = 4;
    run.hidden = 16384;
    run.heads = 128;
    run.ffn = 53248;
    run.experts.reset();
    for (const char* name : {"llama3-405b (cut to 4 layers)", "Llama 3.1 405B", "llama-3.1-405b"}) {
        run.model = name;
        const auto model = modelOf(run, Framework::MegatronCore);
        QVERIFY2(model && model->layers.size() == 6, name); // including embedding and head
        QVERIFY(parameterCount(*model) > 16'000'000'000); // four such blocks
    }
}

void TypeCalibrationTest::planFollowsTheRow()
{
    Run run = gpt(4096, 4, 2, 2);
    run.chunks = 2;
    const auto planned = plannedRun(run, {{}, &a100()});
    QVERIFY2(planned.has_value(), planned ? "" : describe(planned.error()).c_str());
    const Plan& plan = planned->plan;
    QCOMPARE(plan.pipelineRanks(), 2);
    QCOMPARE(plan.splitPoints(), (std::vector<int> {0, 3, 5, 7, 10}));
    QCOMPARE(plan.devices(), 16);
    QCOMPARE(plan.micro_batches, 8);
    QVERIFY(plan.schedule == ScheduleKind::Interleaved);
    QCOMPARE(planned->problem.cluster.groups.front().nodes, 2);
    run.chunks = 1;
    run.first_layers = 5;
    run.last_layers = 3;
    QCOMPARE(plannedRun(run, {{}, &a100()})->plan.splitPoints(), (std::vector<int> {0, 6, 10}));
    // Missing settings of the row come from the framework.
    run = gpt(4096, 4, 1, 2);
    run.gated = true;
    run.ffn = 16384;
    run.recomputation.reset();
    const auto titan = plannedRun(run, {{Framework::Torchtitan}, &a100()});
    QVERIFY(titan && titan->plan.zero_stage == 3 && titan->plan.sequence_parallel);
    QVERIFY(titan->problem.constraints.policies.keepsAll());
    QVERIFY(plannedRun(run, {{Framework::MegatronCore}, &a100()})->problem.constraints.policies.has(LayerPolicy::Full));
}

void TypeCalibrationTest::unusableRunsSayWhy()
{
    const auto reason = [](const std::function<void(Run&)>& change) {
        Run run = gpt(4096, 4, 2, 2);
        change(run);
        const auto planned = plannedRun(run, {{Framework::MegatronCore}, nullptr});
        return planned ? std::string("none") : describe(planned.error());
    };
    QCOMPARE(reason([](Run&) {}), std::string("none"));
    QCOMPARE(reason([](Run& run) { run.device = "Z9"; }), std::string("its GPU type (Z9) is unknown"));
    QCOMPARE(reason([](Run& run) { run.devices = 15; }),
             std::string("its number of GPUs is not the product of its parallel sizes"));
    QCOMPARE(reason([](Run& run) { run.pipeline = 16, run.devices = 128; }),
             std::string("more pipeline stages than layers"));
    QCOMPARE(reason([](Run& run) { run.fp8 = Fp8Recipe::Tensorwise; }), std::string("none"));
    QCOMPARE(reason([](Run& run) { run.recomputation = Recomputation::Other; }),
             std::string("its recomputation mode is unknown"));
    QCOMPARE(reason([](Run& run) { run.global_batch = 1; }),
             std::string("its global batch is smaller than one micro-batch per replica"));
    QCOMPARE(reason([](Run& run) { run.obstacle = words::runs::encoder_decoder; }), std::string("encoder-decoder"));
    QCOMPARE(reason([](Run& run) { run.experts = 8; }),
             std::string("experts with two matrices, which no supported model has"));
}

void TypeCalibrationTest::tooFewRunsAreRefused()
{
    std::vector<Run> runs {gpt(1024, 1, 1, 1), gpt(2048, 1, 1, 1)};
    measure(runs, a100(), Bytes(0));
    const auto found = calibrateType(runs, {{}, a100(), "ours", {}});
    QVERIFY(!found);
    QCOMPARE(found.error().code, ErrorCode::RunsUnusable);
    QCOMPARE(calibrateType({}, {{}, a100(), "ours", {}}).error().code, ErrorCode::RunsUnusable);
}

// Runs are used once: a further table corrects the type further, and all are recorded from then on, because errors on
// used runs are no evidence.
void TypeCalibrationTest::runsAreSeenOnce()
{
    std::vector<Run> runs = someRuns();
    measure(runs, a100(), Bytes(0));
    const auto first = calibrateType(runs, {{}, a100(), "once", "2026-11-27"});
    QVERIFY(first.has_value());
    QCOMPARE(calibrationFiles(first->type.device), (std::vector<std::string> {"made.csv"}));
    const auto again = calibrateType(runs, {{}, first->type, "twice", "2026-11-27"});
    QVERIFY(!again);
    QCOMPARE(again.error().code, ErrorCode::OptionUnsupported);
    for (Run& run : runs) {
        run.file = "more.csv";
    }
    const auto more = calibrateType(runs, {{}, first->type, "twice", "2026-11-27"});
    QVERIFY(more.has_value());
    QCOMPARE(calibrationFiles(more->type.device), (std::vector<std::string> {"more.csv", "made.csv"}));
    QVERIFY(calibrationFiles(a100().device).empty());
}

// Runs in older files are read: version 2 of catalogues had a sentence.
void TypeCalibrationTest::runsOfOlderFilesAreKnown()
{
    DeviceType device = a100().device;
    const auto read = [&](const char* source) {
        const nlohmann::json json {{"kernel_slowdown", 2.0}, {"launch_seconds", 1e-5}, {"source", source}};
        device.in_training = decodeJson<TrainingFigures>(json, {});
        return describe(device.in_training->source);
    };
    for (const char* fitted : {"fitted on 3 runs of a.csv", "fitted on 20 runs of b.csv, c.csv"}) {
        QCOMPARE(read(fitted), std::string(fitted));
        QVERIFY(device.in_training->source.says(words::calibration::fitted_on));
    }
    QCOMPARE(calibrationFiles(device), (std::vector<std::string> {"b.csv", "c.csv"}));
    for (const char* other : {"", "measured", "fitted on few runs of a.csv"}) {
        QCOMPARE(read(other), std::string(other));
        QVERIFY(calibrationFiles(device).empty());
    }
}

void TypeCalibrationTest::runsOfSomethingElseAreRefused()
{
    std::vector<Run> runs = someRuns();
    measure(runs, a100(), Bytes(0));
    for (Run& run : runs) {
        run.peak.reset();
        *run.throughput *= 1e5;
    }
    const auto found = calibrateType(runs, {{}, a100(), "ours", "2026-11-27"});
    QVERIFY(!found);
    QCOMPARE(found.error().code, ErrorCode::RunsUnusable);
    QVERIFY2(describe(found.error()).find("times as long as the tables predict") != std::string::npos,
             describe(found.error()).c_str());
}

void TypeCalibrationTest::whatAProbeMeasuredIsNotOfRuns()
{
    DeviceType slow = a100().device;
    slow.in_training = TrainingFigures {5, Seconds(25e-6), 0.2, {}, verbatim("runs of ours"), {}};
    DeviceProbe probe;
    probe.matrix = {{ProductType::Bf16, 4096, FlopsPerSecond(200e12), FlopsPerSecond(0)}};
    const Roofline by_runs(slow, Precision::Bf16Master);
    QCOMPARE(by_runs.basis(), std::optional(Basis::Calibrated));
    QCOMPARE(by_runs.slowdown(), 5.0);
    const Roofline by_probe(slow, Precision::Bf16Master, &probe);
    QVERIFY(by_probe.basis() != Basis::Calibrated);
    QCOMPARE(by_probe.slowdown(), 1.0);
}

// A driver's name refers to the uncorrected type, so a calibrated type changes no cluster that does not name it.
void TypeCalibrationTest::driversNameTheTypeThatNoRunCorrected()
{
    CatalogueEntry calibrated = a100();
    calibrated.device.name = "A100-ours";
    calibrated.device.in_training = TrainingFigures {};
    const Catalogue all = withUserDefined(shippedCatalogue(), {calibrated});
    for (const std::string& driver : a100().device.driver_names) {
        QCOMPARE(all.find(driver)->device.name, std::string("A100-80GB"));
    }
    QCOMPARE(all.find("A100-ours")->device.name, std::string("A100-ours"));
}

void TypeCalibrationTest::canBeStopped()
{
    std::vector<Run> runs = someRuns();
    measure(runs, a100(), Bytes(0));
    std::stop_source stop;
    double last = 0;
    const auto found = calibrateType(runs, {{}, a100(), "ours", {}}, stop.get_token(), [&](double share) {
        QVERIFY(share >= last);
        last = share;
        stop.request_stop();
    });
    QVERIFY(!found);
    QCOMPARE(found.error().code, ErrorCode::Cancelled);
}

// The workspace of a calibrated device type is added to the reserved bytes of the replay, since no trace contains it.
void TypeCalibrationTest::itsBytesAreReservedBesideTheReplay()
{
    Problem problem;
    problem.model = readModel("zoo:llama-3.1-8b").value();
    problem.cluster = parseCluster("1x8xH100-80GB").value();
    problem.workload.precision = Precision::Bf16Master;
    problem.workload.sequence = 4096;
    problem.workload.global_batch = 8;
    useFramework(problem, Framework::Torchtitan);
    const auto device = [&](Bytes workspace) {
        problem.cluster.groups.front().device.in_training = TrainingFigures {1, Seconds(0), 0, workspace, {}, {}};
        const CostModel costs(problem.model, problem.workload, {});
        const Plan plan = constrainedPlan(uniformSplitPoints(static_cast<int>(problem.model.layers.size()), 1), 8, 1,
                                          problem.constraints);
        const auto estimate = estimatePlan(problem, plan, planCosts(costs, problem, plan).value(), {true, false, {}});
        return estimate.value().devices.pipelineRanks().front().first;
    };
    const DeviceEstimate plain = device({});
    const DeviceEstimate more = device(gibibytes(2));
    QVERIFY(plain.fragmentation && more.fragmentation);
    QCOMPARE(more.peak, plain.peak + gibibytes(2));
    QCOMPARE(more.reserved, plain.reserved + gibibytes(2));
}

// Linear problems are solved exactly if nothing draws the corrections to 0; excluded values have no effect.
void TypeCalibrationTest::linearProblemsAreSolved()
{
    const auto predict = [](const std::vector<double>& u) {
        return std::vector<double> {u[0], u[1], u[0] + u[1], u[0] - u[1]};
    };
    LogFit fit({0.3, -0.2, 0.1, 0.5}, {1e3, 1e3}, predict);
    fit.solve({}, [](double) {});
    QVERIFY(std::abs(fit.best()[0] - 0.3) < 1e-4 && std::abs(fit.best()[1] + 0.2) < 1e-4);
    LogFit odd({0.3, -0.2, 0.1, 2}, {1e3, 1e3}, predict);
    odd.solve({}, [](double) {});
    const std::vector<double> without = odd.without({3});
    QVERIFY(std::abs(without[0] - 0.3) < 1e-3 && std::abs(without[1] + 0.2) < 1e-3);
}

void TypeCalibrationTest::offsetsAreRobust()
{
    constexpr double free = 1e9;
    QVERIFY(std::abs(fitOffset({10, 20, 30}, {11, 21, 31}, free) - 1) < 1e-6);
    QVERIFY(fitOffset({10, 20, 30, 40}, {11, 21, 31, 400}, free) < 3);
    QCOMPARE(fitOffset({11, 21}, {10, 20}, free), 0.0);
    QVERIFY(std::abs(fitOffset({11, 21}, {10, 20}, free, -5) + 1) < 1e-6);
    QCOMPARE(fitOffset({}, {}, free), 0.0);
    // A small deviation of the prior keeps the offset near 0.
    QVERIFY(fitOffset({10, 20, 30}, {11, 21, 31}, 0.1) < 0.5);
}

QTEST_GUILESS_MAIN(TypeCalibrationTest)

#include "tst_typecalibration.moc"
