// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "tests/models/plans.h"
#include "ui/app/planselection.h"

#include <QSignalSpy>
#include <QTest>

using namespace stagecraft;

class TestPlanSelection : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void beginsWithTheRecommended();
    void followsTheRecommendedUntilTheUserPicks();
    void keepsThePickedPlan();
    void keepsThePickedKindWhereThePlanIsGone();
    void whatIsPickedNextIsShownOnce();
    void ignoresWhatIsNotThere();
};

void TestPlanSelection::beginsWithTheRecommended()
{
    PlanSelection selection;
    QCOMPARE(selection.currentIndex(), -1);
    QVERIFY(!selection.current());
    QSignalSpy changed(&selection, &PlanSelection::currentChanged);
    selection.setResult(test::plansFrom("stagecraft - 1 1 4 8 1 \n stagecraft recommended 2 1 3 8 2"));
    QCOMPARE(selection.currentIndex(), 1);
    QCOMPARE(changed.count(), 1);
    // nothing fits and nothing is recommended: the first plan is selected
    selection.setResult(test::plansFrom("stagecraft - 1 1 4 2 1"));
    QCOMPARE(selection.currentIndex(), 0);
    selection.setResult(nullptr);
    QCOMPARE(selection.currentIndex(), -1);
}

void TestPlanSelection::followsTheRecommendedUntilTheUserPicks()
{
    PlanSelection selection;
    selection.setResult(test::plansFrom("stagecraft recommended 2 1 3 8 2 \n stagecraft - 4 1 4 8 1"));
    selection.select(0); // already selected: not a pick
    selection.setResult(test::plansFrom("stagecraft - 2 1 3 8 2 \n stagecraft recommended 4 1 2 8 1"));
    QCOMPARE(selection.currentIndex(), 1);
}

void TestPlanSelection::keepsThePickedPlan()
{
    PlanSelection selection;
    selection.setResult(test::plansFrom(test::fourPlans));
    selection.select(2);
    selection.setResult(test::plansFrom(R"(
        deepspeed-uniform  -            4 1   4.5  8  2.6
        stagecraft         recommended  4 1   3.0  8  2.4
    )"));
    QCOMPARE(selection.currentIndex(), 0);
}

void TestPlanSelection::keepsThePickedKindWhereThePlanIsGone()
{
    PlanSelection selection;
    selection.setResult(test::plansFrom(test::fourPlans));
    selection.select(1); // the fastest, P2 D2
    selection.setResult(test::plansFrom(R"(
        stagecraft  recommended    4 1   3.0  8  2.4
        stagecraft  fastest,front  2 4   5.0  8  1.0
    )"));
    QCOMPARE(selection.currentIndex(), 1);
    selection.setResult(test::plansFrom("stagecraft recommended 4 1 3.0 8 2.4"));
    QCOMPARE(selection.currentIndex(), 0);
}

// The next result selects the requested plan, otherwise the fastest; later results keep that selection as a pick.
void TestPlanSelection::whatIsPickedNextIsShownOnce()
{
    PlanSelection selection;
    const auto plans = test::plansFrom(test::fourPlans);
    selection.pickNext(plans->candidates[3].plan);
    selection.setResult(plans);
    QCOMPARE(selection.currentIndex(), 3);
    selection.select(0);
    selection.setResult(plans);
    QCOMPARE(selection.currentIndex(), 0);
    Plan other = plans->candidates[3].plan;
    other.micro_batches += 1;
    selection.pickNext(other);
    selection.setResult(plans);
    QVERIFY(selection.current()->has(Label::Fastest));
    selection.pickNext(other);
    selection.setResult(test::plansFrom("stagecraft recommended 4 1 3.0 8 2.4")); // contains neither
    selection.setResult(plans);
    QVERIFY(selection.current()->has(Label::Recommended));
    selection.pickNext(plans->candidates[3].plan);
    selection.clear();
    selection.setResult(plans);
    QVERIFY(selection.current()->has(Label::Recommended));
}

void TestPlanSelection::ignoresWhatIsNotThere()
{
    PlanSelection selection;
    selection.select(0);
    selection.setResult(test::plansFrom(test::fourPlans));
    QSignalSpy changed(&selection, &PlanSelection::currentChanged);
    selection.select(-1);
    selection.select(4);
    QCOMPARE(changed.count(), 0);
    selection.select(3);
    selection.select(3);
    QCOMPARE(changed.count(), 1);
    QCOMPARE(selection.current()->plan.stages.size(), std::size_t(1));
}

QTEST_GUILESS_MAIN(TestPlanSelection)
#include "tst_planselection.moc"
