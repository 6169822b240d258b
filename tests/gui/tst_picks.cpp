// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
// The four picks above the candidates, and the question for the objective.
#include "tests/gui/explorerfixture.h"
#include "tests/gui/settled.h"
#include "ui/panes/candidates/candidatespane.h"
#include "ui/panes/candidates/objectivebar.h"
#include "ui/panes/candidates/pickcards.h"

#include <QAccessible>
#include <QComboBox>
#include <QLineEdit>
#include <QPushButton>
#include <QToolButton>
#include <QUndoStack>

#include <tuple>

using namespace stagecraft;

namespace {

struct Picker : test::Explorer {
    PickCards* picks = window.candidatesPane()->picks();
    ObjectiveBar* bar = window.candidatesPane()->findChild<ObjectiveBar*>();

    PickCard* card(Pick pick) const { return picks->card(pick); }
    const Candidate& candidateOf(Pick pick)
    {
        return bench().plans().result()->candidates[static_cast<std::size_t>(card(pick)->pick().candidate)];
    }
    Objective objective() { return bench().document().session()->problem.constraints.objective; }
    bool setCluster(const QString& cluster)
    {
        auto* line = field<QLineEdit>("cluster");
        line->setFocus();
        line->selectAll();
        QTest::keyClicks(line, cluster);
        QTest::keyClick(line, Qt::Key_Return);
        return waitForPlans();
    }
};

}

class TestPicks : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void aCardSelectsItsPlan();
    void theNameSaysTheNumbers();
    void aStarMakesTheObjective();
    void theFieldAnswersTheQuestionToo();
    void everyCardHasItsStar();
    void aNewWorkspaceIsAskedOnce();
    void theAnswerIsTheObjective_data();
    void theAnswerIsTheObjective();
    void cardsGoSideBySideAsFarAsThereIsRoom();
    void largeLettersKeepEveryNumber();
    void aLowWindowKeepsEveryFigure();
    void withoutAPlanThatFitsThereAreNone();
};

void TestPicks::aCardSelectsItsPlan()
{
    Picker picker;
    QVERIFY(picker.openTable());
    QVERIFY(picker.picks->isVisible());
    QVERIFY(picker.card(Pick::LeastMemory)->isChecked()); // the recommended plan is selected first
    for (const Pick pick : {Pick::Fastest, Pick::LeastMemory, Pick::Balanced}) {
        QTest::mouseClick(picker.card(pick), Qt::LeftButton, {}, QPoint(20, picker.card(pick)->height() / 2));
        QCOMPARE(picker.bench().plans().currentIndex(), picker.card(pick)->pick().candidate);
        QVERIFY(picker.card(pick)->isChecked());
    }
    QVERIFY(picker.candidateOf(Pick::Fastest).has(Label::Fastest));
    QVERIFY(!picker.card(Pick::Fastest)->isChecked());
    picker.activate();
    picker.card(Pick::Fastest)->setFocus(Qt::TabFocusReason);
    QTest::keyClick(picker.card(Pick::Fastest), Qt::Key_Return);
    QCOMPARE(picker.bench().plans().currentIndex(), picker.card(Pick::Fastest)->pick().candidate);
    // The cards follow the selection of another view.
    picker.bench().plans().select(picker.card(Pick::LeastMemory)->pick().candidate);
    QVERIFY(picker.card(Pick::LeastMemory)->isChecked() && !picker.card(Pick::Fastest)->isChecked());
    QVERIFY(!picker.card(Pick::Cheapest)->isEnabled()); // no price is set
}

void TestPicks::theNameSaysTheNumbers()
{
    Picker picker;
    QVERIFY(picker.openTable());
    const PickText text = picker.card(Pick::Fastest)->pick();
    const QString name = QAccessible::queryAccessibleInterface(picker.card(Pick::Fastest))->text(QAccessible::Name);
    for (const QString& part : {text.title, text.peak, text.rate, text.change, text.cost}) {
        QVERIFY2(!part.isEmpty() && name.contains(part), qPrintable(name));
    }
    QVERIFY(QAccessible::queryAccessibleInterface(picker.card(Pick::LeastMemory))
                ->text(QAccessible::Name)
                .contains(QStringLiteral("recommended")));
}

