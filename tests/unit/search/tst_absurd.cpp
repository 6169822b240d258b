// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "core/base/english.h"
#include "core/estimate/estimator.h"
#include "core/estimate/trainingcost.h"
#include "core/model/layertable.h"
#include "core/search/search.h"
#include "core/search/sizing.h"
#include "tests/support/chains.h"

#include <QElapsedTimer>
#include <QTest>

#include <chrono>
#include <cmath>
#include <condition_variable>
#include <functional>
#include <limits>
#include <mutex>
#include <random>
#include <thread>

using namespace stagecraft;
using namespace stagecraft::testing;

namespace {

// Requests a stop after a while, like a waiting user.
class Patience {
public:
    explicit Patience(std::chrono::milliseconds time)
        : m_thread([this, time](const std::stop_token& over) {
            std::mutex mutex;
            std::unique_lock lock(mutex);
            std::condition_variable_any waiting;
            waiting.wait_for(lock, over, time, [] { return false; });
            m_stop.request_stop();
        })
    {
    }

    std::stop_token token() const { return m_stop.get_token(); }

private:
    std::stop_source m_stop;
    std::jthread m_thread;
};

constexpr std::chrono::milliseconds patience(500);
constexpr qint64 mostTaken = 30'000; // ms, on a slow machine with sanitizers

// Absurd figures.
class Absurdities {
public:
    explicit Absurdities(unsigned seed) : m_random(seed) {}

    template <typename T>
    T oneOf(std::initializer_list<T> values)
    {
        return *(values.begin() + m_random() % values.size());
    }

