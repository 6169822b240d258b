// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
// Thousands of random user actions: the window stays correct, and its memory constant.
//   soak_actions [COUNT [SEED]]
#include "core/json/codec.h"
#include "core/store/workspace.h"
#include "tests/gui/held.h"
#include "tests/soak/windowactions.h"
#include "ui/mainwindow/layouts.h"
#include "ui/panes/compare/comparepane.h"
#include "ui/panes/partitioners/partitionerspane.h"
#include "ui/panes/profiles/profilespane.h"
#include "ui/panes/sizing/sizingform.h"

#include <nlohmann/json.hpp>

#include <QElapsedTimer>
#include <QPushButton>

#include <cstdio>
#include <fstream>
#include <malloc.h>
#include <optional>
#include <unistd.h>

using namespace stagecraft;
using stagecraft::test::Explorer;
using stagecraft::test::Held;
using stagecraft::test::RandomUser;

namespace {

constexpr int checkEvery = 50;
constexpr int warm = 2000; // actions, after which the memory should not grow
// MiB at rest, independent of the number of actions: searches keep 18 to 32 MiB, depending on earlier problems, without
// a trend.
constexpr double mostMoreInUse = 12;
constexpr int mostMoreObjects = 8; // per class, at rest; objects created on first use exist by then
constexpr qint64 slow = 10'000; // ms
constexpr double mostMoreResident = 64; // MiB at rest: the allocator has fragmentation

int failures = 0;

void expect(bool good, int action, const QString& what)
{
    if (!good) {
        std::fprintf(stderr, "after %d actions: %s\n", action, qPrintable(what));
        ++failures;
    }
}

QtMessageHandler forward = nullptr;

// Treats warnings as failures, except those of the offscreen plugin about windows, and of Qt's spin boxes about an
// empty one with a suffix that is stepped at the end of its range.
void onMessage(QtMsgType type, const QMessageLogContext& context, const QString& text)
{
    const bool known = text.startsWith(QStringLiteral("This plugin does not support"))
        || text.startsWith(QStringLiteral("QLineEdit::setSelection: Invalid start position"));
    if (type == QtWarningMsg && !known) {
        ++failures;
    }
    if (!known) {
        forward(type, context, text);
    }
}

double residentMiB()
{
    malloc_trim(0);
    std::ifstream file("/proc/self/statm");
    double all = 0;
    double resident = 0;
    file >> all >> resident;
    return resident * static_cast<double>(sysconf(_SC_PAGESIZE)) / (1 << 20);
}

// Waits for all results. Restarts a canceled search, which would otherwise never finish.
bool settle(Explorer& explorer)
{
    if (explorer.bench().wasCancelled()) {
        explorer.bench().searchAgain();
    }
    const MainWindow& window = explorer.window;
    return QTest::qWaitFor([&] { return explorer.bench().isUpToDate() && window.timelinePane()->isUpToDate(); },
                           120000);
}

bool isUpToDate(const MainWindow& window)
{
    return window.timelinePane()->isUpToDate() && window.sizingPane()->isUpToDate()
        && window.comparePane()->isUpToDate() && window.partitionersPane()->isUpToDate()
        && window.profilesPane()->isUpToDate();
}

// Shows each pane, because a hidden one keeps its last result: all then show the same problem.
void showEachPane(Explorer& explorer, int action)
{
    MainWindow& window = explorer.window;
    for (QDockWidget* dock : window.findChildren<QDockWidget*>()) {
        dock->show();
        dock->raise();
        QCoreApplication::processEvents();
        expect(QTest::qWaitFor([&] { return explorer.bench().isUpToDate() && isUpToDate(window); }, 120000), action,
               QStringLiteral("%1 does not come up to date").arg(dock->objectName()));
    }
}

struct AtRest {
    Held held;
    double resident = 0; // MiB
};

// Restores the initial state of the window with the initial problem, and returns the memory.
AtRest rest(Explorer& explorer, const PlanningSession& first, int action)
{
    MainWindow& window = explorer.window;
    explorer.bench().edit(first, explorer.bench().newEditId(), QStringLiteral("As at first"));
    explorer.bench().undoStack().clear();
    window.sizingPane()->form()->resetButton()->click(); // the problem excludes what-if values
    for (QWidget* top : QApplication::topLevelWidgets()) {
        if (top != &window && !top->parentWidget()) {
            top->hide();
        }
    }
    for (const auto* look : {"Dark", "Light"}) { // the first change creates the popup of each list
        explorer.action(QLatin1String(look))->trigger();
        QCoreApplication::processEvents();
    }
    window.layouts()->choose(LayoutKind::Explore);
    window.layouts()->restoreDefault();
    showEachPane(explorer, action);
    window.layouts()->restoreDefault();
    window.resize(1400, 880);
    explorer.bench().plans().select(0);
    expect(settle(explorer), action, QStringLiteral("the plans do not come"));
    QTest::qWait(200);
    return {Held::now(), residentMiB()};
}

void checkGrowth(const AtRest& before, const AtRest& after, int action)
{
    std::printf(
        "at rest: %.1f MiB in use and %d objects after %d actions, %.1f and %d after %d; %.1f MiB more resident\n",
        before.held.heap, before.held.count(), warm, after.held.heap, after.held.count(), action,
        after.resident - before.resident);
    expect(after.held.heap < before.held.heap + mostMoreInUse, action,
           QStringLiteral("more and more memory is in use"));
#ifndef __SANITIZE_ADDRESS__ // AddressSanitizer keeps freed memory
    expect(after.resident < before.resident + mostMoreResident, action, QStringLiteral("the memory grows"));
#endif
    for (const auto& [name, count] : after.held.objects) {
        const auto then = before.held.objects.find(name);
        const int more = count - (then == before.held.objects.end() ? 0 : then->second);
        expect(more <= mostMoreObjects, action, QStringLiteral("%1 more of %2").arg(more).arg(QLatin1String(name)));
    }
}

void checkUndo(Explorer& explorer, int action)
{
    QUndoStack& stack = explorer.bench().undoStack();
    const auto before = explorer.bench().document().session();
    const bool undone = stack.canUndo();
    const int steps = 1 + action % 3;
    int back = 0;
    for (; back < steps && stack.canUndo(); ++back) {
        stack.undo();
    }
    for (; back > 0; --back) {
        stack.redo();
    }
    if (undone && before) {
        expect(*before == *explorer.bench().document().session(), action, QStringLiteral("undo and redo differ"));
    }
}

void check(Explorer& explorer, int action)
{
    QElapsedTimer asked;
    asked.start();
    expect(settle(explorer), action, QStringLiteral("the plans do not come"));
    if (const auto session = explorer.bench().document().session(); session && asked.elapsed() > slow) {
        auto problem = encodeJson(session->problem); // so that it can be restored
        problem["model"] = session->problem.model.source;
        std::fprintf(stderr, "after %d actions: %lld s for %s\n", action, asked.elapsed() / 1000,
                     problem.dump().c_str());
    }
    const PlanSelection& plans = explorer.bench().plans();
    const int count = plans.result() ? static_cast<int>(plans.result()->candidates.size()) : 0;
    expect(plans.currentIndex() >= -1 && plans.currentIndex() < count, action,
           QStringLiteral("plan %1 of %2 is selected").arg(plans.currentIndex()).arg(count));
    expect((plans.current() != nullptr) == (plans.currentIndex() >= 0), action, QStringLiteral("no plan is selected"));
    checkUndo(explorer, action);
    expect(!QApplication::activeModalWidget(), action, QStringLiteral("a dialog is left open"));
    expect(!QApplication::activePopupWidget(), action, QStringLiteral("a menu is left open"));
    // A canceled export reports nothing: each message is a failure, except for invalid models while the problem pane is
    // hidden, and for charts without content.
    for (const QString& reported : std::as_const(explorer.dialogs.reported)) {
        const bool expected = reported.startsWith(QStringLiteral("Stagecraft "))
            || reported.startsWith(QStringLiteral("The model could not be read: "))
            || reported.startsWith(QStringLiteral("Nothing to save: "));
        expect(expected, action, QStringLiteral("told: ") + reported);
    }
    explorer.dialogs.reported.clear();
    explorer.dialogs.asked.clear();
}

// Checks the file with another reader after the window was destroyed.
void checkFile(const QString& path, const PlanningSession& session, int action)
{
    const auto workspace = Workspace::open(path.toStdString(), OpenMode::ReadOnly);
    expect(workspace.has_value(), action, QStringLiteral("the workspace does not open"));
    if (workspace) {
        const auto stored = workspace->session();
        expect(stored && *stored && **stored == session, action, QStringLiteral("the file has another question"));
    }
}

void printUndo(QUndoStack& stack)
{
    const int steps = stack.count();
    const double before = Held::now().heap;
    stack.clear();
    std::printf("%.1f MiB for %d steps of undo\n", before - Held::now().heap, steps);
}

void act(RandomUser& user, int action)
{
    const char* const what = user.act();
    QCoreApplication::processEvents();
    if (user.below(8) == 0) {
        QTest::qWait(5);
    }
    if (qEnvironmentVariableIsSet("STAGECRAFT_SOAK_LOUD")) {
        std::fprintf(stderr, "%d %s\n", action, what);
    }
}

void soak(int count, unsigned seed)
{
    QString path;
    std::shared_ptr<const PlanningSession> last;
    {
        Explorer explorer;
        explorer.bench().openExample();
        expect(explorer.waitForPlans(), 0, QStringLiteral("the example has no plans"));
        const PlanningSession first = *explorer.bench().document().session();
        std::optional<AtRest> before;
        RandomUser user(explorer, seed);
        QElapsedTimer time;
        time.start();
        for (int action = 1; action <= count; ++action) {
            act(user, action);
            if (action % checkEvery == 0 || action == count) {
                check(explorer, action);
            }
            if (action == warm && count > warm) {
                before = rest(explorer, first, action);
            }
            if (action % 500 == 0) {
                std::printf("%d actions, %.1f MiB resident, %lld s\n", action, residentMiB(), time.elapsed() / 1000);
                std::fflush(stdout);
            }
        }
        last = explorer.bench().document().session();
        printUndo(explorer.bench().undoStack());
        if (before) {
            checkGrowth(*before, rest(explorer, first, count), count);
            explorer.bench().edit(*last, explorer.bench().newEditId(), QStringLiteral("As before"));
        }
        path = explorer.bench().document().path();
        explorer.window.close();
    }
    expect(last != nullptr, count, QStringLiteral("there is no question"));
    if (last) {
        checkFile(path, *last, count);
    }
}

}

int main(int argc, char** argv)
{
    const test::Home home;
    QApplication application(argc, argv);
    theme::apply(Appearance::Light);
    forward = qInstallMessageHandler(onMessage);
    const QStringList arguments = QApplication::arguments();
    const int count = arguments.size() > 1 ? arguments[1].toInt() : 10000;
    const unsigned seed = arguments.size() > 2 ? arguments[2].toUInt() : 1;
    soak(count, seed);
    std::printf("%d actions, seed %u: %d failures\n", count, seed, failures);
    return failures == 0 ? 0 : 1;
}
