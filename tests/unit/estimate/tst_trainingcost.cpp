// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
// Costs of runs: by hand, and their dependence on prices, tokens, interruptions and the billed unit.
#include "core/estimate/estimator.h"
#include "core/estimate/trainingcost.h"
#include "core/search/runchoices.h"
#include "tests/support/chains.h"

#include <QTest>

#include <algorithm>
#include <cmath>
#include <random>

using namespace stagecraft;
using namespace stagecraft::testing;

namespace {

// 64 samples of 16 tokens per step, on two nodes of 8 devices for $36 per hour each.
struct PricedRun {
    Problem problem;
    Plan plan;
    Estimate estimate;

    TrainingCost trainingCost(const BillingOptions& options) const
    {
        return trainingCostOf(estimate, plan, problem, options);
    }
    ClusterGroup& group() { return problem.cluster.groups.front(); }
};

// Run on `pipeline_ranks` of `data` devices each, with steps of 2 s (1 s to 4 s).
PricedRun runOf(int pipeline_ranks, int data, const std::string& cluster = "2x8xA30@36")
{
    PricedRun run;
    run.problem = problemFor(gptChain(14, 64, 4, 100, 16), cluster, 64, 1);
    std::vector<int> split_points;
    for (int pipeline_rank = 0; pipeline_rank <= pipeline_ranks; ++pipeline_rank) {
        split_points.push_back(pipeline_rank == pipeline_ranks ? 16 : pipeline_rank);
    }
    run.plan = uniformPlan(split_points, data, 1, 64 / data, ScheduleKind::OneForwardOneBackward);
    run.estimate.step = Seconds(2);
    run.estimate.step_low = Seconds(1);
    run.estimate.step_high = Seconds(4);
    run.estimate.time_basis = Basis::Scaled;
    return run;
}

Offer spotOffer(double price, std::optional<double> preemptions)
{
    Offer offer;
    offer.provider = "acme";
    offer.name = "box";
    offer.kind = OfferKind::Spot;
    offer.device = "A30";
    offer.devices_per_node = 8;
    offer.price_per_node = Sourced<UsdPerHour> {UsdPerHour(price), verbatim("their list"), "2026-11-01"};
    if (preemptions) {
        offer.preemptions_per_node_hour = Sourced<PerHour> {PerHour(*preemptions), verbatim("a log"), "2026-11-01"};
    }
    return offer;
}

void setOffer(PricedRun& run, const Offer& offer)
{
    run.group().offer = offer;
    run.group().price_per_node = hourlyPrice(offer);
}

const TrainingCostItem* lineOf(const TrainingCost& training_cost, TrainingCostPart part)
{
    const auto line = std::find_if(training_cost.lines.begin(), training_cost.lines.end(),
                                   [part](const TrainingCostItem& each) { return each.part == part; });
    return line == training_cost.lines.end() ? nullptr : &*line;
}

bool areClose(double a, double b)
{
    return std::fabs(a - b) <= 1e-9 * std::max(std::fabs(a), std::fabs(b));
}

}

class TrainingCostTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void trainingCostsByHand();
    void wholeNodesAreThoseInUse();
    void stepsAreWhole();
    void samplesCountWhereThereAreNoTokens();
    void withoutAPriceThereIsTimeAlone();
    void estimatesAndTrainingCostsAgree();
    void energyIsItsOwnLine();
    void preemptionByHand();
    void preemptionAgreesWithRuns();
    void endlessRunsAreReported();
    void waitsThatLeaveNoEndAreNamed();
    void unknownPreemptionIsReported();
    void preemptionsGivenAreOfSpotNodes();
    void changedPricesAreTheUsers();
    void amountsAreLinear();
    void cheapestIsByTheTotalCost();
    void fastestIsByTheWholeRun();
    void boundsOfRunsAreBelowThem();
};

