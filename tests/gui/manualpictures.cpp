// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
// Renders the pictures of the manual: each pane by itself, on the bundled example. Usage: manualpictures [FOLDER]
#include "tests/gui/explorerfixture.h"
#include "tests/gui/tracescene.h"
#include "tests/support/patience.h"
#include "ui/panes/compare/comparepane.h"
#include "ui/panes/partitioners/partitionerspane.h"
#include "ui/panes/profiles/profilespane.h"
#include "ui/panes/sizing/sizingpane.h"
#include "ui/panes/timeline/timelinepane.h"
#include "ui/panes/validation/validationpane.h"
#include "ui/panes/validation/validationresults.h"

#include <QComboBox>
#include <QDir>
#include <QDockWidget>
#include <QTableView>

#include <cstdio>

using namespace stagecraft;

namespace {

// Shows one dock alone in the window.
void showAlone(MainWindow& window, const QString& name, QSize size)
{
    for (QDockWidget* dock : window.findChildren<QDockWidget*>()) {
        dock->setVisible(dock->objectName() == name + QStringLiteral("Dock"));
    }
    window.resize(size);
    QTest::qWait(150);
    window.resize(size); // minimum width without the panes that were visible before
    QTest::qWait(150);
}

bool savePane(MainWindow& window, const QString& pane, const QString& folder)
{
    const QString path = QStringLiteral("%1/%2.png").arg(folder, pane);
    const bool good = window.findChild<QWidget*>(pane + QStringLiteral("Pane"))->grab().save(path);
    if (!good) {
        std::fprintf(stderr, "cannot write %s\n", qPrintable(path));
    }
    return good;
}

// Uses a separate window, because the picture shows another model.
bool recordedRunPicture(const QString& folder)
{
    test::Explorer explorer;
    if (!test::openRecordedRun(explorer.window)) {
        return false;
    }
    showAlone(explorer.window, QStringLiteral("memory"), {860, 560});
    QTest::qWait(150);
    return explorer.window.memoryPane()->grab().save(folder + QStringLiteral("/memory-run.png"));
}

bool chooseRuns(ValidationPane& pane)
{
    const int index = pane.runsField()->findText(QStringLiteral("nanotron_150"));
    pane.runsField()->setCurrentIndex(index);
    Q_EMIT pane.runsField()->activated(index);
    const bool good = comes([&] { return !pane.isBusy() && !pane.isEmptyShown(); });
    pane.results()->runs()->selectRow(1);
    return good;
}

bool render(const QString& folder)
{
    QDir().mkpath(folder);
    test::Explorer explorer;
    explorer.bench().openExample();
    bool good = explorer.waitForPlans();
    MainWindow& window = explorer.window;
    const auto picture = [&](const char* pane, QSize size) {
        showAlone(window, QLatin1String(pane), size);
        good = savePane(window, QLatin1String(pane), folder) && good;
    };
    picture("problem", {320, 760});
    picture("candidates", {860, 420});
    picture("tradeoff", {620, 480});
    picture("memory", {720, 360});
    good = recordedRunPicture(folder) && good;
    showAlone(window, QStringLiteral("timeline"), {860, 460});
    good = comes([&] { return !window.timelinePane()->isEmptyShown(); }) && good;
    picture("timeline", {860, 460});
    picture("stages", {820, 460});
    showAlone(window, QStringLiteral("sizing"), {900, 620});
    good = comes([&] { return window.sizingPane()->isUpToDate(); }) && good;
    picture("sizing", {900, 620});
    showAlone(window, QStringLiteral("partitioners"), {860, 760});
    good = comes([&] { return window.partitionersPane()->isUpToDate(); }) && good;
    picture("partitioners", {860, 760});
    for (const std::size_t candidate : {0, 1, 2}) {
        window.comparing().add(Candidate(explorer.bench().plans().result()->candidates.at(candidate)));
    }
    showAlone(window, QStringLiteral("compare"), {860, 1000});
    good = explorer.waitForPlans() && comes([&] { return window.comparePane()->isUpToDate(); }) && good;
    picture("compare", {860, 1000});
    picture("plan", {460, 700});
    picture("jobs", {420, 380});
    for (const bool model : {false, true}) {
        showAlone(window, QStringLiteral("profiles"), {860, 560});
        good = comes([&] { return window.profilesPane()->isUpToDate(); }) && good;
        window.profilesPane()->showModel(model);
        QTest::qWait(150);
        good = savePane(window, model ? QStringLiteral("model") : QStringLiteral("measurements"), folder) && good;
    }
    showAlone(window, QStringLiteral("validation"), {860, 640});
    good = chooseRuns(*window.validationPane()) && good;
    picture("validation", {860, 640});
    return good;
}

}

int main(int argc, char** argv)
{
    const test::Home home;
    QApplication application(argc, argv);
    theme::apply(Appearance::Light);
    return render(argc > 1 ? QString::fromLocal8Bit(argv[1]) : QStringLiteral(SCREENSHOT_FOLDER "/manual")) ? 0 : 1;
}