void TestPicks::aStarMakesTheObjective()
{
    Picker picker;
    QVERIFY(picker.openTable());
    QVERIFY(picker.card(Pick::LeastMemory)->star()->isFilled());
    QTest::mouseClick(picker.card(Pick::Fastest)->star(), Qt::LeftButton);
    QVERIFY(picker.waitForPlans());
    QVERIFY(picker.objective() == Objective::Throughput);
    QVERIFY(picker.card(Pick::Fastest)->star()->isFilled() && !picker.card(Pick::LeastMemory)->star()->isFilled());
    QVERIFY(picker.bench().plans().result()->recommended()->has(Label::Fastest));
    QCOMPARE(picker.field<QComboBox>("objective")->currentData().toInt(), static_cast<int>(Objective::Throughput));
    picker.bench().undoStack().undo();
    QVERIFY(picker.waitForPlans());
    QVERIFY(picker.objective() == Objective::Memory && picker.card(Pick::LeastMemory)->star()->isFilled());
}

// A new workspace asks for the objective until it is set, by the bar or by the field.
void TestPicks::theFieldAnswersTheQuestionToo()
{
    Picker picker;
    QVERIFY(picker.openTable());
    picker.bench().newFromModel(QStringLiteral("zoo:gpt?layers=4&hidden=256&heads=4&vocabulary=4000"));
    QVERIFY(picker.waitForPlans());
    QVERIFY(picker.bench().asksObjective());
    Problem problem = picker.bench().document().session()->problem;
    problem.constraints.objective = Objective::Throughput;
    picker.bench().edit(problem, picker.bench().newEditId(), QStringLiteral("Objective"));
    QVERIFY(!picker.bench().asksObjective());
}

void TestPicks::everyCardHasItsStar()
{
    Picker picker;
    QVERIFY(picker.openTable());
    QVERIFY(picker.setCluster(QStringLiteral("4xcpu:8GiB@2")));
    const std::tuple<Pick, Objective, Label> aims[] {{Pick::Balanced, Objective::Balanced, Label::Balanced},
                                                     {Pick::Fastest, Objective::Throughput, Label::Fastest},
                                                     {Pick::Cheapest, Objective::Cost, Label::Cheapest},
                                                     {Pick::LeastMemory, Objective::Memory, Label::Recommended}};
    for (const auto& [pick, objective, label] : aims) {
        const auto plan = picker.candidateOf(pick).plan;
        StarButton* star = picker.card(pick)->star();
        QVERIFY(star->isVisible() && !star->isFilled() && !star->accessibleName().isEmpty());
        QTest::mouseClick(star, Qt::LeftButton);
        QVERIFY(picker.waitForPlans());
        QVERIFY(picker.objective() == objective);
        QVERIFY(star->isFilled());
        for (const auto& [other, name] : enumNames<Pick>) {
            QCOMPARE(picker.card(other)->star()->isFilled(), other == pick);
        }
        const Candidate& recommended = *picker.bench().plans().result()->recommended();
        QVERIFY(recommended.has(label));
        QVERIFY(recommended.plan == plan); // as the card showed before
        QCOMPARE(picker.field<QComboBox>("objective")->currentData().toInt(), static_cast<int>(objective));
    }
}

void TestPicks::aNewWorkspaceIsAskedOnce()
{
    Picker picker;
    QVERIFY(picker.openTable());
    QVERIFY(picker.bar->isVisible());
    QVERIFY(!picker.bar->button(Objective::Cost)->isVisible()); // there are no prices
    QTest::mouseClick(picker.bar->closeButton(), Qt::LeftButton);
    QVERIFY(!picker.bar->isVisible());
    QVERIFY(picker.objective() == Objective::Memory);
    const QString path = picker.path("kept.stagecraft");
    picker.bench().saveAs(path);
    QTRY_COMPARE(picker.bench().document().path(), path);
    QVERIFY(picker.waitForPlans());
    QVERIFY(!picker.bar->isVisible());
    // A reopened workspace does not ask again; the next new one does.
    picker.bench().openWorkspace(path);
    QVERIFY(picker.waitForPlans());
    QVERIFY(!picker.bar->isVisible());
    picker.bench().newFromModel(test::dataFile("sixteen-layers.csv"));
    QTRY_VERIFY(picker.bar->isVisible());
}

void TestPicks::theAnswerIsTheObjective_data()
{
    QTest::addColumn<int>("objective");
    QTest::addColumn<int>("pick");
    QTest::newRow("fastest") << static_cast<int>(Objective::Throughput) << static_cast<int>(Pick::Fastest);
    QTest::newRow("balanced") << static_cast<int>(Objective::Balanced) << static_cast<int>(Pick::Balanced);
}

