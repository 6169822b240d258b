// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
// While a problem has no result, because its search runs or was canceled, all earlier results are grayed in every pane.
#include "core/hardware/cluster.h"
#include "core/model/model.h"
#include "tests/gui/explorerfixture.h"
#include "tests/gui/grayed.h"
#include "tests/support/busytime.h"
#include "tests/support/patience.h"
#include "ui/app/sizingjob.h"
#include "ui/panes/candidates/candidatespane.h"
#include "ui/panes/candidates/pickcards.h"
#include "ui/panes/memory/memorypane.h"
#include "ui/panes/plan/planpane.h"
#include "ui/panes/sizing/sizinganswers.h"
#include "ui/panes/sizing/sizingpane.h"
#include "ui/panes/stages/stagespane.h"
#include "ui/panes/timeline/timelinepane.h"
#include "ui/panes/tradeoff/tradeoffpane.h"
#include "ui/widgets/staleoverlay.h"

#include <QComboBox>
#include <QDockWidget>
#include <QElapsedTimer>
#include <QLabel>
#include <QStatusBar>

using namespace stagecraft;
using stagecraft::test::isGray;

namespace {

// Returns all visible text that is not grayed.
QStringList wordsOfNow(const QWidget& widget)
{
    QStringList words;
    for (const QLabel* label : widget.findChildren<QLabel*>()) {
        if (label->isVisible() && !label->text().isEmpty() && !isGray(*label)) {
            words << label->text();
        }
    }
    return words;
}

// Returns the texts that rate plans.
QStringList claims(const QWidget& widget)
{
    static const QRegularExpression claim(QStringLiteral(
        "proven|No plan|none that|[Ff]astest|[Ll]eanest|[Rr]ecommended|peaks at|configurations|\\d GiB"));
    return wordsOfNow(widget).filter(claim);
}

// A window with GPT-3 on 1,024 devices and Megatron-Core, which takes seconds to search.
struct Unanswered {
    test::Explorer explorer;
    MainWindow& window = explorer.window;
    Workbench& bench = explorer.bench();
    QWidget& status = *window.statusBar();

    // Changes the problem to a new one.
    void ask() { edit(another()); }
    void edit(const Problem& problem) { bench.edit(problem, bench.newEditId(), QStringLiteral("Much to search")); }
    Problem another()
    {
        Problem problem = bench.document().session()->problem;
        problem.model = readModel("zoo:gpt3-175b").value();
        problem.cluster = parseCluster("128x8xH100-80GB").value();
        problem.workload.precision = Precision::Bf16Master;
        problem.workload.sequence = problem.model.default_sequence;
        problem.workload.global_batch = 1536 * ++m_asked;
        problem.constraints.framework.name = Framework::MegatronCore;
        problem.constraints.vary = {Dimension::Tensor, Dimension::Sequence,  Dimension::MicroBatch,
                                    Dimension::Zero,   Dimension::Recompute, Dimension::Schedule};
        return problem;
    }
    QList<std::pair<const char*, Pane*>> panes()
    {
        return {{"tradeoffDock", window.tradeoffPane()}, {"planDock", window.planPane()},
                {"memoryDock", window.memoryPane()},     {"stagesDock", window.stagesPane()},
                {"timelineDock", window.timelinePane()}, {"candidatesDock", window.candidatesPane()}};
    }
    // Opens a pane with another plan and other axes, as a waiting user does.
    void lookAt(const char* dock)
    {
        m_pick = m_pick == Pick::Fastest ? Pick::LeastMemory : Pick::Fastest;
        bench.plans().select(window.candidatesPane()->picks()->card(m_pick)->pick().candidate);
        auto* axis = window.tradeoffPane()->findChild<QComboBox*>();
        axis->setCurrentIndex((axis->currentIndex() + 1) % axis->count());
        Q_EMIT axis->activated(axis->currentIndex());
        explorer.field<QDockWidget>(dock)->raise();
        QTest::qWait(StaleOverlay::patience + 60); // time for the overlay to appear
    }
    // Claims of a pane and of the status bar; on a busy machine gray may come a moment later.
    QStringList claimsOf(const Pane& pane, bool answered)
    {
        QStringList found;
        (void)QTest::qWaitFor([&] {
            found = claims(pane) + claims(status);
            return found.isEmpty() != answered;
        });
        return found;
    }
    // Claims of all panes; `Searching` requires a running search.
    enum class State { Answered, Searching, Cancelled };
    QString claimsOfAll(State state)
    {
        const bool searching = state == State::Searching;
        QStringList all;
        for (const auto& [dock, pane] : panes()) {
            for (int tries = 0; tries < 10; ++tries) {
                if (searching && !bench.isSearching()) {
                    ask();
                }
                lookAt(dock);
                const QStringList found = claimsOf(*pane, state == State::Answered);
                if (!searching || bench.isSearching()) {
                    all << (found.isEmpty() ? QStringList() : QStringList {QLatin1String(dock)} + found);
                    break;
                }
                all << (tries == 9 ? QStringList {QStringLiteral("no search takes long enough")} : QStringList());
            }
        }
        return all.join(u'\n');
    }

private:
    Pick m_pick = Pick::LeastMemory;
    int m_asked = 0;
};

}

