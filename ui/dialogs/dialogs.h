// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <QStringList>

#include <functional>

class QPrinter;
class QWidget;

namespace stagecraft {

// Dialogs in which the window asks the user for files, a printer or consent. Tests provide another implementation. No
// call blocks: `then` receives the answer and is not called if the user declines.
class Dialogs {
public:
    struct File {
        QString title;
        QString folder;
        QString suggestion; // suggested file name
        QStringList filters; // a saved file's name must end as one of them specifies
    };

    virtual ~Dialogs() = default;

    virtual void askOpenFile(QWidget* parent, const File& file, std::function<void(const QString&)> then) = 0;
    virtual void askSaveFile(QWidget* parent, const File& file, std::function<void(const QString&)> then) = 0;
    virtual void askPrinter(QWidget* parent, const QString& title, std::function<void(QPrinter&)> then) = 0;
    // Shows a warning or an error.
    virtual void showMessage(QWidget* parent, const QString& title, const QString& text) = 0;
    // Shows information without a warning.
    virtual void inform(QWidget* parent, const QString& title, const QString& text) = 0;
    // `action`: label of the button that confirms.
    virtual void confirm(QWidget* parent, const QString& title, const QString& text, const QString& action,
                         std::function<void()> then) = 0;
    // Offers several ways to continue: `then` receives the index in `actions`.
    virtual void choose(QWidget* parent, const QString& title, const QString& text, const QStringList& actions,
                        std::function<void(int)> then) = 0;
};

// The dialogs of the real window.
class WindowDialogs : public Dialogs {
public:
    void askOpenFile(QWidget* parent, const File& file, std::function<void(const QString&)> then) override;
    void askSaveFile(QWidget* parent, const File& file, std::function<void(const QString&)> then) override;
    void askPrinter(QWidget* parent, const QString& title, std::function<void(QPrinter&)> then) override;
    void showMessage(QWidget* parent, const QString& title, const QString& text) override;
    void inform(QWidget* parent, const QString& title, const QString& text) override;
    void confirm(QWidget* parent, const QString& title, const QString& text, const QString& action,
                 std::function<void()> then) override;
    void choose(QWidget* parent, const QString& title, const QString& text, const QStringList& actions,
                std::function<void(int)> then) override;
};

}
