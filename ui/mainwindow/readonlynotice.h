// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QToolBar>

class QPushButton;

namespace stagecraft {

class Document;
class InlineMessage;

// A line below the window's tools that says why the workspace is only read, and what can be done about it. Hidden while
// it can be edited.
class ReadOnlyNotice : public QToolBar {
    Q_OBJECT
public:
    explicit ReadOnlyNotice(QWidget* parent = nullptr);

    void follow(const Document& document);
    QString text() const;
    QPushButton* againButton() const { return m_again; }
    QPushButton* copyButton() const { return m_copy; }

private:
    InlineMessage* m_words;
    QPushButton* m_again;
    QPushButton* m_copy;
};

}
