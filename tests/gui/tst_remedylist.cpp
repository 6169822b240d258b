// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
// If no plan fits, the window offers changes that make one fit; and the defaults of a new problem.
#include "tests/gui/explorerfixture.h"
#include "tests/support/llama70b.h"
#include "tests/support/patience.h"
#include "ui/app/workbench.h"
#include "ui/panes/candidates/candidatespane.h"
#include "ui/panes/candidates/remedylist.h"
#include "ui/panes/candidates/remedywords.h"
#include "ui/panes/problem/problempane.h"

#include <QComboBox>
#include <QLabel>
#include <QPushButton>
#include <QSpinBox>

#include <algorithm>

using namespace stagecraft;

namespace {

// A window with a small model on devices with little memory.
struct Short : test::Explorer {
    bool open()
    {
        bench().newFromModel(QStringLiteral("zoo:gpt?layers=16&hidden=1024&heads=8&vocabulary=8000&positions=512"));
        if (!waitForPlans()) {
            return false;
        }
        Problem problem = bench().document().session()->problem;
        problem.cluster = parseCluster("1x2xA100-40GB:3GiB").value();
        bench().edit(problem, bench().newEditId(), QStringLiteral("Less memory"));
        return waitForPlans() && waitForRemedies();
    }
    bool waitForRemedies()
    {
        return comes([this] { return !bench().isFindingRemedies() && !bench().remedies().empty(); });
    }
    RemedyList& list() { return *window.findChild<RemedyList*>(); }
    const Problem& problem() { return bench().document().session()->problem; }
    // Cancels the search for remedies at its start, since it may end at any moment.
    bool cancelRemedies()
    {
        bool cancelled = false;
        const auto once = QObject::connect(&bench(), &Workbench::remediesChanged, &window, [&] {
            if (bench().isFindingRemedies() && !cancelled) {
                cancelled = true;
                bench().cancelJob(QStringLiteral("remedies"));
            }
        });
        bench().searchAgain();
        const bool ended = comes([&] { return cancelled && !bench().isFindingRemedies(); });
        QObject::disconnect(once);
        return ended && waitForPlans();
    }
    QPushButton* again()
    {
        for (auto* button : list().findChildren<QPushButton*>()) {
            if (button->text() == QStringLiteral("Search again")) {
                return button;
            }
        }
        return nullptr;
    }
    bool fits() { return bench().plans().result()->recommended() != nullptr; }
};

}

class TestRemedyList : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void aClickMakesAPlanFitAndUndoTakesItBack();
    void anotherFrameworkBringsItsTarget();
    void buttonsSayWhatChangesAndWhatItCosts();
    void wordsAreOfOneChangeEach();
    void speedsAreAgainstTheFirst();
    void anotherSessionEndsTheSearchForRemedies();
    void cancelledJobEndsTheSearchForRemedies();
    void cancelledSearchForRemediesIsSearchedAgain();
    void editsAfterACancelledSearchAreNotCancelled();
    void aNewWorkspaceHasNoJobsOfTheOneBefore();
    void newProblemsBeginAsTheirModelIsTrained();
};

void TestRemedyList::aClickMakesAPlanFitAndUndoTakesItBack()
{
    Short explorer;
    QVERIFY(explorer.open());
    QVERIFY(!explorer.fits());
    QVERIFY(explorer.list().isVisible());
    const Problem before = explorer.problem();
    const Remedy first = explorer.bench().remedies().front();
    const int steps = explorer.bench().undoStack().index();
    QTest::mouseClick(explorer.list().buttons().front(), Qt::LeftButton);
    QVERIFY(explorer.problem() == first.problem);
    QCOMPARE(explorer.bench().undoStack().index(), steps + 1);
    QVERIFY(explorer.waitForPlans());
    QVERIFY(explorer.fits());
    QVERIFY(!explorer.list().isVisible());
    // The plan of the remedy is selected, or a faster one, whatever the objective recommends.
    const Candidate* shown = explorer.bench().plans().current();
    QVERIFY(shown != nullptr && shown->estimate.fits);
    QVERIFY(shown->estimate.step <= first.estimate.step * (1 + 1e-9));

    explorer.bench().undoStack().undo();
    QVERIFY(explorer.problem() == before);
    QVERIFY(explorer.waitForPlans());
    QVERIFY(!explorer.fits());
    QVERIFY(explorer.waitForRemedies());
    QVERIFY(explorer.list().isVisible());
}

// A remedy without a framework also removes the export target of the previous framework, which excluded its plans.
void TestRemedyList::anotherFrameworkBringsItsTarget()
{
    Short explorer;
    QVERIFY(explorer.open());
    Problem trained = explorer.problem();
    trained.constraints.framework = FrameworkChoice {Framework::MegatronCore};
    trained.workload.precision = Precision::Bf16Master;
    trained.target = Target::Megatron;
    explorer.bench().edit(trained, explorer.bench().newEditId(), QStringLiteral("Megatron-Core"));
    QVERIFY(explorer.waitForPlans());
    QVERIFY(explorer.waitForRemedies());
    const auto& remedies = explorer.bench().remedies();
    const auto other = std::find_if(remedies.begin(), remedies.end(),
                                    [](const Remedy& remedy) { return remedy.problem.target != Target::Megatron; });
    QVERIFY(other != remedies.end());
    const Remedy chosen = *other;
    QTest::mouseClick(explorer.list().buttons().at(other - remedies.begin()), Qt::LeftButton);
    QVERIFY(explorer.problem() == chosen.problem);
    QVERIFY(explorer.waitForPlans());
    QVERIFY(explorer.fits());
}

