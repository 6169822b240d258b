// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

class QLabel;
class QToolButton;

namespace stagecraft {

class InlineMessage;

// A button that shows and hides the content below it. While closed, a line summarizes the settings or shows an error.
class Disclosure : public QWidget {
    Q_OBJECT
public:
    Disclosure(const QString& title, QWidget* content, QWidget* parent = nullptr); // owns `content`; initially closed

    void setOpen(bool open);
    bool isOpen() const;
    void setSummary(const QString& words);
    void setComplaint(const QString& words); // empty if there is no error
    QToolButton* button() const { return m_button; }

Q_SIGNALS:
    void toggled(bool open);

private:
    void show(bool open);

    QToolButton* m_button;
    QLabel* m_summary;
    InlineMessage* m_message;
    QString m_complaint;
    QWidget* m_content;
};

}