void TrainingCostTest::trainingCostsByHand()
{
    const PricedRun run = runOf(4, 4); // 16 devices
    BillingOptions options;
    options.amount = 1024 * 1800; // 1800 steps: an hour
    const TrainingCost training_cost = run.trainingCost(options);
    QCOMPARE(training_cost.steps, 1800);
    QCOMPARE(training_cost.amount, 1024 * 1800);
    QCOMPARE(training_cost.nodes, 2);
    QCOMPARE(training_cost.devices, 16);
    QCOMPARE(training_cost.time.value, 3600.0);
    QCOMPARE(training_cost.time_low.value, 1800.0);
    QCOMPARE(training_cost.time_high.value, 7200.0);
    QCOMPARE(training_cost.price->value, 72.0);
    QCOMPARE(training_cost.total->middle.value, 72.0);
    QCOMPARE(training_cost.total->low.value, 36.0);
    QCOMPARE(training_cost.total->high.value, 144.0);
    QCOMPARE(training_cost.per_step->middle.value, 0.04);
    QVERIFY(areClose(training_cost.per_million->middle.value, 72.0 / 1.8432));
    QCOMPARE(training_cost.lines.size(), std::size_t(1));
    QCOMPARE(training_cost.lines.front().basis, Basis::Given); // the weaker of scaled and given
    QCOMPARE(describe(training_cost.lines.front().source),
             std::string("2 nodes at $36.0 per hour, price given with the cluster"));
    QVERIFY(!training_cost.preemptions);
    QCOMPARE(training_cost.preemption_time.value, 0.0);
}

void TrainingCostTest::wholeNodesAreThoseInUse()
{
    const auto priceOf = [](int pipeline_ranks, int data, BilledUnit unit) {
        const PricedRun run = runOf(pipeline_ranks, data);
        return billedPrice(run.problem.cluster, run.plan, unit)->value;
    };
    QCOMPARE(priceOf(1, 1, BilledUnit::Nodes), 36.0);
    QCOMPARE(priceOf(1, 1, BilledUnit::Devices), 4.5);
    QCOMPARE(priceOf(2, 4, BilledUnit::Nodes), 36.0);
    QCOMPARE(priceOf(2, 4, BilledUnit::Devices), 36.0);
    QCOMPARE(priceOf(9, 1, BilledUnit::Nodes), 72.0);
    QCOMPARE(priceOf(9, 1, BilledUnit::Devices), 40.5);
    for (int pipeline_ranks = 1; pipeline_ranks <= 16; ++pipeline_ranks) {
        QVERIFY(priceOf(pipeline_ranks, 1, BilledUnit::Nodes) >= priceOf(pipeline_ranks, 1, BilledUnit::Devices));
    }
    // A pipeline rank with several stages is counted once.
    PricedRun looped = runOf(1, 1);
    looped.plan = uniformPlan({0, 2, 4, 8, 16}, 2, 1, 32, ScheduleKind::Interleaved, 0, 2);
    QCOMPARE(looped.trainingCost({}).devices, 4);
}

void TrainingCostTest::stepsAreWhole()
{
    const PricedRun run = runOf(1, 1);
    const auto stepsOf = [&](std::int64_t amount) {
        BillingOptions options;
        options.amount = amount;
        return run.trainingCost(options).steps;
    };
    QCOMPARE(stepsOf(0), 1); // one step without a run length
    QCOMPARE(stepsOf(1), 1);
    QCOMPARE(stepsOf(1024), 1);
    QCOMPARE(stepsOf(1025), 2);
    QCOMPARE(stepsOf(std::int64_t(1) << 60), std::int64_t(1) << 50);
    PricedRun large = runOf(1, 1);
    large.problem.workload.global_batch = std::int64_t(1) << 40;
    large.problem.workload.sequence = std::int64_t(1) << 30;
    BillingOptions options;
    options.amount = 1'000'000'000'000'000'000;
    QCOMPARE(large.trainingCost(options).steps, 1);
    QVERIFY(large.trainingCost(options).amount > 0);
}

void TrainingCostTest::samplesCountWhereThereAreNoTokens()
{
    std::mt19937 random(1);
    PricedRun run = runOf(1, 1);
    run.problem = problemFor(randomTable(random, 16, false), "1xcpu:1GiB@3.6", 64, 1);
    QCOMPARE(amountOfStep(run.problem), 64);
    BillingOptions options;
    options.amount = 64'000'000;
    const TrainingCost training_cost = run.trainingCost(options);
    QCOMPARE(training_cost.steps, 1'000'000);
    QVERIFY(areClose(training_cost.total->middle.value, 2000));
    QVERIFY(areClose(training_cost.per_million->middle.value, 2000.0 / 64));
}

