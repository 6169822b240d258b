// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
// Rows of the candidates are selected one by one and in ranges, by real clicks.
#include "tests/gui/explorerfixture.h"
#include "ui/models/comparedplan.h"
#include "ui/panes/candidates/candidatespane.h"
#include "ui/panes/compare/comparing.h"
#include "ui/words/planrole.h"

#include <QDockWidget>
#include <QTableView>
#include <QToolButton>

using namespace stagecraft;

class TestCandidateSelection : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void ctrlClicksSelectSingleRows();
    void comparedCopiesAreNamedByWhatDiffers();
    void whatIsLeftOutIsNamedAndTheFastestStays();
    void aFrontThatMayHaveGapsSaysSo();
};

namespace {

Candidate plainCandidate(const std::vector<int>& split_points, std::int64_t micro_batch)
{
    Candidate candidate;
    candidate.partitioner = "stagecraft";
    candidate.plan = uniformPlan(split_points, 1, micro_batch, 16 / micro_batch, ScheduleKind::OneForwardOneBackward);
    return candidate;
}

}

void TestCandidateSelection::ctrlClicksSelectSingleRows()
{
    test::Explorer explorer;
    QVERIFY(explorer.openTable());
    const CandidatesPane& candidates = *explorer.window.candidatesPane();
    QTableView* table = candidates.table();
    explorer.field<QDockWidget>("candidatesDock")->raise();
    QTRY_VERIFY(!table->visibleRegion().isEmpty());
    const auto click = [&](int row, Qt::KeyboardModifiers modifiers) {
        const QRect cell = table->visualRect(table->model()->index(row, 0));
        QTest::mouseClick(table->viewport(), Qt::LeftButton, modifiers, cell.center());
    };
    click(1, Qt::NoModifier);
    click(3, Qt::ControlModifier);
    QCOMPARE(candidates.selectedCandidates(), (std::vector<int> {1, 3}));
    QCOMPARE(explorer.bench().plans().currentIndex(), 3);
    click(0, Qt::ControlModifier);
    click(3, Qt::ControlModifier); // a second click deselects
    QCOMPARE(candidates.selectedCandidates(), (std::vector<int> {0, 1}));
    click(2, Qt::NoModifier);
    QCOMPARE(candidates.selectedCandidates(), std::vector<int> {2});
}

void TestCandidateSelection::aFrontThatMayHaveGapsSaysSo()
{
    test::Explorer explorer;
    QVERIFY(explorer.openTable());
    QToolButton* front = nullptr;
    for (QToolButton* chip : explorer.window.candidatesPane()->findChildren<QToolButton*>()) {
        front = chip->text() == QStringLiteral("Pareto-optimal") ? chip : front;
    }
    QVERIFY(front != nullptr && explorer.bench().plans().result());
    QCOMPARE(front->toolTip().contains(QStringLiteral("may be incomplete")),
             !explorer.bench().plans().result()->front_complete);
}

// A plain number after the parallelism would read as another parallel size.
void TestCandidateSelection::comparedCopiesAreNamedByWhatDiffers()
{
    test::Explorer explorer;
    QVERIFY(explorer.openTable());
    Comparing& comparing = explorer.window.comparing();
    comparing.add({plainCandidate({0, 8, 16}, 1), plainCandidate({0, 8, 16}, 2)});
    comparing.add(plainCandidate({0, 7, 16}, 2));
    const auto columns = comparing.comparison().columns;
    QCOMPARE(columns.size(), std::size_t(3));
    const QString degrees = degreesText(columns[0].plan);
    QCOMPARE(QString::fromStdString(columns[0].name), degrees);
    QCOMPARE(QString::fromStdString(columns[1].name), degrees + QStringLiteral(", micro-batch 2"));
    QCOMPARE(QString::fromStdString(columns[2].name), degrees + QStringLiteral(", micro-batch 2 (2)"));
    QCOMPARE(columnHeading(QString::fromStdString(columns[1].name), columns[1].plan), degrees + ", micro-batch 2");
}

void TestCandidateSelection::whatIsLeftOutIsNamedAndTheFastestStays()
{
    test::Explorer explorer;
    QVERIFY(explorer.openTable());
    Comparing& comparing = explorer.window.comparing();
    QString reported;
    connect(&comparing, &Comparing::reported, this, [&reported](const QString& words) { reported = words; });
    std::vector<Candidate> chosen;
    for (int split_point = 4; split_point < 8; ++split_point) {
        chosen.push_back(plainCandidate({0, split_point, 16}, 1));
    }
    Candidate fastest = plainCandidate({0, 8, 16}, 1);
    fastest.labels = {Label::Fastest};
    chosen.push_back(fastest);
    comparing.add(chosen);
    QCOMPARE(comparing.comparison().columns.size(), mostCompared);
    QVERIFY(comparing.has(fastest));
    QVERIFY(!comparing.has(chosen[3]));
    QVERIFY2(reported.contains(QStringLiteral("Not added: ")
                               + comparing.titleOf({degreesText(chosen[3].plan).toStdString(), chosen[3].plan, {}})),
             qPrintable(reported));
}

int main(int argc, char** argv)
{
    const test::Home home;
    QApplication application(argc, argv);
    theme::apply(Appearance::Light);
    TestCandidateSelection test;
    return QTest::qExec(&test, argc, argv);
}
#include "tst_candidateselection.moc"
