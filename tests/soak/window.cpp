// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
// The window that tst_soak kills: opens a workspace (creates it if missing), profiles through the dialog as a user
// does, and exits with 0 when everything is measured.
//   soak_window WORKSPACE MODEL MICRO-BATCHES
#include "core/base/english.h"
#include "core/exchange/defaultproblem.h"
#include "core/exchange/planfile.h"
#include "core/store/workspace.h"
#include "tests/gui/explorerfixture.h"
#include "ui/app/profilerunner.h"
#include "ui/app/workbench.h"
#include "ui/dialogs/profiledialog.h"

#include <QLineEdit>

#include <cstdio>

using namespace stagecraft;

namespace {

constexpr int patience = 60'000; // ms

int giveUp(const QString& reason)
{
    std::fprintf(stderr, "soak_window: %s\n", qPrintable(reason));
    return 1;
}

// Prepares a workspace with the model; keeps an existing one.
Result<void> prepare(const std::string& path, const std::string& source)
{
    auto workspace = Workspace::openOrCreate(path);
    if (!workspace) {
        return failure(workspace.error());
    }
    const auto problem = workspace->problem();
    if (!problem || *problem) {
        return problem ? Result<void>() : failure(problem.error());
    }
    const auto model = readModel(source);
    return model ? workspace->setSession({defaultProblem(*model, std::nullopt)}) : failure(model.error());
}

bool startProfile(MainWindow& window, const QString& micro_batches)
{
    window.showProfileDialog();
    auto* dialog = window.findChild<ProfileDialog*>();
    auto* field = dialog != nullptr ? dialog->findChild<QLineEdit*>() : nullptr;
    if (field == nullptr) {
        return false;
    }
    field->selectAll();
    QTest::keyClicks(field, micro_batches);
    QTest::keyClick(dialog, Qt::Key_Return);
    return QTest::qWaitFor([&] { return window.workbench().profile().isRunning(); }, patience);
}

}

int main(int argc, char** argv)
{
    QApplication::setStyle(new FlatStyle);
    QApplication application(argc, argv);
    QApplication::setApplicationName(QStringLiteral("stagecraft"));
    const QStringList arguments = QApplication::arguments();
    if (arguments.size() != 4) {
        return giveUp(QStringLiteral("WORKSPACE MODEL MICRO-BATCHES"));
    }
    const QString& workspace = arguments[1];
    if (const auto prepared = prepare(workspace.toStdString(), arguments[2].toStdString()); !prepared) {
        return giveUp(QString::fromStdString(describe(prepared.error())));
    }

    test::ScriptedDialogs dialogs;
    Settings settings(workspace + QStringLiteral(".settings"));
    MainWindow window(settings, dialogs);
    window.show();
    window.openPath(workspace);
    const Document& document = window.workbench().document();
    if (!QTest::qWaitFor([&] { return document.session() && window.workbench().canProfile(); }, patience)) {
        return giveUp(QStringLiteral("the workspace does not open: ") + dialogs.reported.join(u' '));
    }
    if (document.isReadOnly()) {
        return giveUp(QStringLiteral("the workspace opens for reading only"));
    }
    if (!startProfile(window, arguments[3])) {
        return giveUp(QStringLiteral("the profile does not begin"));
    }
    const ProfileRunner& profile = window.workbench().profile();
    QObject::connect(&profile, &ProfileRunner::runningChanged, &application, &QApplication::quit);
    QApplication::exec();
    return profile.unfinished() ? giveUp(QStringLiteral("the profile ended early: ") + dialogs.reported.join(u' ')) : 0;
}
