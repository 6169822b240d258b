// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDialog>
#include <QTextBrowser>

class QLineEdit;
class QToolButton;

namespace stagecraft {

// Markdown pages that are bundled with the program; web links open in the browser.
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

    // Shows docs/manual/NAME.md, such as "memory". Shows the contents page if there is none.
    void showPage(const QString& name);
    QString page() const; // name of the current page
    ManualBrowser* browser() const { return m_browser; }
    QLineEdit* findField() const { return m_find; }
    QToolButton* backButton() const { return m_back; }
    QToolButton* forwardButton() const { return m_forward; }

    // Returns the page of the pane that contains a widget; "index" if there is none.
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