void TestPicks::theAnswerIsTheObjective()
{
    QFETCH(int, objective);
    QFETCH(int, pick);
    Picker picker;
    QVERIFY(picker.openTable());
    QTest::mouseClick(picker.bar->button(static_cast<Objective>(objective)), Qt::LeftButton);
    QVERIFY(!picker.bar->isVisible());
    QVERIFY(picker.waitForPlans());
    QVERIFY(picker.objective() == static_cast<Objective>(objective));
    QVERIFY(picker.card(static_cast<Pick>(pick))->star()->isFilled());
}

void TestPicks::cardsGoSideBySideAsFarAsThereIsRoom()
{
    Picker picker;
    QVERIFY(picker.openTable());
    PickCards deck(picker.bench());
    const int wide = picker.card(Pick::LeastMemory)->sizeHint().width();
    const auto columnsAt = [&](int width) {
        deck.resize(width, 600);
        deck.show();
        return deck.columns();
    };
    QCOMPARE(columnsAt(6 * wide), 4);
    const int low = deck.sizeHint().height();
    QCOMPARE(deck.card(Pick::LeastMemory)->y(), deck.card(Pick::Cheapest)->y());
    QCOMPARE(columnsAt(3 * wide), 2);
    QVERIFY(deck.sizeHint().height() > low);
    QVERIFY(deck.card(Pick::Fastest)->y() > deck.card(Pick::Balanced)->y());
    QCOMPARE(deck.card(Pick::Fastest)->x(), deck.card(Pick::LeastMemory)->x());
    QCOMPARE(columnsAt(wide), 1);
    for (const auto& [pick, name] : enumNames<Pick>) { // all cards are visible
        QVERIFY(deck.rect().contains(deck.card(pick)->geometry()));
    }
}

// If the columns have space for the cards, no line of a card is clipped.
void TestPicks::largeLettersKeepEveryNumber()
{
    Picker picker;
    QVERIFY(picker.openTable());
    QFont large = picker.window.font();
    large.setPointSizeF(large.pointSizeF() * 2);
    PickCards deck(picker.bench());
    deck.setFont(large);
    for (const int width : {1900, 1000, 640}) {
        deck.resize(width, 900);
        deck.show();
        for (const auto& [pick, name] : enumNames<Pick>) {
            const PickCard* card = deck.card(pick);
            QVERIFY2(card->width() >= card->sizeHint().width()
                         && card->height() >= card->heightOf(false, card->width()),
                     qPrintable(QString::number(width)));
        }
    }
}

// Cards in a window of 1280 by 720 show peak, throughput, change and cost.
void TestPicks::aLowWindowKeepsEveryFigure()
{
    Picker picker;
    picker.window.resize(1280, 680);
    QVERIFY(picker.openTable());
    QVERIFY(picker.setCluster(QStringLiteral("4xcpu:8GiB@2")));
    QVERIFY(test::settle(picker.window));
    for (const auto& [pick, name] : enumNames<Pick>) {
        const PickCard* card = picker.card(pick);
        const QString shown = card->figureOfTitle() + card->shownLines().join(u' ');
        for (const QString& figure : {card->pick().peak, card->pick().rate, card->pick().change, card->pick().cost}) {
            QVERIFY2(shown.contains(figure), qPrintable(shown));
        }
    }
}

void TestPicks::withoutAPlanThatFitsThereAreNone()
{
    Picker picker;
    QVERIFY(picker.openTable());
    QVERIFY(picker.setCluster(QStringLiteral("1xcpu:1GiB")));
    QVERIFY(!picker.bench().plans().result()->recommended());
    QVERIFY(!picker.picks->isVisible() && !picker.bar->isVisible());
    QVERIFY(picker.setCluster(QStringLiteral("4xcpu:8GiB@2")));
    QVERIFY(picker.picks->isVisible());
    QVERIFY(picker.card(Pick::Cheapest)->isEnabled());
    QVERIFY2(picker.card(Pick::Cheapest)->pick().cost.contains(u'$'),
             qPrintable(picker.card(Pick::Cheapest)->pick().cost));
}

int main(int argc, char** argv)
{
    const test::Home home;
    QApplication application(argc, argv);
    theme::apply(Appearance::Light);
    TestPicks test;
    return QTest::qExec(&test, argc, argv);
}
#include "tst_picks.moc"