void TestRemedyList::buttonsSayWhatChangesAndWhatItCosts()
{
    Short explorer;
    QVERIFY(explorer.open());
    const auto& remedies = explorer.bench().remedies();
    const QList<QPushButton*> buttons = explorer.list().buttons();
    QCOMPARE(buttons.size(), std::ssize(remedies));
    for (qsizetype i = 0; i < buttons.size(); ++i) {
        const Remedy& remedy = remedies[static_cast<std::size_t>(i)];
        QCOMPARE(buttons[i]->text(), remedyText(remedy));
        QVERIFY(buttons[i]->accessibleName().contains(remedyText(remedy)));
        QCOMPARE(buttons[i]->accessibleDescription(), remedyFacts(remedy));
        const auto options = commandOptions(remedy.changes, remedy.problem);
        QVERIFY(options && buttons[i]->toolTip().contains(QString::fromStdString(*options)));
    }
    QVERIFY(remedyFacts(remedies.front()).endsWith(QStringLiteral("tokens/s"))); // the others are compared with it
}

void TestRemedyList::wordsAreOfOneChangeEach()
{
    Remedy remedy;
    remedy.changes = {{RemedyKind::Framework, "megatron-core"}};
    QCOMPARE(remedyText(remedy), QStringLiteral("Framework Megatron-Core"));
    remedy.changes = {{RemedyKind::Framework, "libtorch"}};
    QCOMPARE(remedyText(remedy), QStringLiteral("Generic PyTorch instead of a framework"));
    remedy.changes = {{RemedyKind::Context, "8"}, {RemedyKind::Nodes, "24"}};
    QCOMPARE(remedyText(remedy), QStringLiteral("Context-parallel size 8, on 24 nodes"));
    remedy.changes = {{RemedyKind::Nodes, "24"}};
    QCOMPARE(remedyText(remedy), QStringLiteral("Use 24 nodes"));
}

void TestRemedyList::speedsAreAgainstTheFirst()
{
    Short explorer;
    QVERIFY(explorer.open());
    Remedy remedy = explorer.bench().remedies().front();
    remedy.slowdown = 0.25;
    QVERIFY2(remedyFacts(remedy).endsWith(QStringLiteral("300 % faster than the first")),
             qPrintable(remedyFacts(remedy)));
    remedy.slowdown = 1.5;
    QVERIFY2(remedyFacts(remedy).contains(QStringLiteral("slower than the first")), qPrintable(remedyFacts(remedy)));
    remedy.slowdown = 1;
    QVERIFY(!remedyFacts(remedy).contains(QStringLiteral("first")));
}

void TestRemedyList::anotherSessionEndsTheSearchForRemedies()
{
    Short explorer;
    QVERIFY(explorer.open());
    Workbench& bench = explorer.bench();
    Problem ample = explorer.problem();
    ample.cluster = parseCluster("1x2xA100-40GB").value();
    bool ended = false;
    int found = 0; // remedies of an outdated problem
    connect(&bench, &Workbench::remediesChanged, &explorer.window, [&] {
        if (bench.isFindingRemedies() && !ended) {
            ended = true; // immediately, since the search for remedies may end at any moment
            bench.edit(ample, bench.newEditId(), QStringLiteral("Enough memory"));
            QVERIFY(!bench.isFindingRemedies());
        } else if (ended) {
            found += bench.remedies().empty() ? 0 : 1;
        }
    });
    bench.searchAgain();
    QVERIFY(comes([&] { return ended; }));
    QVERIFY(explorer.waitForPlans());
    QVERIFY(explorer.fits());
    QVERIFY(bench.remedies().empty() && !bench.isFindingRemedies());
    QVERIFY(!explorer.list().isVisible());
    const int row = bench.jobs().rowOf(QStringLiteral("remedies"));
    QVERIFY(row >= 0 && bench.jobs().job(row)->state != JobState::Running);
    QTest::qWait(200); // time for an unexpected late result
    QCOMPARE(found, 0);
}

void TestRemedyList::cancelledJobEndsTheSearchForRemedies()
{
    Short explorer;
    QVERIFY(explorer.open());
    QVERIFY(explorer.cancelRemedies());
    QVERIFY(!explorer.fits());
    QVERIFY(explorer.list().isVisible());
    QVERIFY2(explorer.list().heading().contains(QStringLiteral("canceled")), qPrintable(explorer.list().heading()));
    const int row = explorer.bench().jobs().rowOf(QStringLiteral("remedies"));
    QVERIFY(row >= 0 && explorer.bench().jobs().job(row)->state != JobState::Running);
}

