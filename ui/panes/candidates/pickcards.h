// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/panes/candidates/pickcard.h"

#include <QWidget>

#include <array>

namespace stagecraft {

class Workbench;

// Cards of the plan with the least memory, the balanced, the fastest and the cheapest one: four, two or one per row,
// by width. A click selects the plan; the star sets the objective. Hidden if no plan fits.
class PickCards : public QWidget {
    Q_OBJECT
public:
    explicit PickCards(Workbench& workbench, QWidget* parent = nullptr);

    PickCard* card(Pick pick) const { return m_cards[static_cast<std::size_t>(pick)]; }
    int columns() const; // for the current width
    void setPane(QWidget& pane); // decides by its height between full and compact cards; must outlive this

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

protected:
    void resizeEvent(QResizeEvent* event) override;
    void showEvent(QShowEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override; // watches the pane's size
    void changeEvent(QEvent* event) override;

private:
    void showPicks();
    void showCurrent();
    void arrange();
    int cardWidth() const;
    int cardHeight(bool brief) const;
    int rowsHeight(bool brief) const;
    bool isPaneLow() const;

    Workbench& m_workbench;
    QWidget* m_pane = nullptr; // null: cards are full
    std::array<PickCard*, 4> m_cards {}; // in the order of Pick
};

}
