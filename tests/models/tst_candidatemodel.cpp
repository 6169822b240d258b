// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "tests/models/plans.h"
#include "ui/models/candidatefilter.h"
#include "ui/models/candidatemodel.h"

#include <QAbstractItemModelTester>
#include <QTest>

using namespace stagecraft;

class TestCandidateModel : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase() { QLocale::setDefault(QLocale(QLocale::English, QLocale::UnitedStates)); }
    void keepsTheRulesOfModels();
    void showsThreeFiguresAndCopiesExactValues();
    void basisIsOfMemoryAndTime();
    void saysWhatDoesNotFit();
    void sortsByNumbers();
    void filtersByEveryWord();
    void filtersByChips_data();
    void filtersByChips();
    void writesCsv();
};

// Through resets with many, few and no rows.
void TestCandidateModel::keepsTheRulesOfModels()
{
    CandidateModel model;
    CandidateFilter filter;
    filter.setSourceModel(&model);
    const QAbstractItemModelTester modelTester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
    const QAbstractItemModelTester filterTester(&filter, QAbstractItemModelTester::FailureReportingMode::QtTest);
    QCOMPARE(model.rowCount(), 0);
    model.setResult(test::plansFrom(test::fourPlans));
    QCOMPARE(model.rowCount(), 4);
    filter.sort(CandidateModel::Step);
    filter.setText(QStringLiteral("P4"));
    model.setResult(test::plansFrom("stagecraft recommended 1 1 1 8 1"));
    QCOMPARE(filter.rowCount(), 0);
    filter.setText({});
    QCOMPARE(filter.rowCount(), 1);
    model.setResult(nullptr);
    QCOMPARE(model.rowCount(), 0);
    QVERIFY(!model.candidate(0));
}

void TestCandidateModel::showsThreeFiguresAndCopiesExactValues()
{
    CandidateModel model;
    model.setResult(test::plansFrom("stagecraft recommended,front 4 2 3.14159 8 2.34567"));
    const auto text = [&](int column, int role = Qt::DisplayRole) {
        return model.index(0, column).data(role).toString();
    };
    QCOMPARE(text(CandidateModel::Plan), QStringLiteral("Recommended"));
    QCOMPARE(text(CandidateModel::Plan, CandidateModel::CopyRole), QStringLiteral("Recommended, on the front"));
    QCOMPARE(text(CandidateModel::Degrees), QStringLiteral("P4 D2"));
    QCOMPARE(text(CandidateModel::Schedule), QStringLiteral("1F1B"));
    QCOMPARE(text(CandidateModel::MicroBatch), QStringLiteral("1 × 8"));
    QCOMPARE(text(CandidateModel::Peak), QStringLiteral("3.14 GiB"));
    QCOMPARE(text(CandidateModel::Peak, CandidateModel::CopyRole), QStringLiteral("3373256577"));
    QVERIFY(text(CandidateModel::Peak, Qt::ToolTipRole).contains(QStringLiteral("3,373,256,577 bytes")));
    QCOMPARE(text(CandidateModel::Step), QStringLiteral("2.35 s"));
    QCOMPARE(text(CandidateModel::Step, CandidateModel::CopyRole), QStringLiteral("2.34567"));
    QCOMPARE(text(CandidateModel::Bubble), QStringLiteral("25.0 %"));
    QVERIFY(text(CandidateModel::Plan, Qt::ToolTipRole).contains(QStringLiteral("Stage 3: layers 9 to 11")));
}

void TestCandidateModel::basisIsOfMemoryAndTime()
{
    const auto textOf = [](Basis memory, Basis time, bool extrapolated, int role = Qt::DisplayRole) {
        auto result = std::make_shared<SearchResult>(*test::plansFrom("stagecraft recommended 2 1 1 8 1"));
        result->candidates.front().estimate.memory_basis = memory;
        result->candidates.front().estimate.time_basis = time;
        result->candidates.front().estimate.extrapolated = extrapolated;
        CandidateModel model;
        model.setResult(result);
        return model.index(0, CandidateModel::Basis).data(role).toString();
    };
    QCOMPARE(textOf(Basis::Measured, Basis::Measured, false), QStringLiteral("measured"));
    QCOMPARE(textOf(Basis::Measured, Basis::Analytic, false), QStringLiteral("measured, time analytic"));
    QCOMPARE(textOf(Basis::Scaled, Basis::Analytic, true), QStringLiteral("scaled, time analytic *"));
    const QString tip = textOf(Basis::Measured, Basis::Analytic, true, Qt::ToolTipRole);
    QVERIFY2(tip.contains("Memory: measured. ") && tip.contains("Time: analytic. ") && tip.contains("beyond"),
             qPrintable(tip));
}