void TrainingCostTest::withoutAPriceThereIsTimeAlone()
{
    BillingOptions options;
    options.amount = 10240;
    const PricedRun run = runOf(1, 1, "2x8xA30");
    const TrainingCost training_cost = run.trainingCost(options);
    QCOMPARE(training_cost.time.value, 20.0);
    QVERIFY(!training_cost.price && !training_cost.total && !training_cost.per_step && !training_cost.per_million
            && training_cost.lines.empty());
    QVERIFY(!costOfStep(run.problem.cluster, run.plan, Seconds(1)));
}

void TrainingCostTest::estimatesAndTrainingCostsAgree()
{
    std::mt19937 random(4);
    for (const auto& [pipeline_ranks, data] : {std::pair(1, 1), std::pair(3, 2), std::pair(2, 8)}) {
        PricedRun run = runOf(pipeline_ranks, data);
        const auto estimate = estimatePlan(run.problem, run.plan, randomChain(random, 16, false));
        QVERIFY2(estimate, qPrintable(errorOf(estimate)));
        run.estimate = *estimate;
        QVERIFY(areClose(estimate->cost_per_step->value, run.trainingCost({}).per_step->middle.value));
        QVERIFY(areClose(estimate->cost_per_step->value,
                         estimate->step.value * 36 * (pipeline_ranks * data > 8 ? 2 : 1) / 3600));
    }
}

void TrainingCostTest::energyIsItsOwnLine()
{
    PricedRun run = runOf(4, 4);
    BillingOptions options;
    options.amount = 1024 * 1800;
    options.power_per_node = Watts(5000);
    options.energy_price = UsdPerKilowattHour(0.2);
    const TrainingCost training_cost = run.trainingCost(options); // an hour of two nodes with 5 kW
    QCOMPARE(lineOf(training_cost, TrainingCostPart::Computing)->amount.middle.value, 72.0);
    QCOMPARE(lineOf(training_cost, TrainingCostPart::Energy)->amount.middle.value, 2.0);
    QCOMPARE(lineOf(training_cost, TrainingCostPart::Energy)->amount.high.value, 4.0);
    QCOMPARE(training_cost.total->middle.value, 74.0);

    Offer offer = spotOffer(36, std::nullopt);
    offer.kind = OfferKind::Owned;
    offer.power_per_node = Sourced<Watts> {Watts(1000), verbatim("its plate"), ""};
    offer.energy_price = Sourced<UsdPerKilowattHour> {UsdPerKilowattHour(0.5), verbatim("the bill"), ""};
    setOffer(run, offer);
    options.power_per_node.reset();
    options.energy_price.reset();
    QCOMPARE(lineOf(run.trainingCost(options), TrainingCostPart::Energy)->amount.middle.value, 1.0);
    options.unit = BilledUnit::Devices; // all devices are in use
    QCOMPARE(lineOf(run.trainingCost(options), TrainingCostPart::Energy)->amount.middle.value, 1.0);
}

void TrainingCostTest::preemptionByHand()
{
    BillingOptions options;
    options.checkpoint_interval = Seconds(1800);
    options.checkpoint_time = Seconds(0);
    options.restart_time = Seconds(0);
    QCOMPARE(preemptionFactor(PerHour(0), options), 1.0);
    // One interruption per half hour on average: half an hour of work takes (e - 1) times as long.
    QVERIFY(areClose(preemptionFactor(PerHour(2), options), std::exp(1.0) - 1));
    options.restart_time = Seconds(1800);
    QVERIFY(areClose(preemptionFactor(PerHour(2), options), std::exp(1.0) * (std::exp(1.0) - 1)));
    options.checkpoint_time = Seconds(180);
    QVERIFY(areClose(preemptionFactor(PerHour(0), options), 1.1));

    PricedRun run = runOf(4, 4);
    setOffer(run, spotOffer(12, 1)); // each node is interrupted once per hour: one of the two every half hour
    options = {};
    options.amount = 1024 * 1800;
    options.checkpoint_time = options.restart_time = Seconds(0);
    const TrainingCost training_cost = run.trainingCost(options);
    const double extra = std::exp(1.0) - 2;
    QCOMPARE(training_cost.preemptions->value, 2.0);
    QVERIFY(areClose(training_cost.preemption_time.value, 3600 * extra));
    QVERIFY(areClose(training_cost.time.value, 3600 * (1 + extra)));
    QCOMPARE(lineOf(training_cost, TrainingCostPart::Computing)->amount.middle.value, 24.0);
    QVERIFY(areClose(lineOf(training_cost, TrainingCostPart::Preemption)->amount.middle.value, 24 * extra));
    QCOMPARE(lineOf(training_cost, TrainingCostPart::Preemption)->basis, Basis::Analytic);
    QVERIFY(areClose(training_cost.total->high.value, 48 * (1 + extra)));
    QVERIFY(training_cost.notes.empty());
}

