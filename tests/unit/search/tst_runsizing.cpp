// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
// The fewest nodes for a budget and a deadline equal those found by trying every number of nodes, and the answer names
// the limit that fewer nodes exceed.
#include "core/base/english.h"
#include "core/hardware/clusterprice.h"
#include "core/search/runchoices.h"
#include "core/search/runlimits.h"
#include "core/search/runsizing.h"
#include "core/search/sizingsentences.h"
#include "core/words/sizing.h"
#include "tests/support/chains.h"

#include <QTest>

#include <cmath>
#include <map>

using namespace stagecraft;
using namespace stagecraft::testing;

namespace {

constexpr int mostNodes = 12;

Problem trainedOn(std::mt19937& random, const char* cluster)
{
    Problem problem = problemFor(randomTable(random, 6, false), cluster, 48, 1);
    problem.billing.amount = 48'000'000;
    return problem;
}

// Lowest total cost within the limits for each number of nodes, over all plans.
std::map<int, Dollars> everyNumber(const Problem& problem, const RunLimits& limits)
{
    std::map<int, Dollars> all;
    for (int nodes = 1; nodes <= mostNodes; ++nodes) {
        Problem part = problem;
        part.cluster.groups.front().nodes = nodes;
        const auto found = searchPlans(part, CostModel(part.model, part.workload, {}));
        for (const Candidate& candidate : found ? found->candidates : std::vector<Candidate>()) {
            const TrainingCost training_cost = trainingCostOf(candidate.estimate, candidate.plan, part, part.billing);
            const bool within = candidate.estimate.fits && (!limits.deadline || training_cost.time <= *limits.deadline)
                && (!limits.budget || training_cost.total->middle <= *limits.budget);
            if (within && (!all.contains(nodes) || training_cost.total->middle < all[nodes].middle)) {
                all[nodes] = *training_cost.total;
            }
        }
    }
    return all;
}

SizingRequest within(std::optional<Usd> budget, std::optional<Seconds> deadline)
{
    SizingRequest request;
    request.goal = SizingGoal::Run;
    request.limits = {budget, deadline};
    request.most = mostNodes;
    return request;
}

Result<SizingResult> sizedRun(const Problem& problem, const SizingRequest& request)
{
    return sizeProblem(problem, request, CostModel(problem.model, problem.workload, {}));
}

}

class TestRunSizing : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void theFewestNodesAreThoseThatTryingAllFinds();
    void whatFewerNodesBreakIsReported();
    void withoutAnAnswerTheNearestIsReported();
    void whatIsMissingIsRefused();
    void withoutAPriceTheCheapestOfferCounts();
    void wideGapsAreHalved();
    void theNodesOfAPlanAreThoseThatItUses();
    void whatFewerNodesTakeIsOfThoseThatThePlanUses();
    void degreesMayNeedMoreNodesThanThereAre();
    void onlyABoundOfCostsProvesTheCheapest();
    void theCheapestClusterKeepsTheLimits();
    void withoutAClusterInTimeTheNearestIsReported();
};

void TestRunSizing::theFewestNodesAreThoseThatTryingAllFinds()
{
    std::mt19937 random(21);
    int answered = 0;
    for (int round = 0; round < 6; ++round) {
        const Problem problem = trainedOn(random, "2x2xcpu:8GiB@3");
        const auto free = sizedRun(problem, within({}, Seconds(1e12)));
        QVERIFY2(free, free ? "" : describe(free.error()).c_str());
        const TrainingCost one = trainingCostOf(*free->best);
        // Limits that one node meets, up to those that many meet, or none.
        for (const double speedup : {0.9, 1.7, 2.6, 4.2, 40.0}) {
            for (const double money : {0.0, 1.02, 1.6}) {
                const RunLimits limits {money > 0 ? std::optional(one.total->middle * money) : std::nullopt,
                                        one.time / speedup};
                const auto result = sizedRun(problem, within(limits.budget, limits.deadline));
                QVERIFY(result.has_value());
                const auto expected = everyNumber(problem, limits);
                QCOMPARE(result->best.has_value(), !expected.empty());
                if (result->best) {
                    ++answered;
                    QCOMPARE(result->best->value, std::int64_t(expected.begin()->first));
                    QVERIFY(trainingCostOf(*result->best).total->middle == expected.begin()->second.middle);
                    QVERIFY(obstacleOf(*result->best, limits) == RunObstacle::None);
                }
            }
        }
    }
    QVERIFY(answered > 30);
}

