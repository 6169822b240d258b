// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
// The four picks of a search, and the text of their cards.
#include "tests/models/plans.h"
#include "ui/panes/candidates/pickwords.h"

#include <QLocale>
#include <QTest>

using namespace stagecraft;

namespace {

// Least memory 3.0 GiB, balanced 5.0, fastest 7.0; the plan with 9.5 does not fit.
constexpr const char* threeAims = R"(
    stagecraft  recommended,front   4 1   3.0  8  7.0
    stagecraft  balanced,front      2 2   5.0  8  2.4
    stagecraft  fastest,front       1 4   7.0  8  2.0
    stagecraft  -                   1 4   9.5  8  1.8
)";

Problem problemFor(Objective objective)
{
    Problem problem;
    problem.model.sample = SampleKind::Tokens;
    problem.cluster = parseCluster("4xcpu:8GiB").value();
    problem.constraints.objective = objective;
    return problem;
}

PickText textFor(const SearchResult& result, Pick pick, Objective objective = Objective::Memory)
{
    for (const PickText& text : pickTexts(result, problemFor(objective), nullptr)) {
        if (text.pick == pick) {
            return text;
        }
    }
    return {};
}

}

class TestPickWords : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase() { QLocale::setDefault(QLocale(QLocale::English, QLocale::UnitedStates)); }
    void eachAimHasItsPlan();
    void theObjectiveHasTheStar();
    void beyondTwiceTheTimeIsAFactor();
    void theSamePlanIsSaidOnce();
    void costsNeedAPrice();
    void differentDevicesShowTheirShare();
    void nothingThatFitsIsNoPick();
};

void TestPickWords::eachAimHasItsPlan()
{
    const auto result = test::plansFrom(threeAims);
    const auto picks = pickedPlans(*result, problemFor(Objective::Memory));
    QCOMPARE(picks.size(), std::size_t(3)); // no prices
    QCOMPARE(picks[0].candidate, std::size_t(0));
    QCOMPARE(picks[1].candidate, std::size_t(1));
    QCOMPARE(picks[2].candidate, std::size_t(2));
    QCOMPARE(picks[0].slowdown, 3.5);
    const PickText least = textFor(*result, Pick::LeastMemory);
    QCOMPARE(least.peak, QStringLiteral("3.00 GiB"));
    QCOMPARE(least.rate, QStringLiteral("1,170 tokens/s"));
    QCOMPARE(least.spoken,
             QStringLiteral("Least memory, recommended: 3.00 GiB, 1,170 tokens/s, 3.50× the shortest step "
                            "time, no price set"));
}

// The objective determines the star: with another objective the plan with the least memory is still one of the four,
// without a star.
void TestPickWords::theObjectiveHasTheStar()
{
    const auto result = test::plansFrom(R"(
        stagecraft  recommended,fastest,front   1 4   7.0  8  2.0
        stagecraft  front                       4 1   3.0  8  7.0
        stagecraft  balanced,front              2 2   5.0  8  2.4
        stagecraft  -                           4 1   2.0  1  9.0
    )");
    const auto picks = pickedPlans(*result, problemFor(Objective::Throughput));
    QCOMPARE(picks.size(), std::size_t(3));
    QCOMPARE(picks[0].candidate, std::size_t(1)); // not the plan with 2.0 GiB, which does not fit
    QVERIFY(!picks[0].recommended && !picks[1].recommended && picks[2].recommended);
    QVERIFY(!textFor(*result, Pick::LeastMemory, Objective::Throughput).recommended);
    QVERIFY(textFor(*result, Pick::Fastest, Objective::Throughput).recommended);
    for (const auto& [pick, name] : enumNames<Pick>) { // every pick exists
        QVERIFY(!optimizeFor(pick).isEmpty());
    }
}

void TestPickWords::beyondTwiceTheTimeIsAFactor()
{
    QCOMPARE(slowdownWords(1.0), QStringLiteral("shortest step time"));
    QCOMPARE(slowdownWords(1.0000122), QStringLiteral("shortest step time"));
    QCOMPARE(slowdownWords(1.182), QStringLiteral("step time +18.2 %"));
    QCOMPARE(slowdownWords(2.0), QStringLiteral("step time +100 %"));
    QCOMPARE(slowdownWords(3.54), QStringLiteral("3.54× the shortest step time"));
}

void TestPickWords::theSamePlanIsSaidOnce()
{
    const auto result = test::plansFrom("stagecraft recommended,balanced,fastest,front 4 1 3.0 8 2.0");
    const auto picks = pickedPlans(*result, problemFor(Objective::Memory));
    QVERIFY(!picks[0].same_as);
    QVERIFY(picks[1].same_as == Pick::LeastMemory && picks[2].same_as == Pick::LeastMemory);
    QCOMPARE(textFor(*result, Pick::Fastest).change, QStringLiteral("same as least memory"));
    QVERIFY(!picks[2].recommended); // the objective determines the star
}

void TestPickWords::costsNeedAPrice()
{
    auto result = std::make_shared<SearchResult>(*test::plansFrom(threeAims));
    const PickText none = textFor(*result, Pick::Cheapest);
    QCOMPARE(none.candidate, -1);
    QCOMPARE(none.cost, QStringLiteral("no price set"));
    result->candidates[2].estimate.cost_per_step = Usd(0.0125);
    result->candidates[2].labels.push_back(Label::Cheapest);
    QCOMPARE(textFor(*result, Pick::Fastest).cost, QStringLiteral("$0.0125 per step"));
    QCOMPARE(textFor(*result, Pick::Cheapest).candidate, 2);
    QCOMPARE(textFor(*result, Pick::Cheapest).change, QStringLiteral("same as fastest"));
}

// Plans on different devices show their share of capacity, the metric that compares them: the plan with the fewest
// bytes may fill a device more.
void TestPickWords::differentDevicesShowTheirShare()
{
    const auto result = test::plansFrom(threeAims);
    Problem problem = problemFor(Objective::Memory);
    problem.cluster = parseCluster("1x2xA100-80GB+1x2xL40S").value();
    QCOMPARE(pickTexts(*result, problem, nullptr).front().peak,
             QStringLiteral("3.00 GiB, 37.5 % of the fullest device"));
    problem.constraints.measure = PeakMeasure::Bytes;
    QCOMPARE(pickTexts(*result, problem, nullptr).front().peak, QStringLiteral("3.00 GiB"));
}

void TestPickWords::nothingThatFitsIsNoPick()
{
    const auto result = test::plansFrom("stagecraft - 4 1 9.0 8 2.0");
    QVERIFY(pickedPlans(*result, problemFor(Objective::Memory)).empty());
    QVERIFY(pickTexts(*result, problemFor(Objective::Memory), nullptr).empty());
}

QTEST_GUILESS_MAIN(TestPickWords)
#include "tst_pickwords.moc"