void TestRemedyList::cancelledSearchForRemediesIsSearchedAgain()
{
    Short explorer;
    QVERIFY(explorer.open());
    QVERIFY(explorer.again() == nullptr || !explorer.again()->isVisible());
    QVERIFY(explorer.cancelRemedies());
    QVERIFY(explorer.again() != nullptr);
    QVERIFY(explorer.again()->isVisible() && explorer.again()->isEnabled());
    QVERIFY(explorer.list().buttons().isEmpty());
    QTest::mouseClick(explorer.again(), Qt::LeftButton);
    QVERIFY(explorer.waitForPlans());
    QVERIFY(explorer.waitForRemedies());
    QVERIFY(!explorer.again()->isVisible());
    QCOMPARE(explorer.list().buttons().size(), std::ssize(explorer.bench().remedies()));
    QVERIFY2(!explorer.list().heading().contains(QStringLiteral("canceled")), qPrintable(explorer.list().heading()));
}

void TestRemedyList::editsAfterACancelledSearchAreNotCancelled()
{
    Short explorer;
    QVERIFY(explorer.open());
    QVERIFY(explorer.cancelRemedies());
    QStringList said;
    const auto note = [&] {
        if (explorer.list().isVisible()) {
            said << explorer.list().heading();
        }
    };
    Problem problem = explorer.problem();
    problem.cluster = parseCluster("1x2xA100-40GB:2900MiB").value();
    explorer.bench().edit(problem, explorer.bench().newEditId(), QStringLiteral("Less memory still"));
    connect(&explorer.bench(), &Workbench::searchingChanged, &explorer.window, note); // connected after the list itself
    connect(&explorer.bench(), &Workbench::remediesChanged, &explorer.window, note);
    connect(&explorer.bench(), &Workbench::planStateChanged, &explorer.window, note);
    QVERIFY(explorer.waitForPlans());
    QVERIFY(explorer.waitForRemedies());
    // An edit during the search for remedies cancels it.
    problem.cluster = parseCluster("1x2xA100-40GB:2800MiB").value();
    bool edited = false;
    connect(&explorer.bench(), &Workbench::remediesChanged, &explorer.window, [&] {
        if (explorer.bench().isFindingRemedies() && !edited) {
            edited = true;
            explorer.bench().edit(problem, explorer.bench().newEditId(), QStringLiteral("Less memory still"));
        }
    });
    explorer.bench().searchAgain();
    QVERIFY(comes([&] { return edited && explorer.bench().isUpToDate(); }));
    QVERIFY(explorer.waitForRemedies());
    QVERIFY(!said.isEmpty());
    QVERIFY2(said.filter(QStringLiteral("canceled")).isEmpty(), qPrintable(said.join(u'\n')));
}

void TestRemedyList::aNewWorkspaceHasNoJobsOfTheOneBefore()
{
    Short explorer;
    QVERIFY(explorer.open());
    const JobModel& jobs = explorer.bench().jobs();
    QTRY_VERIFY(jobs.rowOf(QStringLiteral("remedies")) >= 0);
    explorer.bench().newWorkspace();
    QVERIFY(explorer.waitForState(Workbench::PlanState::Empty));
    QCOMPARE(jobs.rowCount(), 0);
}

void TestRemedyList::newProblemsBeginAsTheirModelIsTrained()
{
    test::Explorer explorer;
    const QString path = explorer.path("llama-3.1-70b.json");
    QFile file(path);
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write(QByteArray::fromStdString(stagecraft::testing::llama70bConfig()));
    file.close();
    explorer.window.openPath(path);
    QVERIFY(explorer.waitForPlans());
    const Problem& problem = explorer.bench().document().session()->problem;
    QCOMPARE(problem.workload.precision, Precision::Bf16Master);
    QCOMPARE(problem.workload.sequence, 8192);
    QCOMPARE(problem.workload.global_batch, 256);
    QCOMPARE(problem.cluster.name, std::string("4x8xH100-80GB"));
    QCOMPARE(problem.constraints.framework.name, Framework::MegatronCore);
    QVERIFY(explorer.bench().plans().result()->recommended() != nullptr);
    for (const Dimension dimension : {Dimension::Tensor, Dimension::Sequence, Dimension::Zero, Dimension::Recompute}) {
        QVERIFY(varies(problem.constraints.vary, dimension));
    }
    // The framework is the first field, and visible.
    auto* framework = explorer.field<QComboBox>("framework");
    auto* batch = explorer.field<QSpinBox>("globalBatch");
    QVERIFY(framework->isVisible());
    QCOMPARE(framework->currentText(), QStringLiteral("Megatron-Core"));
    QCOMPARE(framework->accessibleName(), QStringLiteral("Framework"));
    QVERIFY(framework->mapTo(explorer.window.problemPane(), QPoint()).y()
            < batch->mapTo(explorer.window.problemPane(), QPoint()).y());
}

int main(int argc, char** argv)
{
    const test::Home home;
    QApplication application(argc, argv);
    theme::apply(Appearance::Light);
    TestRemedyList test;
    return QTest::qExec(&test, argc, argv);
}
#include "tst_remedylist.moc"
