// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tests/support/patience.h"
#include "ui/app/settings.h"
#include "ui/dialogs/dialogs.h"
#include "ui/mainwindow/mainwindow.h"
#include "ui/style/flatstyle.h"
#include "ui/style/theme.h"
#include "ui/words/language.h"

#include <QAction>
#include <QApplication>
#include <QLocale>
#include <QPrinter>
#include <QRegularExpression>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QTest>

#include <functional>
#include <memory>

namespace stagecraft::test {

// Dialogs with scripted answers; they record the messages of the window.
class ScriptedDialogs : public Dialogs {
public:
    QString file; // next answer; empty: the user declines
    bool consent = true;
    int choice = -1; // next answer to several ways to continue; -1: the user declines
    QStringList reported;
    QStringList informed;
    QStringList asked;
    File question; // last question about a file

    void askOpenFile(QWidget*, const File& question, std::function<void(const QString&)> then) override
    {
        answer(question, then);
    }
    void askSaveFile(QWidget*, const File& question, std::function<void(const QString&)> then) override
    {
        answer(question, then);
    }
    void askPrinter(QWidget*, const QString& title, std::function<void(QPrinter&)> then) override
    {
        asked << title;
        if (!file.isEmpty()) { // prints into the file
            QPrinter printer;
            printer.setOutputFormat(QPrinter::PdfFormat);
            printer.setOutputFileName(file);
            then(printer);
        }
    }
    void showMessage(QWidget*, const QString& title, const QString& text) override
    {
        reported << title + QStringLiteral(": ") + text;
    }
    void inform(QWidget*, const QString& title, const QString& text) override
    {
        informed << title + QStringLiteral(": ") + text;
    }
    void confirm(QWidget*, const QString& title, const QString&, const QString&, std::function<void()> then) override
    {
        asked << title;
        if (consent) {
            then();
        }
    }

    void choose(QWidget*, const QString& title, const QString&, const QStringList& actions,
                std::function<void(int)> then) override
    {
        asked << title;
        if (choice >= 0 && choice < actions.size()) {
            then(choice);
        }
    }

private:
    void answer(const File& question, const std::function<void(const QString&)>& then)
    {
        asked << question.title;
        this->question = question;
        if (!file.isEmpty()) {
            then(file);
        }
    }
};

// Temporary home folder of a test program, which keeps settings and workspaces apart from the user's. Create it before
// the application.
class Home {
public:
    Home()
    {
        qputenv("HOME", m_folder.path().toLocal8Bit());
        qputenv("XDG_RUNTIME_DIR", m_folder.path().toLocal8Bit());
        qputenv("STAGECRAFT_TEST_MODE", "1");
        QStandardPaths::setTestModeEnabled(true);
        QLocale::setDefault(QLocale(QLocale::English, QLocale::UnitedStates));
        QApplication::setStyle(new FlatStyle);
        QApplication::setApplicationName(QStringLiteral("stagecraft"));
        QApplication::setApplicationVersion(QStringLiteral("0.1.0"));
    }
    QString path(const QString& name) const { return m_folder.filePath(name); }

private:
    QTemporaryDir m_folder;
};

inline QString dataFile(const char* name)
{
    return QStringLiteral(TEST_DATA "/") + QLatin1String(name);
}

// Sets the language of new windows: English, or the language of the test.
struct Speaks {
    inline static QString code = QStringLiteral("en");
    Speaks() { language::use(code); }
};

// A window with scripted dialogs and temporary settings.
struct Explorer {
    Speaks language;
    QTemporaryDir folder;
    ScriptedDialogs dialogs;
    Settings settings {folder.filePath(QStringLiteral("settings.ini"))};
    MainWindow window {settings, dialogs};

    Explorer()
    {
        // Expected warning of the offscreen plugin; any other warning is a failure.
        QTest::failOnWarning(QRegularExpression(
            QStringLiteral("^(?!This plugin does not support (propagateSizeHints|raise|grabbing))")));
        window.resize(1400, 880);
        window.show();
        QVERIFY(QTest::qWaitForWindowExposed(&window));
    }

    Workbench& bench() { return window.workbench(); }
    QString path(const char* name) const { return folder.filePath(QLatin1String(name)); }
    bool waitForPlans()
    {
        return comes([this] { return bench().isUpToDate() && bench().planState() == Workbench::PlanState::Planned; });
    }
    bool waitForState(Workbench::PlanState state)
    {
        return comes([this, state] { return bench().isUpToDate() && bench().planState() == state; });
    }
    // Opens a new workspace with the table of sixteen layers.
    bool openTable()
    {
        window.openPath(dataFile("sixteen-layers.csv"));
        return waitForPlans();
    }
    // Activates the window; the offscreen platform does not when the window above it closes.
    void activate()
    {
        window.activateWindow();
        (void)QTest::qWaitFor([this] { return QApplication::activeWindow() == &window; }, 1000);
    }
    // Finds an action by its text without the mnemonic.
    QAction* action(const QString& text)
    {
        for (QAction* action : window.findChildren<QAction*>()) {
            if (action->text().remove(u'&') == text) {
                return action;
            }
        }
        return nullptr;
    }
    template <typename Widget>
    Widget* field(const char* name)
    {
        return window.findChild<Widget*>(QLatin1String(name));
    }
};

}