void TestRunSizing::whatFewerNodesBreakIsReported()
{
    std::mt19937 random(5);
    const Problem problem = trainedOn(random, "1x2xcpu:8GiB@3");
    const TrainingCost one = trainingCostOf(*sizedRun(problem, within({}, Seconds(1e12)))->best);
    const SizingRequest request = within(Usd(one.total->middle * 3.0), one.time / 1.5);
    const auto result = sizedRun(problem, request);
    QVERIFY(result && result->best && result->refused);
    QVERIFY(result->best->value > 1);
    QCOMPARE(result->refused->value, result->best->value - 1);
    QVERIFY(obstacleOf(*result->refused, request.limits) == RunObstacle::Deadline);
    const SizingAnswer answer = sizingAnswer(problem, request, *result);
    QVERIFY(answer.head.says(words::sizing::run_within_both));
    QVERIFY(answer.next->says(words::sizing::run_too_long));
    QVERIFY(answer.run.has_value());
    QVERIFY(describe(withAmounts(answer.head, formatDollars, formatDuration))
                .starts_with("Fewest nodes for the run within $"));
    // The table contains each tried number, in order.
    QCOMPARE(static_cast<std::int64_t>(result->clusters.size()), result->tried);
    for (std::size_t i = 1; i < result->clusters.size(); ++i) {
        QVERIFY(result->clusters[i - 1].cluster.devices() < result->clusters[i].cluster.devices());
    }
}

void TestRunSizing::withoutAnAnswerTheNearestIsReported()
{
    std::mt19937 random(6);
    const Problem problem = trainedOn(random, "1x2xcpu:8GiB@3");
    const SizingRequest hasty = within(Usd(1e9), Seconds(1e-3));
    const auto result = sizedRun(problem, hasty);
    QVERIFY(result && !result->best && result->refused);
    QCOMPARE(result->outcome.kind, OutcomeKind::Infeasible);
    QVERIFY(sizingAnswer(problem, hasty, *result).head.says(words::sizing::no_nodes_within_limits));
    for (const SizedCluster& sized : result->clusters) { // none is nearer to the deadline
        QVERIFY(!sized.plan || trainingCostOf(*sized.plan).time >= trainingCostOf(*result->refused).time);
    }
    Problem small = problem;
    small.cluster.groups.front().device.memory.value = Bytes(1); // these layers need little memory
    const auto none = sizedRun(small, within({}, Seconds(1e12)));
    QVERIFY(none && !none->best && none->refused);
    QVERIFY(sizingAnswer(small, hasty, *none).head.says(words::sizing::nothing_fits));
}

void TestRunSizing::whatIsMissingIsRefused()
{
    std::mt19937 random(7);
    const Problem problem = trainedOn(random, "1x2xcpu:8GiB@3");
    QVERIFY(!sizedRun(problem, within({}, {})));
    QVERIFY(!sizedRun(problem, within(Usd(0), {})));
    QVERIFY(!sizedRun(problem, within({}, Seconds(-1))));
    Problem short_run = problem;
    short_run.billing.amount = 0;
    QVERIFY(!sizedRun(short_run, within({}, Seconds(1e12))));
    Problem unpriced = problem;
    unpriced.cluster = parseCluster("1x2xcpu:8GiB").value();
    // there is no offer for such nodes
    QCOMPARE(sizedRun(unpriced, within(Usd(1), {})).error().code, ErrorCode::PriceUnknown);
    QVERIFY(sizedRun(unpriced, within({}, Seconds(1e12))).has_value()); // a deadline needs no price
    Problem mixed = problem;
    mixed.cluster = parseCluster("1x2xcpu:8GiB@3+1x2xcpu:4GiB@2").value();
    QVERIFY(!sizedRun(mixed, within(Usd(1), {})));
}