    std::int64_t whole()
    {
        return oneOf<std::int64_t>({0, -1, 1, 2, 7, 64, 1 << 20, 1 << 24, std::int64_t(1) << 31, std::int64_t(1) << 40,
                                    1'000'000'000'000'000, std::int64_t(1) << 50, std::int64_t(1) << 62, INT64_MAX,
                                    INT64_MIN});
    }
    int small() { return oneOf({0, -1, 1, 2, 3, 8, 64, 1 << 20, INT_MAX, INT_MIN}); }
    double real()
    {
        constexpr double infinity = std::numeric_limits<double>::infinity();
        return oneOf({0.0, -1.0, 1.0, 1e-300, 1e-9, 1e15, 1e150, 1e308, infinity, -infinity,
                      std::numeric_limits<double>::quiet_NaN()});
    }
    std::string text()
    {
        return oneOf<std::string>({"0", "-1", "1", "2", "8", "1e15", "1000000000000000", "9223372036854775807",
                                   "99999999999999999999999", "1e308", "1e999", "nan", "inf", "", " ", "abc", "0x10"});
    }
    bool chance(unsigned odds) { return m_random() % odds == 0; }
    std::mt19937& random() { return m_random; }

private:
    std::mt19937 m_random;
};

void spoilModel(Problem& problem, Absurdities& absurd)
{
    auto& layers = problem.model.layers;
    if (absurd.chance(8)) {
        layers.clear();
    }
    for (Layer& layer : layers) {
        auto& row = std::get<TableRow>(layer.spec);
        const std::vector<std::function<void()>> ways {
            [&] { row.parameters = absurd.whole(); },       [&] { row.state = Bytes(absurd.whole()); },
            [&] { row.saved = Bytes(absurd.whole()); },     [&] { row.transient = Bytes(absurd.whole()); },
            [&] { row.output = Bytes(absurd.whole()); },    [&] { row.forward = Seconds(absurd.real()); },
            [&] { row.backward = Seconds(absurd.real()); },
        };
        if (absurd.chance(2)) {
            ways[absurd.random()() % ways.size()]();
        }
    }
}

void spoilCluster(Problem& problem, Absurdities& absurd)
{
    ClusterGroup& group = problem.cluster.groups.front();
    const std::vector<std::function<void()>> ways {
        [&] { problem.cluster.groups.clear(); },
        [&] { group.nodes = absurd.small(); },
        [&] { group.devices_per_node = absurd.small(); },
        [&] { group.device.memory.value = Bytes(absurd.whole()); },
        [&] { group.device.context.value = Bytes(absurd.whole()); },
        [&] { group.intra_node.bandwidth = BytesPerSecond(absurd.real()); },
        [&] { group.intra_node.latency = Seconds(absurd.real()); },
        [&] { group.network.bandwidth = BytesPerSecond(absurd.real()); },
        [&] { group.network.latency = Seconds(absurd.real()); },
        [&] { group.price_per_node = UsdPerHour(absurd.real()); },
    };
    ways[absurd.random()() % ways.size()]();
}

void spoilProblem(Problem& problem, Absurdities& absurd)
{
    Constraints& constraints = problem.constraints;
    const std::vector<std::function<void()>> ways {
        [&] { problem.workload.global_batch = absurd.whole(); },
        [&] { problem.workload.sequence = absurd.whole(); },
        [&] { constraints.micro_batch = absurd.whole(); },
        [&] { constraints.pipeline = absurd.small(); },
        [&] { constraints.data = absurd.small(); },
        [&] { constraints.degrees.sharding.tensor = absurd.small(); },
        [&] { constraints.degrees.sharding.expert = absurd.small(); },
        [&] { constraints.degrees.context = absurd.small(); },
        [&] { constraints.degrees.capacity = absurd.real(); },
        [&] {
            constraints.split_points = {absurd.small(), absurd.small(), absurd.small()};
        },
        [&] { constraints.split_points = std::vector<int> {}; },
        [&] { constraints.zero = absurd.small(); },
        [&] { constraints.memory_reserve = Bytes(absurd.whole()); },
        [&] { constraints.max_slowdown = absurd.real(); },
        [&] { constraints.host_bandwidth = BytesPerSecond(absurd.real()); },
        [&] { constraints.training.period = absurd.small(); },
        [&] { constraints.training.in_flight_limit = absurd.small(); },
        [&] { constraints.training.offload = StateOffload::Optimizer; },
        [&] {
            constraints.vary = {Dimension::Tensor, Dimension::Zero, Dimension::StageDegrees};
        },
        [&] {
            constraints.objective = absurd.oneOf({Objective::Balanced, Objective::Throughput, Objective::Cost});
        },
        [&] {
            problem.target = absurd.oneOf({Target::Megatron, Target::DeepSpeed});
        },
        [&] {
            constraints.framework = {absurd.oneOf({Framework::Nanotron, Framework::Torchtitan}), {}};
        },
    };
    ways[absurd.random()() % ways.size()]();
}

// Makes a problem with up to three absurd settings at once, so that constraints also contradict each other.
Problem absurdProblem(Absurdities& absurd)
{
    Problem problem = problemFor(randomTable(absurd.random(), 1 + static_cast<int>(absurd.random()() % 5), false),
                                 "2x2xcpu:1GiB@3", absurd.oneOf<std::int64_t>({1, 4, 7, 12}), 1);
    for (int i = absurd.oneOf({1, 2, 3}); i > 0; --i) {
        const bool has_cluster = !problem.cluster.groups.empty();
        switch (absurd.oneOf({0, 1, 2, 2})) {
        case 0:
            spoilModel(problem, absurd);
            break;
        case 1:
            if (has_cluster) {
                spoilCluster(problem, absurd);
            }
            break;
        default:
            spoilProblem(problem, absurd);
        }
    }
    return problem;
}

// Fault of an estimate; empty if it is sane.
QString faultOf(const Estimate& estimate)
{
    const bool times = std::isfinite(estimate.step.value) && estimate.step >= Seconds(0)
        && estimate.step_low <= estimate.step && estimate.step <= estimate.step_high;
    if (!times) {
        return QStringLiteral("a step of %1 s, %2 to %3")
            .arg(estimate.step.value)
            .arg(estimate.step_low.value)
            .arg(estimate.step_high.value);
    }
    if (estimate.cost_per_step
        && !(std::isfinite(estimate.cost_per_step->value) && *estimate.cost_per_step >= Usd(0))) {
        return QStringLiteral("a step of $%1").arg(estimate.cost_per_step->value);
    }
    for (const DeviceEstimate& device : estimate.devices) {
        if (device.peak < Bytes(0) || device.device < device.peak || device.device_high < device.device
            || device.fits != (device.device_high <= device.capacity)) {
            return QStringLiteral("a device with a peak of %1, %2 of the device, at most %3 of %4")
                .arg(device.peak.value)
                .arg(device.device.value)
                .arg(device.device_high.value)
                .arg(device.capacity.value);
        }
    }
    return {};
}

QString faultOf(const Error& error)
{
    return describe(error).empty() ? QStringLiteral("an error without words") : QString();
}

QString faultOf(const SearchResult& result)
{
    for (const Candidate& candidate : result.candidates) {
        if (const QString fault = faultOf(candidate.estimate); !fault.isEmpty()) {
            return fault;
        }
    }
    const Candidate* recommended = result.recommended();
    if (recommended != nullptr && !recommended->estimate.fits) {
        return QStringLiteral("a recommended plan that does not fit");
    }
    const bool found = result.outcome.kind == OutcomeKind::Optimal || result.outcome.kind == OutcomeKind::BestFound;
    return found && recommended == nullptr ? QStringLiteral("an outcome without a plan") : QString();
}

template <typename T>
QString faultOf(const Result<T>& result)
{
    return result ? faultOf(*result) : faultOf(result.error());
}

QString sizingFault(const Result<SizingResult>& sized)
{
    if (!sized) {
        return faultOf(sized.error());
    }
    return sized->best ? faultOf(sized->best->estimate) : QString();
}

}

class AbsurdTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void problemsAreSearchedOrRefused();
    void plansAreEstimatedOrRefused();
    void problemsAreSizedOrRefused();
    void tablesAreReadOrRefused();
    void clustersAreReadOrRefused();
    void amountsAtTheLimitsAreAnswered();
    void aMillionLayersAreRefused();
    void boundsOfLongTablesEndWhenCancelled();
    void manyGroupsAreRefused();
    void contradictionsAreNamed_data();
    void contradictionsAreNamed();
};

void AbsurdTest::problemsAreSearchedOrRefused()
{
    Absurdities absurd(1);
    int answered = 0;
    for (int round = 0; round < 800; ++round) {
        const Problem problem = absurdProblem(absurd);
        QElapsedTimer timer;
        timer.start();
        const Patience patient(patience);
        const auto result = searchPlans(problem, CostModel(problem.model, problem.workload, {}), patient.token());
        const QString fault = faultOf(result);
        QVERIFY2(fault.isEmpty(), qPrintable(QStringLiteral("round %1: %2").arg(round).arg(fault)));
        QVERIFY2(timer.elapsed() < mostTaken, qPrintable(QStringLiteral("round %1").arg(round)));
        answered += result ? 1 : 0;
    }
    QVERIFY(answered > 50);
    QVERIFY(answered < 750);
}

void AbsurdTest::plansAreEstimatedOrRefused()
{
    Absurdities absurd(2);
    for (int round = 0; round < 800; ++round) {
        const Problem problem = absurdProblem(absurd);
        Plan plan = uniformPlan({0, 1, 3}, 1, 1, 4, ScheduleKind::OneForwardOneBackward);
        const std::vector<std::function<void()>> ways {
            [&] { plan.micro_batches = absurd.whole(); },
            [&] { plan.zero_stage = absurd.small(); },
            [&] { plan.context = absurd.small(); },
            [&] { plan.stages.clear(); },
            [&] { plan.stages.front().degrees.data = absurd.small(); },
            [&] { plan.stages.front().degrees.tensor = absurd.small(); },
            [&] { plan.stages.front().micro_batch = absurd.whole(); },
            [&] { plan.stages.back().layers.last = absurd.small(); },
            [&] { plan.stages.back().pipeline_rank = absurd.small(); },
            [&] { plan.stages.back().device_group = absurd.small(); },
            [&] {
                plan.micro_batches = plan.stages.front().micro_batch = std::int64_t(1) << 24;
                plan.stages.front().degrees.data = 1 << 20;
            },
        };
        ways[absurd.random()() % ways.size()]();
        const auto estimate = estimatePlan(problem, plan, CostModel(problem.model, problem.workload, {}));
        const QString fault = faultOf(estimate);
        QVERIFY2(fault.isEmpty(), qPrintable(QStringLiteral("round %1: %2").arg(round).arg(fault)));
        if (estimate) {
            BillingOptions options;
            options.amount = absurd.whole();
            const TrainingCost training_cost = trainingCostOf(*estimate, plan, problem, options);
            QVERIFY(training_cost.steps >= 1);
        }
    }
}