// The formula agrees with simulated interruptions: work since the last checkpoint is lost, restarts can fail.
void TrainingCostTest::preemptionAgreesWithRuns()
{
    BillingOptions options;
    options.checkpoint_interval = Seconds(1000);
    options.checkpoint_time = Seconds(100);
    options.restart_time = Seconds(300);
    std::mt19937 random(11);
    for (const double rate : {0.5, 2.0, 4.0}) {
        std::exponential_distribution<> next(rate / 3600);
        const int stretches = 40'000;
        double clock = 0;
        double preemption = next(random);
        const auto lasts = [&](double time) { // false if interrupted
            const bool whole = clock + time <= preemption;
            clock = whole ? clock + time : preemption;
            preemption = whole ? preemption : clock + next(random);
            return whole;
        };
        for (int i = 0; i < stretches; ++i) {
            while (!lasts(1100)) {
                while (!lasts(300)) {}
            }
        }
        const double seen = clock / (1000.0 * stretches);
        const double reported = preemptionFactor(PerHour(rate), options);
        QVERIFY2(std::fabs(seen / reported - 1) < 0.02,
                 qPrintable(QStringLiteral("%1 against %2").arg(seen).arg(reported)));
    }
}

void TrainingCostTest::endlessRunsAreReported()
{
    PricedRun run = runOf(4, 4);
    setOffer(run, spotOffer(12, 3600)); // once per second
    const TrainingCost training_cost = run.trainingCost({});
    QVERIFY(std::isinf(training_cost.time.value));
    QVERIFY(std::isinf(training_cost.total->middle.value));
    QVERIFY(std::isfinite(lineOf(training_cost, TrainingCostPart::Computing)->amount.middle.value));
}

void TrainingCostTest::waitsThatLeaveNoEndAreNamed()
{
    PricedRun run = runOf(4, 4);
    QVERIFY(runFinishes(run.trainingCost({})));
    setOffer(run, spotOffer(12, 0.05));
    QVERIFY(runFinishes(run.trainingCost({})));
    BillingOptions slow;
    slow.restart_time = Seconds(2000 * 3600.0);
    const TrainingCost endless = run.trainingCost(slow);
    QVERIFY(!runFinishes(endless));
    QVERIFY(std::isfinite(endless.time.value)); // finite, although absurdly long
    const WaitsTooLong restart = waitsTooLong(*endless.preemptions, slow);
    QVERIFY(restart.restart && !restart.interval && !restart.checkpoint);
    QVERIFY(areClose(restart.between.value, 3600 / endless.preemptions->value));
    const WaitsTooLong all = waitsTooLong(PerHour(3600), {});
    QVERIFY(all.restart && all.interval && all.checkpoint);
    BillingOptions rare;
    rare.checkpoint_interval = Seconds(2000 * 3600.0);
    const WaitsTooLong interval = waitsTooLong(PerHour(0.05), rare);
    QVERIFY(!interval.restart && interval.interval && !interval.checkpoint);
}

