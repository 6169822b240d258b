// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
// Sizes and searches have one answer to one question.
#include "core/search/search.h"
#include "core/search/sizing.h"
#include "tests/support/chains.h"
#include "tests/support/questions.h"

#include <QTest>

using namespace stagecraft;
using namespace stagecraft::testing;

class SizedPlansTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void provesWithThePlanOfASearch_data();
    void provesWithThePlanOfASearch();
};

void SizedPlansTest::provesWithThePlanOfASearch_data()
{
    QTest::addColumn<SizingQuestion>("what");
    for (const auto& [question, name] : enumNames<SizingQuestion>) {
        if (question != SizingQuestion::Cheapest) { // tst_sizing.cpp
            QTest::newRow(std::string(name).c_str()) << question;
        }
    }
}

// What somebody is told who asks for a plan of the answer.
void SizedPlansTest::provesWithThePlanOfASearch()
{
    QFETCH(SizingQuestion, what);
    for (const Dimensions& vary : {Dimensions {}, Dimensions {Dimension::MicroBatch, Dimension::Zero},
                                   Dimensions {Dimension::Tensor, Dimension::Recompute, Dimension::Schedule}}) {
        Question question = ask("4xA100-80GB", "zoo:gpt?layers=2&hidden=256&heads=4&vocabulary=4000");
        question.problem.constraints.vary = vary;
        SizingRequest request;
        request.question = what;
        request.most = what == SizingQuestion::LargestModel ? 6 : 64; // as there is nothing that memory would limit
        const auto result = sizeProblem(question.problem, request, question.costs);
        QVERIFY2(result && result->best, qPrintable(errorOf(result)));
        const Problem& answer = result->best->problem;
        const auto searched = searchPlans(answer, CostModel(answer.model, answer.workload, {}));
        QVERIFY2(searched, qPrintable(errorOf(searched)));
        if (what != SizingQuestion::Fewest || answer.cluster.devices() == result->best->value) {
            QVERIFY(searched->recommended()->plan == result->best->plan);
            QVERIFY(searched->recommended()->estimate == result->best->estimate);
        }
    }
}

QTEST_GUILESS_MAIN(SizedPlansTest)
#include "tst_sizedplans.moc"