class TestUnanswered : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void outdatedPlansAreGray();
    void outdatedSizesAreGray();
};

void TestUnanswered::outdatedPlansAreGray()
{
    Unanswered it;
    it.window.openPath(test::dataFile("configs/gpt2.json"));
    QVERIFY(it.explorer.waitForPlans());
    QVERIFY(!it.claimsOfAll(Unanswered::State::Answered).isEmpty()); // while the plans are current
    const Problem problem = it.another();
    test::BusyTime busy;
    QElapsedTimer clock;
    clock.start();
    it.edit(problem);
    while (!isGray(*it.window.candidatesPane()->table()) && clock.elapsed() < 5000) {
        QApplication::processEvents(QEventLoop::AllEvents, 5);
    }
    QVERIFY(isGray(*it.window.candidatesPane()->table()));
    qInfo() << "gray after" << clock.elapsed() << "ms; longest work of the window" << busy.longest() << "ms";
    QVERIFY(busy.longest() + StaleOverlay::patience < 100); // processor time, so that other programs do not matter
    QVERIFY(it.bench.isSearching());
    QVERIFY(wordsOfNow(it.status).join(u' ').contains(QStringLiteral("Searching")));
    QCOMPARE(it.claimsOfAll(Unanswered::State::Searching), QString());
    it.ask();
    const auto before = it.bench.plans().result();
    it.explorer.action(QStringLiteral("Cancel search"))->trigger();
    QVERIFY(!it.bench.isSearching());
    QCOMPARE(it.claimsOfAll(Unanswered::State::Cancelled), QString());
    QVERIFY(wordsOfNow(*it.window.candidatesPane()).join(u' ').contains(QStringLiteral("The search was canceled")));
    QVERIFY(wordsOfNow(it.status).join(u' ').contains(QStringLiteral("Search canceled")));
    QVERIFY(it.bench.plans().result() == before && it.bench.jobs().job(0)->log.isEmpty());
    // Plans become current again when the search is repeated.
    it.bench.searchAgain();
    QVERIFY(it.explorer.waitForPlans());
    QVERIFY(!it.claimsOfAll(Unanswered::State::Answered).isEmpty());
}

void TestUnanswered::outdatedSizesAreGray()
{
    Unanswered it;
    it.window.openPath(test::dataFile("sixteen-layers.csv"));
    QVERIFY(it.explorer.waitForPlans());
    it.explorer.field<QDockWidget>("sizingDock")->raise();
    SizingPane& pane = *it.window.sizingPane();
    QTRY_VERIFY(!pane.visibleRegion().isEmpty());
    QTRY_VERIFY_WITH_TIMEOUT(pane.isUpToDate(), patient(240000));
    const auto answers = [&] { return wordsOfNow(*pane.answers()); };
    const QStringList before = answers();
    QVERIFY(!before.isEmpty() && wordsOfNow(pane).contains(pane.summary()));
    it.ask();
    const auto nothingOfBefore = [&](const QString& instead) {
        const QStringList words = answers() + QStringList {pane.summary()};
        return std::all_of(words.begin(), words.end(),
                           [&](const QString& each) { return each.contains(instead, Qt::CaseInsensitive); });
    };
    QTRY_VERIFY2(nothingOfBefore(QStringLiteral("searching")), qPrintable(answers().join(u'\n')));
    QVERIFY(!pane.isUpToDate());
    it.bench.cancelJob(SizingJob::id());
    QVERIFY(pane.isUpToDate());
    QTest::qWait(300); // time for an unexpected result to appear
    QTRY_VERIFY2(nothingOfBefore(QStringLiteral("canceled")), qPrintable(answers().join(u'\n')));
    it.bench.cancelSearch();
}

int main(int argc, char** argv)
{
    const test::Home home;
    QApplication application(argc, argv);
    theme::apply(Appearance::Light);
    TestUnanswered test;
    return QTest::qExec(&test, argc, argv);
}
#include "tst_unanswered.moc"
