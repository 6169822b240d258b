// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/userhardware.h"
#include "core/session/useroffers.h"
#include "ui/app/settings.h"
#include "ui/dialogs/dialogs.h"
#include "ui/mainwindow/mainwindow.h"
#include "ui/style/flatstyle.h"
#include "ui/style/theme.h"
#include "ui/words/language.h"
#include "ui/words/messagetext.h"

#include "firstpaint.h"

#include <QApplication>
#include <QCommandLineParser>

#include <algorithm>
#include <csignal>
#include <cstdio>
#include <memory>
#include <string_view>

namespace {

// Help and version work without a display.
bool needsDisplay(int argc, char** argv)
{
    return std::none_of(argv + 1, argv + argc, [](std::string_view argument) {
        return argument == "-h" || argument == "--help" || argument == "-v" || argument == "--version";
    });
}

}

int main(int argc, char** argv)
{
    std::signal(SIGXFSZ, SIG_IGN); // reports a file size limit as an error instead of a crash
    using namespace stagecraft;
    QCoreApplication::setApplicationName(QStringLiteral("stagecraft"));
    QCoreApplication::setApplicationVersion(QStringLiteral(STAGECRAFT_VERSION));
    std::unique_ptr<QCoreApplication> application;
    if (needsDisplay(argc, argv)) {
        QApplication::setStyle(new FlatStyle);
        application = std::make_unique<QApplication>(argc, argv);
        QApplication::setApplicationDisplayName(QStringLiteral("Stagecraft"));
        QApplication::setDesktopFileName(QStringLiteral("org.stagecraft.stagecraft"));
    } else {
        application = std::make_unique<QCoreApplication>(argc, argv);
    }

    Settings settings;
    language::use(language::resolved(settings.value(Setting::Language).toString()));
    QCommandLineParser options;
    options.setApplicationDescription(
        QCoreApplication::translate("main", "Explores plans for training a model on a cluster."));
    options.addHelpOption();
    options.addVersionOption();
    options.addPositionalArgument(
        QStringLiteral("workspace"),
        QCoreApplication::translate("main", "Workspace (*.stagecraft), config.json, layer table or plan to open."),
        QStringLiteral("[FILE]"));
    QCommandLineOption quitOncePainted(QStringLiteral("quit-once-painted")); // for the benchmark of the start time
    quitOncePainted.setFlags(QCommandLineOption::HiddenFromHelp);
    options.addOption(quitOncePainted);
    const QCommandLineOption languageOption(
        QStringLiteral("language"),
        QCoreApplication::translate("main", "Language for this session: %1.")
            .arg((QStringList {QStringLiteral("system")} << language::available()).join(QStringLiteral(", "))),
        QStringLiteral("LANGUAGE"));
    options.addOption(languageOption);
    options.process(*application);
    if (const QString wanted = options.value(languageOption); language::isKnown(wanted)) {
        language::use(language::resolved(wanted));
    } else if (options.isSet(languageOption)) {
        std::fprintf(stderr, "stagecraft: there is no language \"%s\"\n", qPrintable(wanted));
        return 2;
    }

    theme::apply(fromName<Appearance>(settings.value(Setting::Appearance).toString().toStdString())
                     .value_or(Appearance::System));
    WindowDialogs dialogs;
    const auto userHardware = useUserHardware(); // must precede the window, which lists the types and has threads
    const auto userOffers = useUserOffers();
    MainWindow window(settings, dialogs);
    if (options.isSet(quitOncePainted)) {
        new FirstPaint(window);
    }
    window.show();
    if (!userHardware) {
        dialogs.showMessage(
            &window, QCoreApplication::translate("main", "User-defined device types are not loaded"),
            QCoreApplication::translate("main", "%1.\nRepair or move the file, then restart Stagecraft.")
                .arg(errorText(userHardware.error())));
    }
    if (!userOffers) {
        dialogs.showMessage(
            &window, QCoreApplication::translate("main", "User-defined offers are not loaded"),
            QCoreApplication::translate("main", "%1.\nRepair or move the file, then restart Stagecraft.")
                .arg(errorText(userOffers.error())));
    }
    if (const QStringList files = options.positionalArguments(); !files.isEmpty()) {
        window.openPath(files.first());
    }
    return QApplication::exec();
}
