// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
// Searches on a separate thread: the newest request wins, and no outdated result is delivered.
#include "core/estimate/estimator.h"
#include "core/session/planner.h"
#include "tests/support/chains.h"
#include "tests/support/patience.h"

#include <QElapsedTimer>
#include <QSignalSpy>
#include <QTest>

#include <random>

using namespace stagecraft;
using stagecraft::testing::problemFor;
using stagecraft::testing::randomTable;

namespace {

std::shared_ptr<const PlanningSession> sessionWith(int layers, int devices)
{
    std::mt19937 random(7);
    PlanningSession session;
    session.problem = problemFor(randomTable(random, layers, false), std::to_string(devices) + "xcpu:8GiB", 64, 1);
    return std::make_shared<const PlanningSession>(std::move(session));
}

const auto nothingMeasured = std::make_shared<const Measurements>();

// A session whose search takes long enough to be replaced.
std::shared_ptr<const PlanningSession> longSession()
{
    return sessionWith(400, 256);
}

using Answer = std::shared_ptr<const SearchResult>;

int deepestPlanOf(const Answer& result)
{
    std::size_t depth = 0;
    for (const Candidate& candidate : result->candidates) {
        depth = std::max(depth, candidate.plan.stages.size());
    }
    return static_cast<int>(depth);
}

}

class TestPlanner : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void answersWithTheSearchResult();
    void newestRequestWins();
    void cancelledIsNotAnswered();
    void errorsAreReported();
    void destructionStopsTheSearch();
    void mayBeAskedAgainFromTheAnswer();
    void plansAreOfTheFrameworkThatTheSessionNames();
    void userPlansAreEstimatedWithTheSearch();
    void billingIsNoPartOfTheSearch();
};

