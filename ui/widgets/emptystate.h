// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

class QLabel;
class QPushButton;

namespace stagecraft {

// Content of an empty pane: an icon, a title, the next step, and optionally a button.
class EmptyState : public QWidget {
    Q_OBJECT
public:
    explicit EmptyState(const QString& icon, QWidget* parent = nullptr);

    // Without `action` there is no button.
    void say(const QString& title, const QString& words, const QString& action = {});
    QString title() const;
    QPushButton* button() const { return m_button; }

Q_SIGNALS:
    void clicked();

private:
    QLabel* m_title;
    QLabel* m_words;
    QPushButton* m_button;
};

}