void AbsurdTest::problemsAreSizedOrRefused()
{
    Absurdities absurd(3);
    for (int round = 0; round < 300; ++round) {
        const Problem problem = absurdProblem(absurd);
        SizingRequest request;
        request.goal = absurd.oneOf({SizingGoal::Fewest, SizingGoal::Cheapest, SizingGoal::LargestBatch,
                                     SizingGoal::LongestSequence, SizingGoal::LargestModel});
        request.catalogue = {problem.cluster};
        request.multiple = absurd.chance(3) ? absurd.whole() : 1;
        if (absurd.chance(3)) {
            request.most = absurd.whole();
        }
        if (absurd.chance(3)) {
            request.micro_batches = absurd.whole();
        }
        QElapsedTimer timer;
        timer.start();
        const Patience patient(patience);
        const QString fault =
            sizingFault(sizeProblem(problem, request, CostModel(problem.model, problem.workload, {}), patient.token()));
        QVERIFY2(fault.isEmpty(), qPrintable(QStringLiteral("round %1: %2").arg(round).arg(fault)));
        QVERIFY2(timer.elapsed() < mostTaken, qPrintable(QStringLiteral("round %1").arg(round)));
    }
}

void AbsurdTest::tablesAreReadOrRefused()
{
    const std::string head = "name,parameters,state_bytes,saved_bytes,transient_bytes,output_bytes,keeps_input,"
                             "keeps_output,forward_seconds,backward_seconds\n";
    Absurdities absurd(4);
    int read = 0;
    for (int round = 0; round < 600; ++round) {
        std::string text = head;
        for (int row = absurd.oneOf({0, 1, 3}); row > 0; --row) {
            std::vector<std::string> cells {"l", "5", "80", "10", "5", "7", "1", "0", "0.001", "0.002"};
            if (absurd.chance(2)) {
                cells[absurd.random()() % cells.size()] = absurd.text();
            }
            for (std::size_t i = 0; i < cells.size(); ++i) {
                text += (i == 0 ? "" : ",") + cells[i];
            }
            text += "\n";
        }
        const auto model = parseLayerTable(text, "table.csv");
        if (!model) {
            QVERIFY(!describe(model.error()).empty());
            continue;
        }
        ++read;
        QVERIFY(!model->layers.empty());
        const Problem problem = problemFor(*model, "2xcpu:1GiB", 4, 1);
        const QString fault = faultOf(searchPlans(problem, CostModel(problem.model, problem.workload, {})));
        QVERIFY2(fault.isEmpty(), qPrintable(fault));
    }
    QVERIFY(read > 20);
}

