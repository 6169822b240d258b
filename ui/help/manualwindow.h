// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDialog>
#include <QTextBrowser>

class QLineEdit;
class QToolButton;

namespace stagecraft {

// Pages in markdown that are part of the program; links to the web open outside.
class ManualBrowser : public QTextBrowser {
    Q_OBJECT
public:
    explicit ManualBrowser(QWidget* parent = nullptr);

    static bool has(const QUrl& page);

protected:
    QVariant loadResource(int type, const QUrl& name) override;

private:
    void follow(const QUrl& link);
};

// The manual: its pages with links, back and forward, and a search in the page.
class ManualWindow : public QDialog {
    Q_OBJECT
public:
    explicit ManualWindow(QWidget* parent = nullptr);

    // "memory" of docs/manual/memory.md; the contents if there is none.
    void showPage(const QString& name);
    QString page() const; // the name of the page on show
    ManualBrowser* browser() const { return m_browser; }
    QLineEdit* findField() const { return m_find; }
    QToolButton* backButton() const { return m_back; }
    QToolButton* forwardButton() const { return m_forward; }

    // The page of the pane that a widget is in; "index" for none.
    static QString pageOf(const QWidget* widget);

protected:
    void keyPressEvent(QKeyEvent* event) override;

private:
    QToolButton* makeButton(Qt::ArrowType arrow, const QString& name, const QKeySequence& keys);
    void find(bool backwards);
    void showTitle();

    ManualBrowser* m_browser;
    QLineEdit* m_find;
    QToolButton* m_back = nullptr;
    QToolButton* m_forward = nullptr;
};

}