void TrainingCostTest::unknownPreemptionIsReported()
{
    PricedRun run = runOf(4, 4);
    setOffer(run, spotOffer(12, std::nullopt));
    const TrainingCost training_cost = run.trainingCost({});
    QVERIFY(!training_cost.preemptions);
    QCOMPARE(training_cost.lines.size(), std::size_t(1));
    QCOMPARE(training_cost.notes.size(), std::size_t(1));
    QVERIFY(describe(training_cost.notes.front()).find("acme/box:spot") != std::string::npos);
    BillingOptions options;
    options.preemptions_per_node_hour = PerHour(0.1);
    QVERIFY(run.trainingCost(options).notes.empty());
    QCOMPARE(run.trainingCost(options).preemptions->value, 0.2);
}

void TrainingCostTest::preemptionsGivenAreOfSpotNodes()
{
    BillingOptions options;
    options.preemptions_per_node_hour = PerHour(0.1);
    PricedRun run = runOf(4, 4);
    QCOMPARE(run.trainingCost(options).preemptions->value, 0.2); // a price without an offer may be of spot nodes
    Offer offer = spotOffer(12, std::nullopt);
    offer.kind = OfferKind::OnDemand;
    setOffer(run, offer);
    QVERIFY(!run.trainingCost(options).preemptions);
}

void TrainingCostTest::changedPricesAreTheUsers()
{
    PricedRun run = runOf(4, 4);
    setOffer(run, spotOffer(12, 0.1));
    QVERIFY(describe(run.trainingCost({}).lines.front().source).find("acme/box:spot: their list (2026-11-01)")
            != std::string::npos);
    run.group().price_per_node = UsdPerHour(13);
    QVERIFY(describe(run.trainingCost({}).lines.front().source).find("price given with the cluster")
            != std::string::npos);
    QCOMPARE(run.trainingCost({}).price->value, 26.0);
    // Offers of cluster files are used without changes.
    run.group().offer->price_per_node.reset();
    run.group().price_per_node = UsdPerHour(0);
    QVERIFY(describe(run.trainingCost({}).lines.front().source).find("price given with the cluster")
            != std::string::npos);
}

void TrainingCostTest::amountsAreLinear()
{
    std::mt19937 random(5);
    std::uniform_real_distribution<> some(0.01, 10);
    for (int round = 0; round < 200; ++round) {
        PricedRun run = runOf(1 + static_cast<int>(random() % 8), 1 << random() % 2);
        setOffer(run, spotOffer(some(random), some(random) / 100));
        BillingOptions options;
        options.amount = 1024 * static_cast<std::int64_t>(1 + random() % 1000);
        options.unit = round % 2 == 0 ? BilledUnit::Nodes : BilledUnit::Devices;
        const TrainingCost once = run.trainingCost(options);
        QVERIFY(once.total->low <= once.total->middle && once.total->middle <= once.total->high);
        // never less than without interruptions
        QVERIFY(once.time >= run.estimate.step * static_cast<double>(once.steps));

        PricedRun more_expensive = run;
        *more_expensive.group().price_per_node = *more_expensive.group().price_per_node * 3.0;
        QVERIFY(areClose(more_expensive.trainingCost(options).total->middle.value, 3 * once.total->middle.value));
        QCOMPARE(more_expensive.trainingCost(options).time.value, once.time.value);

        BillingOptions longer = options;
        longer.amount *= 7;
        QVERIFY(areClose(run.trainingCost(longer).total->middle.value, 7 * once.total->middle.value));
        QVERIFY(areClose(run.trainingCost(longer).per_million->middle.value, once.per_million->middle.value));

        BillingOptions by_devices = options;
        by_devices.unit = BilledUnit::Devices;
        BillingOptions by_nodes = options;
        by_nodes.unit = BilledUnit::Nodes;
        QVERIFY(run.trainingCost(by_nodes).total->middle >= run.trainingCost(by_devices).total->middle);

        BillingOptions rougher = options;
        rougher.preemptions_per_node_hour = PerHour(run.group().offer->preemptions_per_node_hour->value.value * 2);
        QVERIFY(run.trainingCost(rougher).time > once.time);
    }
}

