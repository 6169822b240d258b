// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QAbstractButton>

namespace stagecraft {

// A large button with an icon, a title and a muted line below.
class StartCard : public QAbstractButton {
    Q_OBJECT
public:
    StartCard(const QString& icon, const QString& title, const QString& words, QWidget* parent = nullptr);

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

protected:
    void keyPressEvent(QKeyEvent* event) override; // also activates with Return, as in a list
    void paintEvent(QPaintEvent* event) override;

private:
    QString m_words;
};

}
