// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
// Rows of the candidates are selected one by one and in ranges, by real clicks.
#include "tests/gui/explorerfixture.h"
#include "ui/mainwindow/candidatespane.h"

#include <QDockWidget>
#include <QTableView>

using namespace stagecraft;

class TestCandidateSelection : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void ctrlClicksSelectSingleRows();
};

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
    click(3, Qt::ControlModifier); // again: it leaves
    QCOMPARE(candidates.selectedCandidates(), (std::vector<int> {0, 1}));
    click(2, Qt::NoModifier);
    QCOMPARE(candidates.selectedCandidates(), std::vector<int> {2});
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