void TestCandidateModel::saysWhatDoesNotFit()
{
    CandidateModel model;
    model.setResult(test::plansFrom(test::fourPlans));
    QVERIFY(model.index(0, 0).data(CandidateModel::FitsRole).toBool());
    QVERIFY(!model.index(3, 0).data(CandidateModel::FitsRole).toBool());
    QCOMPARE(model.index(3, 0).data(CandidateModel::ShareRole).toDouble(), 9.5 / 8);
}

// 12 s comes after 9 s, though its text comes before.
void TestCandidateModel::sortsByNumbers()
{
    CandidateModel model;
    model.setResult(
        test::plansFrom("stagecraft - 1 1 10 16 12 \n stagecraft - 2 1 9 16 9 \n stagecraft - 4 1 0.5 16 100"));
    CandidateFilter filter;
    filter.setSourceModel(&model);
    const auto peaks = [&] {
        QStringList all;
        for (int row = 0; row < filter.rowCount(); ++row) {
            all += filter.index(row, CandidateModel::Peak).data().toString();
        }
        return all.join(u'|');
    };
    QCOMPARE(peaks(), QStringLiteral("10.0 GiB|9.00 GiB|512 MiB"));
    filter.sort(CandidateModel::Step);
    QCOMPARE(peaks(), QStringLiteral("9.00 GiB|10.0 GiB|512 MiB"));
    filter.sort(CandidateModel::Peak);
    QCOMPARE(peaks(), QStringLiteral("512 MiB|9.00 GiB|10.0 GiB"));
}

void TestCandidateModel::filtersByEveryWord()
{
    CandidateModel model;
    model.setResult(test::plansFrom(test::fourPlans));
    CandidateFilter filter;
    filter.setSourceModel(&model);
    filter.setText(QStringLiteral("p4 deep"));
    QCOMPARE(filter.rowCount(), 1);
    QCOMPARE(filter.index(0, 0).data().toString(), QStringLiteral("DeepSpeed uniform"));
    filter.setText(QStringLiteral("front"));
    QCOMPARE(filter.rowCount(), 2);
}

void TestCandidateModel::filtersByChips_data()
{
    QTest::addColumn<bool>("fits");
    QTest::addColumn<bool>("front");
    QTest::addColumn<bool>("baselines");
    QTest::addColumn<int>("rows");
    QTest::newRow("all") << false << false << true << 4;
    QTest::newRow("fits") << true << false << true << 3;
    QTest::newRow("front") << false << true << true << 2;
    QTest::newRow("no baselines") << false << false << false << 3;
    QTest::newRow("fits, no baselines") << true << false << false << 2;
}

void TestCandidateModel::filtersByChips()
{
    QFETCH(bool, fits);
    QFETCH(bool, front);
    QFETCH(bool, baselines);
    CandidateModel model;
    model.setResult(test::plansFrom(test::fourPlans));
    CandidateFilter filter;
    filter.setSourceModel(&model);
    filter.setOnlyFitting(fits);
    filter.setOnlyFront(front);
    filter.setBaselinesShown(baselines);
    QTEST(filter.rowCount(), "rows");
}

void TestCandidateModel::writesCsv()
{
    CandidateModel model;
    model.setResult(test::plansFrom(test::fourPlans));
    CandidateFilter filter;
    filter.setSourceModel(&model);
    filter.setOnlyFront(true);
    QCOMPARE(filter.csv({CandidateModel::Degrees, CandidateModel::Plan, CandidateModel::Peak, CandidateModel::Step}),
             QStringLiteral("Degrees,Plan,Peak (bytes),Step (s)\n"
                            "P4 D1,\"Recommended, balanced, on the front\",3221225472,2.4\n"
                            "P2 D2,\"Fastest, on the front\",5368709120,2\n"));
}

QTEST_GUILESS_MAIN(TestCandidateModel)
#include "tst_candidatemodel.moc"