// A budget needs no user-defined price: the cheapest on-demand offer applies, and the answer names its provider.
void TestRunSizing::withoutAPriceTheCheapestOfferCounts()
{
    Problem problem = problemFor(readModel("zoo:gpt2-medium").value(), "1x8xH100-80GB", 64, 1);
    problem.workload.sequence = 1024;
    problem.billing.amount = 1'000'000'000;
    const auto book = offers();
    const Offer* cheapest = nullptr;
    for (const KnownOffer& known : offersFor(*book, problem.cluster.groups.front())) {
        const Offer* offer = book->find(known.offer.id(), "H100-80GB", 8);
        if (offer->kind == OfferKind::OnDemand && (!cheapest || hourlyPrice(*offer) < hourlyPrice(*cheapest))) {
            cheapest = offer;
        }
    }
    QVERIFY(cheapest != nullptr);
    const SizingRequest request = within(Usd(1e6), {});
    const auto result = sizedRun(problem, request);
    QVERIFY2(result && result->best, result ? "" : describe(result.error()).c_str());
    QVERIFY(result->best->problem.cluster.groups.front().price_per_node == hourlyPrice(*cheapest));
    const SizingAnswer answer = sizingAnswer(problem, request, *result);
    QVERIFY(answer.price && describe(*answer.price).find(cheapest->id()) != std::string::npos);
    problem.cluster = withOffer(problem.cluster, 0, *cheapest); // chosen by the user: no note
    const auto same = sizedRun(problem, request);
    QVERIFY(same->best->estimate == result->best->estimate);
    QVERIFY(!sizingAnswer(problem, request, *same).price);
}

void TestRunSizing::wideGapsAreHalved()
{
    std::mt19937 random(8);
    Problem problem = trainedOn(random, "1x1xcpu:8GiB@3");
    problem.workload.global_batch = 256;
    problem.billing.amount = 256'000'000;
    problem.constraints.pipeline = 1; // data-parallel: time decreases with each divisor of the batch
    const TrainingCost one = trainingCostOf(*sizedRun(problem, within({}, Seconds(1e12)))->best);
    SizingRequest request = within({}, one.time / 40);
    request.most = 256;
    const auto result = sizedRun(problem, request);
    QVERIFY(result && result->best);
    QVERIFY(result->tried < 30);
    QVERIFY(obstacleOf(*result->best, request.limits) == RunObstacle::None);
    QVERIFY(!result->refused || result->refused->value < result->best->value);
}

// The nodes of a plan are those that it uses: 17 replicas use 17 of up to 24 nodes, and sentence, cluster and cost
// contain 17.
void TestRunSizing::theNodesOfAPlanAreThoseThatItUses()
{
    std::mt19937 random(9);
    Problem problem = trainedOn(random, "1x1xcpu:8GiB@3");
    problem.workload.global_batch = 17;
    problem.billing.amount = 17'000'000;
    problem.constraints.pipeline = 1;
    SizingRequest request = within({}, Seconds(1e-3));
    request.most = 24;
    const auto never = sizedRun(problem, request);
    QVERIFY(never && never->refused);
    QCOMPARE(trainingCostOf(*never->refused).nodes, 17);
    QCOMPARE(never->refused->value, std::int64_t(17));
    QCOMPARE(never->refused->problem.cluster.groups.front().nodes, 17);
    const auto words = describe(sizingAnswer(problem, request, *never).head);
    QVERIFY2(words.find("17 whole nodes") != std::string::npos, words.c_str());
    request.limits.deadline = trainingCostOf(*never->refused).time * 1.01;
    const auto result = sizedRun(problem, request);
    QVERIFY(result && result->best);
    QCOMPARE(result->best->value, std::int64_t(17));
    QCOMPARE(result->best->problem.cluster.groups.front().nodes, 17);
}

