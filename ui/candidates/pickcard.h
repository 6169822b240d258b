// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/candidates/pickwords.h"

#include <QAbstractButton>

namespace stagecraft {

// A star that is filled where its card's aim is the objective, and makes it the objective.
class StarButton : public QAbstractButton {
    Q_OBJECT
public:
    explicit StarButton(QWidget* parent);

    void setFilled(bool filled);
    bool isFilled() const { return m_filled; }
    QSize sizeHint() const override;

protected:
    void keyPressEvent(QKeyEvent* event) override; // Return too
    void paintEvent(QPaintEvent* event) override;

private:
    bool m_filled = false;
};

// The best plan by one aim with its figures: a button that selects the plan, checked while it is selected.
class PickCard : public QAbstractButton {
    Q_OBJECT
public:
    explicit PickCard(QWidget* parent = nullptr);

    void setPick(const PickText& text);
    const PickText& pick() const { return m_text; }
    // The peak beside the title, figures side by side: a pane without room for more.
    void setBrief(bool brief);
    QString figureOfTitle() const; // the peak, where it is brief
    QStringList shownLines() const; // below the title
    StarButton* star() const { return m_star; }

    QSize sizeHint() const override; // of all lines; brief ones are no longer
    QSize minimumSizeHint() const override;
    int heightOf(bool brief, int wide) const; // where it is so wide

protected:
    void nextCheckState() override {} // what is selected is checked, not what was clicked
    void keyPressEvent(QKeyEvent* event) override; // Return too
    void resizeEvent(QResizeEvent* event) override;
    void paintEvent(QPaintEvent* event) override;

private:
    QStringList fullLines() const;
    QStringList briefLines(int wide) const;

    PickText m_text;
    StarButton* m_star;
    bool m_brief = false;
};

}
