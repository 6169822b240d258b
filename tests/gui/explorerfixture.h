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

// Answers the window's questions: the next file as told, consent as told; and keeps what it said.
class ScriptedDialogs : public Dialogs {
public:
    QString file; // the next answer; empty: the user declines
    bool consent = true;
    int choice = -1; // of several ways to go on; the user declines
    QStringList reported;
    QStringList informed;
    QStringList asked;
    File question; // about the last file

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
        if (!file.isEmpty()) { // prints into it
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

// A home of its own for a test program: settings and workspaces do not meet the user's. Made before the application.
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

// The language of the windows to come: English, or as the test wants it.
struct Speaks {
    inline static QString code = QStringLiteral("en");
    Speaks() { language::use(code); }
};

// A window with scripted dialogs and settings of its own.
struct Explorer {
    Speaks language;
    QTemporaryDir folder;
    ScriptedDialogs dialogs;
    Settings settings {folder.filePath(QStringLiteral("settings.ini"))};
    MainWindow window {settings, dialogs};

    Explorer()
    {
        // The offscreen plugin says this of windows; any other warning is a mistake.
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
    // A new workspace about the table with sixteen layers.
    bool openTable()
    {
        window.openPath(dataFile("sixteen-layers.csv"));
        return waitForPlans();
    }
    // Offscreen no window comes back by itself when the one above it goes.
    void activate()
    {
        window.activateWindow();
        (void)QTest::qWaitFor([this] { return QApplication::activeWindow() == &window; }, 1000);
    }
    // By its text without the mnemonic.
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