// The time for fewer nodes refers to the nodes that the plan uses. 34 replicas meet the deadline. The next smaller
// number, 33, uses 17 of them, on 17 nodes.
void TestRunSizing::whatFewerNodesTakeIsOfThoseThatThePlanUses()
{
    std::mt19937 random(9);
    Problem problem = trainedOn(random, "1x1xcpu:8GiB@3");
    problem.workload.global_batch = 34;
    problem.billing.amount = 34'000'000;
    problem.constraints.pipeline = 1;
    SizingRequest request = within({}, Seconds(1e-3));
    request.most = 34;
    const auto never = sizedRun(problem, request);
    QVERIFY(never && never->refused);
    request.limits.deadline = trainingCostOf(*never->refused).time * 1.01;
    const auto result = sizedRun(problem, request);
    QVERIFY(result && result->best && result->refused);
    QCOMPARE(result->best->value, std::int64_t(34));
    QCOMPARE(result->refused->value, std::int64_t(17));
    QCOMPARE(trainingCostOf(*result->refused).nodes, 17);
    const auto words = describe(*sizingAnswer(problem, request, *result).next);
    QVERIFY2(words.starts_with("With 17 whole nodes the run takes"), words.c_str());
}

void TestRunSizing::degreesMayNeedMoreNodesThanThereAre()
{
    std::mt19937 random(10);
    Problem problem = trainedOn(random, "1x1xcpu:8GiB@3");
    problem.constraints.data = 6;
    const auto result = sizedRun(problem, within(Usd(1e9), {}));
    QVERIFY2(result && result->best, result ? "" : describe(result.error()).c_str());
    QCOMPARE(result->best->value, std::int64_t(6));
    problem.constraints.data = 16; // more than the maximum number of tried nodes
    const auto none = sizedRun(problem, within(Usd(1e9), {}));
    QVERIFY(!none);
    QCOMPARE(none.error().code, ErrorCode::OptionOutOfRange);
}

// Only a bound of costs proves the cheapest plan: the fastest one may be proven while a cheaper one may be missing.
void TestRunSizing::onlyABoundOfCostsProvesTheCheapest()
{
    std::mt19937 random(11);
    const Problem problem = trainedOn(random, "2x2xcpu:8GiB@3");
    auto found = searchPlans(problem, CostModel(problem.model, problem.workload, {}));
    QVERIFY(found && found->labeled(Label::Cheapest) && found->labeled(Label::Fastest));
    found->fastest_bound = found->labeled(Label::Fastest)->estimate.step;
    found->cheapest_bound = *found->labeled(Label::Cheapest)->estimate.cost_per_step * 0.5;
    const auto open = runChoices(problem, *found, problem.billing);
    QVERIFY(open->isFastest(open->fastest.training_cost));
    QVERIFY(!open->isCheapest(open->cheapest->training_cost));
    found->cheapest_bound = found->labeled(Label::Cheapest)->estimate.cost_per_step;
    const auto closed = runChoices(problem, *found, problem.billing);
    QVERIFY(closed->isCheapest(closed->cheapest->training_cost));
    BillingOptions devices = problem.billing;
    devices.unit = BilledUnit::Devices; // its bound is unknown
    const auto unknown = runChoices(problem, *found, devices);
    QVERIFY(!unknown->isCheapest(unknown->cheapest->training_cost));
}

namespace {

SizingRequest cheapestWithin(std::optional<Usd> budget, std::optional<Seconds> deadline)
{
    SizingRequest request = within(budget, deadline);
    request.goal = SizingGoal::Cheapest;
    request.most.reset();
    for (const char* cluster : {"1x2xcpu:8GiB@1", "2x2xcpu:8GiB@3", "4x2xcpu:8GiB@4"}) {
        request.catalogue.push_back(parseCluster(cluster).value());
    }
    return request;
}

// Training costs of all plans on any number of the nodes of these clusters.
std::vector<TrainingCost> allTrainingCosts(const Problem& problem, const std::vector<Cluster>& clusters)
{
    std::vector<TrainingCost> training_costs;
    for (const Cluster& cluster : clusters) {
        for (int nodes = 1; nodes <= cluster.groups.front().nodes; ++nodes) {
            Problem part = problem;
            part.cluster = cluster;
            part.cluster.groups.front().nodes = nodes;
            const auto found = searchPlans(part, CostModel(part.model, part.workload, {}));
            for (const Candidate& candidate : found ? found->candidates : std::vector<Candidate>()) {
                if (candidate.estimate.fits) {
                    training_costs.push_back(trainingCostOf(candidate.estimate, candidate.plan, part, part.billing));
                }
            }
        }
    }
    return training_costs;
}

}

