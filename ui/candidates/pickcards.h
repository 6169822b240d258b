// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/candidates/pickcard.h"

#include <QWidget>

#include <array>

namespace stagecraft {

class Workbench;

// The least memory, the balanced, the fastest and the cheapest plan as cards: four in a row, two, or one, whatever the
// width has room for. A click selects the plan; a star makes the card's aim the objective. Hidden while nothing fits.
class PickCards : public QWidget {
    Q_OBJECT
public:
    explicit PickCards(Workbench& workbench, QWidget* parent = nullptr);

    PickCard* card(Pick pick) const { return m_cards[static_cast<std::size_t>(pick)]; }
    int columns() const; // by the width there is
    void setPane(QWidget& pane); // whose height counts; it must outlive this

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

protected:
    void resizeEvent(QResizeEvent* event) override;
    void showEvent(QShowEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override; // of the pane
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
    QWidget* m_pane = nullptr; // none: there is room for all
    std::array<PickCard*, 4> m_cards {}; // in the order of Pick
};

}
