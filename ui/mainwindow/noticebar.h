// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QToolBar>

class QPushButton;

namespace stagecraft {

class InlineMessage;

// Notice below the toolbar about a problem of the workspace, with buttons to retry or to save a copy. Hidden if there
// is no problem.
class NoticeBar : public QToolBar {
    Q_OBJECT
public:
    QString text() const;
    QPushButton* againButton() const { return m_again; }
    QPushButton* copyButton() const { return m_copy; }

protected:
    NoticeBar(const QString& name, const QString& title, const QString& again, QWidget* parent);
    void say(const QString& words); // empty hides the notice

private:
    InlineMessage* m_words;
    QPushButton* m_again;
    QPushButton* m_copy;
};

}