// The cheapest cluster meets the limits; the deadline was once ignored.
void TestRunSizing::theCheapestClusterKeepsTheLimits()
{
    std::mt19937 random(8);
    int other = 0; // another cluster than without limits
    for (int round = 0; round < 5; ++round) {
        const Problem problem = trainedOn(random, "1x2xcpu:8GiB@3");
        const auto free = sizedRun(problem, cheapestWithin({}, {}));
        QVERIFY2(free && free->best, free ? "" : describe(free.error()).c_str());
        const std::vector<TrainingCost> training_costs = allTrainingCosts(problem, cheapestWithin({}, {}).catalogue);
        for (const double speedup : {0.9, 1.5, 2.2, 3.1}) {
            const SizingRequest request = cheapestWithin({}, trainingCostOf(*free->best).time / speedup);
            const auto result = sizedRun(problem, request);
            QVERIFY(result.has_value());
            std::optional<Usd> least;
            for (const TrainingCost& training_cost : training_costs) {
                if (training_cost.time <= *request.limits.deadline) {
                    least = std::min(least.value_or(training_cost.total->middle), training_cost.total->middle);
                }
            }
            QCOMPARE(result->best.has_value(), least.has_value());
            if (least) {
                QVERIFY(obstacleOf(*result->best, request.limits) == RunObstacle::None);
                QVERIFY(std::abs(trainingCostOf(*result->best).total->middle / *least - 1) < 1e-9);
                other += result->best->plan != free->best->plan ? 1 : 0;
                const std::string head = describe(sizingAnswer(problem, request, *result).head);
                QVERIFY2(head.starts_with("Cheapest cluster within "), head.c_str());
            }
        }
    }
    QVERIFY2(other > 3, std::to_string(other).c_str());
}

void TestRunSizing::withoutAClusterInTimeTheNearestIsReported()
{
    std::mt19937 random(9);
    const Problem problem = trainedOn(random, "1x2xcpu:8GiB@3");
    const SizingRequest request = cheapestWithin({}, Seconds(1e-3));
    const auto result = sizedRun(problem, request);
    QVERIFY(result && !result->best && result->refused);
    QCOMPARE(result->outcome.kind, OutcomeKind::Infeasible);
    Seconds shortest(1e300);
    for (const TrainingCost& training_cost : allTrainingCosts(problem, request.catalogue)) {
        shortest = std::min(shortest, training_cost.time);
    }
    QCOMPARE(trainingCostOf(*result->refused).time.value, shortest.value);
    const std::string words = describe(sizingAnswer(problem, request, *result).head);
    int most = 0; // reports the largest tried number: larger ones may meet the limit
    for (const Cluster& cluster : request.catalogue) {
        most = std::max(most, cluster.devices());
    }
    const std::string tried = "the search found no cluster of up to " + std::to_string(most) + " devices that ";
    QVERIFY2(words.starts_with(tried + "meets the deadline: the nearest, "), words.c_str());
    const auto expensive = sizedRun(problem, cheapestWithin(Usd(1e-6), {}));
    QVERIFY(expensive && !expensive->best);
    QVERIFY(describe(sizingAnswer(problem, cheapestWithin(Usd(1e-6), {}), *expensive).head)
                .starts_with(tried + "keeps the run within the limits: the nearest, "));
    // The time of a run without an end is unknown.
    Problem endless = problem;
    endless.billing.amount = 0;
    const auto refused = sizedRun(endless, request);
    QVERIFY(!refused);
    QCOMPARE(refused.error().code, ErrorCode::RunUnending);
}

QTEST_APPLESS_MAIN(TestRunSizing)
#include "tst_runsizing.moc"