void AbsurdTest::clustersAreReadOrRefused()
{
    Absurdities absurd(5);
    for (int round = 0; round < 600; ++round) {
        const std::string text = absurd.text() + "x" + absurd.text() + "x"
            + absurd.oneOf<std::string>({"cpu", "A100-80GB", ""})
            + (absurd.chance(2) ? ":" + absurd.text() + "GiB" : "") + (absurd.chance(2) ? "@" + absurd.text() : "");
        const auto cluster = parseCluster(text);
        if (!cluster) {
            QVERIFY(!describe(cluster.error()).empty());
            continue;
        }
        QVERIFY(cluster->devices() >= 1);
        Problem problem = problemFor(randomTable(absurd.random(), 3, false), "2xcpu:1GiB", 4, 1);
        problem.cluster = *cluster;
        const Patience patient(patience);
        const QString fault =
            faultOf(searchPlans(problem, CostModel(problem.model, problem.workload, {}), patient.token()));
        QVERIFY2(fault.isEmpty(), qPrintable(QString::fromStdString(text) + QStringLiteral(": ") + fault));
    }
}

// Amounts at the limits give an answer: 10^15 bytes of everything do not overflow to a small number.
void AbsurdTest::amountsAtTheLimitsAreAnswered()
{
    const Bytes large(1'000'000'000'000'000);
    std::mt19937 random(6);
    Problem problem = problemFor(randomTable(random, 4, false), "4xcpu:1000TiB", 4, 1);
    for (Layer& layer : problem.model.layers) {
        auto& row = std::get<TableRow>(layer.spec);
        row.parameters = row.state.value = large.value;
        row.saved = row.transient = row.output = large;
    }
    const auto result = searchPlans(problem, CostModel(problem.model, problem.workload, {}));
    if (!result) {
        QCOMPARE(result.error().code, ErrorCode::OptionOutOfRange);
        return;
    }
    QCOMPARE(result->outcome.kind, OutcomeKind::Infeasible);
    QVERIFY(result->candidates.front().estimate.peak >= large + large);
    QVERIFY(result->outcome.missing > Bytes(0));
}

void AbsurdTest::aMillionLayersAreRefused()
{
    const auto zoo = readModel("zoo:gpt?layers=1000000&hidden=64&heads=2");
    QVERIFY(!zoo);
    QVERIFY(describe(zoo.error()).find("layers") != std::string::npos);
    std::string text = "name,parameters,state_bytes,saved_bytes,transient_bytes,output_bytes,keeps_input,"
                       "keeps_output,forward_seconds,backward_seconds\n";
    for (int row = 0; row < 1'000'000; ++row) {
        text += "l,1,16,1,1,1,0,0,1e-3,1e-3\n";
    }
    const auto table = parseLayerTable(text, "table.csv");
    QVERIFY(!table);
    QVERIFY(describe(table.error()).find("layers") != std::string::npos);
    std::mt19937 random(7);
    Problem problem = problemFor(randomTable(random, 1, false), "2xcpu:1GiB", 4, 1);
    problem.model.layers.resize(1'000'000, problem.model.layers.front());
    const auto searched = searchPlans(problem, CostModel(problem.model, problem.workload, {}));
    QVERIFY(!searched);
    QCOMPARE(searched.error().code, ErrorCode::OptionOutOfRange);
}

// Bounds of long tables stop when canceled. Each layer is of a different kind: bounds of one depth visit all kinds,
// positions and moments.
void AbsurdTest::boundsOfLongTablesEndWhenCancelled()
{
    std::mt19937 random(11);
    Problem problem = problemFor(randomTable(random, 1, false), "128x8xH100-80GB", 1024, 1);
    problem.model.layers.resize(2'048, problem.model.layers.front());
    for (Layer& layer : problem.model.layers) {
        auto& cells = std::get<TableRow>(layer.spec);
        cells.state += Bytes(113'000'000 + static_cast<std::int64_t>(random() % 10'000));
        cells.saved += Bytes(170'000'000 + static_cast<std::int64_t>(random() % 10'000));
    }
    problem.constraints.vary = {Dimension::Schedule, Dimension::MicroBatch, Dimension::Zero, Dimension::Recompute};
    QElapsedTimer timer;
    timer.start();
    const Patience patient(std::chrono::seconds(5));
    const auto result = searchPlans(problem, CostModel(problem.model, problem.workload, {}), patient.token());
    QVERIFY2(result, result ? "" : describe(result.error()).c_str());
    QCOMPARE(result->outcome.kind, OutcomeKind::Cancelled);
    QVERIFY2(timer.elapsed() < mostTaken, qPrintable(QString::number(timer.elapsed())));
}

void AbsurdTest::manyGroupsAreRefused()
{
    std::string name = "1xcpu:1GiB";
    for (int group = 1; group < 16; ++group) {
        name += "+1xcpu:1GiB";
    }
    const auto most = parseCluster(name);
    QVERIFY2(most, most ? "" : describe(most.error()).c_str());
    const auto more = parseCluster(name + "+1xcpu:1GiB");
    QVERIFY(!more);
    QVERIFY(describe(more.error()).find("more than 16 groups of nodes") != std::string::npos);
    std::mt19937 random(12);
    Problem problem = problemFor(randomTable(random, 2, false), "2xcpu:1GiB", 4, 1);
    problem.cluster.groups.resize(65, problem.cluster.groups.front());
    const auto searched = searchPlans(problem, CostModel(problem.model, problem.workload, {}));
    QVERIFY(!searched);
    QCOMPARE(searched.error().code, ErrorCode::OptionOutOfRange);
}

void AbsurdTest::contradictionsAreNamed_data()
{
    QTest::addColumn<std::function<void(Problem&)>>("spoil");
    QTest::addColumn<QString>("named");
    const auto row = [](const char* name, std::function<void(Problem&)> spoil, const char* named) {
        QTest::newRow(name) << std::move(spoil) << QString::fromLatin1(named);
    };
    row(
        "no layers", [](Problem& p) { p.model.layers.clear(); }, "layers");
    row(
        "no devices", [](Problem& p) { p.cluster.groups.clear(); }, "devices");
    row(
        "a batch that nothing divides", [](Problem& p) { p.constraints.data = 3; }, "data-parallel size");
    row(
        "more micro-batch than batch", [](Problem& p) { p.constraints.micro_batch = 64; }, "micro-batch");
    row(
        "more stages than layers", [](Problem& p) { p.constraints.pipeline = 4; }, "pipeline depth");
    row(
        "more of all than devices",
        [](Problem& p) {
            p.constraints.pipeline = 2;
            p.constraints.data = 4;
        },
        "pipeline depth x data");
    row(
        "degrees whose product leaves the integers",
        [](Problem& p) {
            p.cluster.groups.front().nodes = 1 << 20;
            p.cluster.groups.front().devices_per_node = 1;
            p.workload.global_batch = 1 << 20;
            p.constraints.pipeline = 2;
            p.constraints.data = 1 << 20;
            p.constraints.degrees.sharding.tensor = 1 << 20;
            p.constraints.degrees.context = 1 << 20;
        },
        "pipeline depth x data");
    row(
        "no link", [](Problem& p) { p.cluster.groups.front().network.bandwidth = BytesPerSecond(0); }, "bandwidth");
    row(
        "memory below nothing", [](Problem& p) { p.cluster.groups.front().device.memory.value = Bytes(-1); }, "memory");
    row(
        "a price that is none", [](Problem& p) { p.cluster.groups.front().price_per_node = UsdPerHour(NAN); }, "price");
    row(
        "a price below nothing", [](Problem& p) { p.cluster.groups.front().price_per_node = UsdPerHour(-1); }, "price");
}

void AbsurdTest::contradictionsAreNamed()
{
    QFETCH(std::function<void(Problem&)>, spoil);
    QFETCH(QString, named);
    std::mt19937 random(8);
    Problem problem = problemFor(randomTable(random, 3, false), "4xcpu:1GiB", 4, 1);
    spoil(problem);
    const auto result = searchPlans(problem, CostModel(problem.model, problem.workload, {}));
    QVERIFY(!result);
    const QString words = QString::fromStdString(describe(result.error()));
    QVERIFY2(words.contains(named), qPrintable(words));
}

QTEST_GUILESS_MAIN(AbsurdTest)
#include "tst_absurd.moc"