void TestPlanner::answersWithTheSearchResult()
{
    Planner planner;
    QSignalSpy planned(&planner, &Planner::planned);
    QSignalSpy busy(&planner, &Planner::busyChanged);
    QVERIFY(!planner.isBusy());
    const auto session = sessionWith(8, 4);
    planner.plan(session, nothingMeasured);
    QVERIFY(planner.isBusy());
    QVERIFY(planned.wait(patient(30'000)));
    QTRY_VERIFY(!planner.isBusy());
    QCOMPARE(busy, (QList<QVariantList> {{true}, {false}}));

    const CostModel costs(session->problem.model, session->problem.workload, {});
    const auto expected = searchPlans(session->problem, costs);
    const auto result = qvariant_cast<Answer>(planned.first().first());
    QCOMPARE(result->candidates, expected->candidates);
    QVERIFY(result->recommended() != nullptr);
}

void TestPlanner::newestRequestWins()
{
    Planner planner;
    QSignalSpy planned(&planner, &Planner::planned);
    QSignalSpy failed(&planner, &Planner::failed);
    planner.plan(longSession(), nothingMeasured);
    for (int devices = 2; devices <= 6; ++devices) {
        planner.plan(sessionWith(8, devices), nothingMeasured);
        QTest::qWait(2);
    }
    QTRY_VERIFY_WITH_TIMEOUT(!planner.isBusy(), patient(30'000));
    QVERIFY(planned.size() >= 1 && failed.isEmpty());
    QCOMPARE(deepestPlanOf(qvariant_cast<Answer>(planned.last().first())), 6);
    const auto before = planned.size();
    QTest::qWait(100);
    QCOMPARE(planned.size(), before);
}

void TestPlanner::cancelledIsNotAnswered()
{
    Planner planner;
    QSignalSpy planned(&planner, &Planner::planned);
    QSignalSpy busy(&planner, &Planner::busyChanged);
    planner.plan(longSession(), nothingMeasured);
    QTest::qWait(10);
    planner.cancel();
    QVERIFY(!planner.isBusy());
    QCOMPARE(busy, (QList<QVariantList> {{true}, {false}}));
    planner.cancel(); // a second call has no effect
    QCOMPARE(busy.size(), 2);
    // The thread can run the next search.
    planner.plan(sessionWith(8, 3), nothingMeasured);
    QVERIFY(planned.wait(patient(30'000)));
    QCOMPARE(deepestPlanOf(qvariant_cast<Answer>(planned.last().first())), 3);
    QCOMPARE(planned.size(), 1);
}

void TestPlanner::errorsAreReported()
{
    Planner planner;
    QSignalSpy failed(&planner, &Planner::failed);
    QSignalSpy planned(&planner, &Planner::planned);
    PlanningSession session;
    session.problem = problemFor(readModel("zoo:vgg16").value(), "4xcpu:8GiB", 8, 1);
    session.problem.workload.sequence = 8; // the image has no pixels left
    planner.plan(std::make_shared<const PlanningSession>(session), nothingMeasured);
    QVERIFY(failed.wait(patient(30'000)));
    QCOMPARE(qvariant_cast<Error>(failed.first().first()).code, ErrorCode::LayerMismatch);
    QVERIFY(planned.isEmpty());
    // An unmeasured model is planned with formulas, and marked as such.
    session.problem.workload.sequence = 64;
    planner.plan(std::make_shared<const PlanningSession>(session), nothingMeasured);
    QVERIFY(planned.wait(patient(30'000)));
    const auto result = qvariant_cast<Answer>(planned.first().first());
    QVERIFY(result->missing && result->missing->analytic == result->missing->layers);
    QCOMPARE(result->candidates.front().estimate.memory_basis, Basis::Analytic);
    QTRY_VERIFY(!planner.isBusy());
}

void TestPlanner::destructionStopsTheSearch()
{
    QElapsedTimer timer;
    {
        Planner planner;
        planner.plan(longSession(), nothingMeasured);
        QTest::qWait(10);
        timer.start();
    }
    QVERIFY2(timer.elapsed() < 2'000, "the search did not stop");
}

void TestPlanner::mayBeAskedAgainFromTheAnswer()
{
    Planner planner;
    int answers = 0;
    connect(&planner, &Planner::planned, this, [&] {
        if (++answers < 3) {
            planner.plan(sessionWith(8, 2 + answers), nothingMeasured);
        }
    });
    QSignalSpy busy(&planner, &Planner::busyChanged);
    planner.plan(sessionWith(8, 2), nothingMeasured);
    QTRY_COMPARE_WITH_TIMEOUT(answers, 3, patient(30'000));
    QTRY_VERIFY(!planner.isBusy());
    QCOMPARE(busy, (QList<QVariantList> {{true}, {false}}));
}

void TestPlanner::plansAreOfTheFrameworkThatTheSessionNames()
{
    PlanningSession session;
    Problem& problem = session.problem;
    problem.model = readModel("zoo:gpt2").value();
    problem.workload.global_batch = 8;
    problem.workload.sequence = 512;
    problem.workload.precision = Precision::Bf16Master;
    problem.cluster = parseCluster("4xH100-80GB").value();
    Planner planner;
    QSignalSpy planned(&planner, &Planner::planned);
    std::set<Bytes> peaks;
    for (const Framework framework : {Framework::Libtorch, Framework::MegatronCore}) {
        problem.constraints.framework = {framework, {}};
        planned.clear();
        planner.plan(std::make_shared<const PlanningSession>(session), nothingMeasured);
        QVERIFY(planned.wait(patient(30'000)));
        const auto expected = searchPlans(problem, CostModel(problem.model, problem.workload, {}));
        QCOMPARE(qvariant_cast<Answer>(planned.first().first())->candidates, expected->candidates);
        peaks.insert(expected->recommended()->estimate.peak);
    }
    QCOMPARE(peaks.size(), 2U);
}

void TestPlanner::userPlansAreEstimatedWithTheSearch()
{
    Planner planner;
    QSignalSpy planned(&planner, &Planner::planned);
    PlanningSession session = *sessionWith(8, 4);
    planner.plan(std::make_shared<const PlanningSession>(session), nothingMeasured);
    QVERIFY(planned.wait(patient(30'000)));
    const auto searched = qvariant_cast<Answer>(planned.last().at(0));

    session.plans = {{"even", uniformPlan({0, 4, 8}, 1, 1, 64, ScheduleKind::OneForwardOneBackward)},
                     {"too long", uniformPlan({0, 4, 9}, 1, 1, 64, ScheduleKind::OneForwardOneBackward)}};
    planner.plan(std::make_shared<const PlanningSession>(session), nothingMeasured);
    QVERIFY(planned.wait(patient(30'000)));
    const auto result = qvariant_cast<Answer>(planned.last().at(0));
    QCOMPARE(result->candidates.size(), searched->candidates.size() + 1);
    QCOMPARE(result->elapsed.value, searched->elapsed.value); // the same search
    const Candidate& own = result->candidates.back();
    QCOMPARE(own.partitioner, std::string(userPartitioner));
    QCOMPARE(own.name, std::string("even"));
    const CostModel costs(session.problem.model, session.problem.workload, {});
    QVERIFY(own.estimate == *estimatePlan(session.problem, session.plans.front().plan, costs));
    const auto refused = qvariant_cast<std::vector<RefusedPlan>>(planned.last().at(1));
    QCOMPARE(refused.size(), std::size_t(1));
    QCOMPARE(refused.front().name, std::string("too long"));
    QCOMPARE(refused.front().error.code, ErrorCode::PlanInvalid);

    session.problem.workload.global_batch = 32; // another search
    planner.plan(std::make_shared<const PlanningSession>(session), nothingMeasured);
    QVERIFY(planned.wait(patient(30'000)));
    QCOMPARE(qvariant_cast<std::vector<RefusedPlan>>(planned.last().at(1)).size(), std::size_t(2));
}

void TestPlanner::billingIsNoPartOfTheSearch()
{
    Planner planner;
    QSignalSpy planned(&planner, &Planner::planned);
    PlanningSession session = *sessionWith(8, 3);
    planner.plan(std::make_shared<const PlanningSession>(session), nothingMeasured);
    QVERIFY(planned.wait(patient(30'000)));
    session.problem.billing.amount = 300'000;
    planner.plan(std::make_shared<const PlanningSession>(session), nothingMeasured);
    QVERIFY(planned.wait(patient(30'000)));
    session.problem.workload.global_batch *= 2;
    planner.plan(std::make_shared<const PlanningSession>(session), nothingMeasured);
    QVERIFY(planned.wait(patient(30'000)));
    const auto result = [&](int index) { return qvariant_cast<Answer>(planned.at(index).first()); };
    QCOMPARE(result(1)->elapsed.value, result(0)->elapsed.value); // the same search
    QVERIFY(result(1)->candidates == result(0)->candidates);
    QVERIFY(result(2)->elapsed.value != result(0)->elapsed.value);
}

QTEST_GUILESS_MAIN(TestPlanner)
#include "tst_planner.moc"
