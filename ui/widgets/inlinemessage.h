// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

class QLabel;

namespace stagecraft {

// An error message next to its field, with an icon. Hidden while empty.
class InlineMessage : public QWidget {
    Q_OBJECT
public:
    explicit InlineMessage(QWidget* parent = nullptr);

    void setText(const QString& text); // empty hides the message
    QString text() const;

protected:
    void changeEvent(QEvent* event) override;

private:
    void setColors();

    QLabel* m_sign;
    QLabel* m_words;
    QString m_text;
};

}
