// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/panes/candidates/pickwords.h"

#include <QAbstractButton>

namespace stagecraft {

// A star that sets the objective of its card; filled if that is the current objective.
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

// The best plan for one objective: a button that selects the plan and is checked while the plan is selected.
class PickCard : public QAbstractButton {
    Q_OBJECT
public:
    explicit PickCard(QWidget* parent = nullptr);

    void setPick(const PickText& text);
    const PickText& pick() const { return m_text; }
    // Compact form for low panes: the peak next to the title, several figures per line.
    void setBrief(bool brief);
    QString figureOfTitle() const; // the peak, in compact form
    QStringList shownLines() const; // below the title
    StarButton* star() const { return m_star; }

    QSize sizeHint() const override; // for the full form; the compact form is never wider
    QSize minimumSizeHint() const override;
    int heightOf(bool brief, int wide) const; // at this width

protected:
    void nextCheckState() override {} // the selection decides, not the click
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
