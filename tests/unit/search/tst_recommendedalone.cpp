// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
// A search for the recommended plan only finds the plan that a whole search recommends, regardless of earlier replays.
#include "core/memory/allocator/replaycache.h"
#include "core/search/search.h"
#include "tests/support/testedproblem.h"

#include <QtTest>

using namespace stagecraft;
using stagecraft::testing::ask;

class TestRecommendedAlone : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void isThatOfAWholeSearch_data();
    void isThatOfAWholeSearch();
};

void TestRecommendedAlone::isThatOfAWholeSearch_data()
{
    QTest::addColumn<QByteArray>("devices");
    QTest::addColumn<Dimensions>("vary");
    QTest::addColumn<Objective>("objective");
    const Dimensions many {Dimension::Tensor, Dimension::MicroBatch, Dimension::Zero, Dimension::Schedule};
    QTest::newRow("cuts alone") << QByteArray("2xA100-80GB") << Dimensions {} << Objective::Memory;
    QTest::newRow("many dimensions") << QByteArray("4xA100-80GB") << many << Objective::Memory;
    QTest::newRow("throughput") << QByteArray("4xA100-80GB") << many << Objective::Throughput;
    QTest::newRow("balanced") << QByteArray("4xA100-80GB") << many << Objective::Balanced; // has no shortcut
}

// The recommended plan equals that of a whole search, on devices that fit no plan up to those that fit most.
void TestRecommendedAlone::isThatOfAWholeSearch()
{
    QFETCH(QByteArray, devices);
    QFETCH(Dimensions, vary);
    QFETCH(Objective, objective);
    ReplayCache kept;
    int infeasible = 0;
    int fewer = 0; // plans besides the recommended one
    const auto compare = [&](std::int64_t mebibytes) {
        auto tested = ask((devices + ':' + QByteArray::number(static_cast<qlonglong>(mebibytes)) + "MiB").constData());
        tested.problem.constraints.vary = vary;
        tested.problem.constraints.objective = objective;
        const auto whole = searchPlans(tested.problem, tested.costs);
        const auto alone = searchPlans(tested.problem, tested.costs, {}, {}, SearchOptions {&kept, true});
        QVERIFY(whole && alone);
        QVERIFY(whole->outcome.kind == alone->outcome.kind);
        QVERIFY(whole->outcome.missing == alone->outcome.missing);
        const Candidate* expected = whole->recommended();
        const Candidate* found = alone->recommended();
        QCOMPARE(found != nullptr, expected != nullptr);
        if (expected != nullptr) {
            QVERIFY(found->plan == expected->plan);
            QVERIFY(found->estimate == expected->estimate);
        }
        fewer += alone->candidates.size() < whole->candidates.size() ? 1 : 0;
        infeasible += whole->outcome.kind == OutcomeKind::Infeasible ? 1 : 0;
    };
    for (std::int64_t mebibytes = 1000; mebibytes <= 6000 && !QTest::currentTestFailed(); mebibytes += 80) {
        compare(mebibytes);
    }
    QVERIFY(infeasible > 0 && infeasible < 63);
    QCOMPARE(fewer > 0, objective != Objective::Balanced);
}

QTEST_APPLESS_MAIN(TestRecommendedAlone)
#include "tst_recommendedalone.moc"
