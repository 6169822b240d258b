// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QToolBar>

class QPushButton;

namespace stagecraft {

class InlineMessage;

// A line below the window's tools that says what is wrong with the workspace as long as it is, and what can be done
// about it: something again, or a copy. Hidden while there is nothing to say.
class NoticeBar : public QToolBar {
    Q_OBJECT
public:
    QString text() const;
    QPushButton* againButton() const { return m_again; }
    QPushButton* copyButton() const { return m_copy; }

protected:
    NoticeBar(const QString& name, const QString& title, const QString& again, QWidget* parent);
    void say(const QString& words); // empty: hide

private:
    InlineMessage* m_words;
    QPushButton* m_again;
    QPushButton* m_copy;
};

}