void TrainingCostTest::cheapestIsByTheTotalCost()
{
    std::mt19937 random(9);
    for (int round = 0; round < 10; ++round) {
        const Problem problem = problemFor(randomTable(random, 9, false), "2x2xcpu:1GiB@2", 8, 1);
        const auto result = searchPlans(problem, CostModel(problem.model, problem.workload, {}));
        QVERIFY2(result, qPrintable(errorOf(result)));
        BillingOptions options;
        options.amount = 8000;
        const auto choices = runChoices(problem, *result, options);
        QVERIFY(choices && choices->cheapest);
        QVERIFY(result->candidates[choices->recommended.candidate].has(Label::Recommended));
        QVERIFY(result->candidates[choices->fastest.candidate].has(Label::Fastest));
        for (const Candidate& candidate : result->candidates) {
            if (candidate.estimate.fits) {
                const TrainingCost training_cost = trainingCostOf(candidate.estimate, candidate.plan, problem, options);
                QVERIFY(training_cost.total->middle >= choices->cheapest->training_cost.total->middle);
            }
        }
        SearchResult none = *result;
        none.candidates.clear();
        QVERIFY(!runChoices(problem, none, options));
    }
}

// The fastest plan is chosen by time to train: the plan on one node has the longer step time, and the shorter run if
// nodes are interrupted often.
void TrainingCostTest::fastestIsByTheWholeRun()
{
    PricedRun one = runOf(8, 1);
    PricedRun two = runOf(8, 2);
    two.estimate.step = one.estimate.step * 0.9;
    SearchResult result;
    for (PricedRun* run : {&one, &two}) {
        run->estimate.fits = true;
        result.candidates.push_back({"stagecraft", {}, run->plan, run->estimate});
    }
    result.candidates[0].labels = {Label::Recommended};
    result.candidates[1].labels = {Label::Fastest};
    result.fastest_bound = two.estimate.step;
    BillingOptions options;
    options.amount = 1'000'000;
    const auto calm = runChoices(one.problem, result, options);
    QCOMPARE(calm->fastest.candidate, std::size_t(1));
    QVERIFY(areClose(calm->time_bound->value, calm->fastest.training_cost.time.value));
    options.preemptions_per_node_hour = PerHour(0.5);
    const auto spot = runChoices(one.problem, result, options);
    QCOMPARE(spot->fastest.candidate, std::size_t(0));
    QVERIFY(spot->fastest.training_cost.time < trainingCostOf(two.estimate, two.plan, two.problem, options).time);
    QVERIFY(spot->time_bound->value < spot->fastest.training_cost.time.value * (1 - 1e-9)); // not proven
}

// Bounds of runs include interruptions and energy like the total cost: no candidate that fits is below them, and if the
// bound of a step is tight, so is that of the run.
void TrainingCostTest::boundsOfRunsAreBelowThem()
{
    std::mt19937 random(11);
    int proven = 0;
    for (int round = 0; round < 20; ++round) {
        const Problem problem = problemFor(randomTable(random, 9, false), "2x2xcpu:1GiB@2", 8, 1);
        const auto result = searchPlans(problem, CostModel(problem.model, problem.workload, {}));
        QVERIFY2(result, qPrintable(errorOf(result)));
        BillingOptions options;
        options.amount = 8000;
        if (round % 2 == 1) {
            options.preemptions_per_node_hour = PerHour(0.2);
            options.power_per_node = Watts(900);
            options.energy_price = UsdPerKilowattHour(0.3);
        }
        const auto choices = runChoices(problem, *result, options);
        QVERIFY(choices && choices->time_bound && choices->cost_bound);
        for (const Candidate& candidate : result->candidates) {
            if (candidate.estimate.fits) {
                const TrainingCost training_cost = trainingCostOf(candidate.estimate, candidate.plan, problem, options);
                QVERIFY(training_cost.time.value >= choices->time_bound->value * (1 - 1e-9));
                QVERIFY(training_cost.total->middle.value >= choices->cost_bound->value * (1 - 1e-9));
            }
        }
        if (round % 2 == 0 && result->provenCheapest()) {
            QVERIFY(choices->cheapest->training_cost.total->middle.value <= choices->cost_bound->value * (1 + 1e-9));
            ++proven;
        }
        options.unit = BilledUnit::Devices; // the search has no bound for it
        QVERIFY(!runChoices(problem, *result, options)->cost_bound);
    }
    QVERIFY(proven > 0);
}

QTEST_GUILESS_MAIN(TrainingCostTest)
#include "tst_trainingcost.moc"
