// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panes/candidates/pickcards.h"

#include "ui/app/workbench.h"
#include "ui/panes/candidates/objectivebar.h"

#include <QResizeEvent>
#include <QStyle>

#include <algorithm>

namespace stagecraft {

namespace {

constexpr int deckGap = 6;
constexpr int deckLeft = 12;
constexpr int deckRight = 10;
constexpr int roomOfTable = 290; // height of the rest of the pane: sentences, filters and a few table rows

}

PickCards::PickCards(Workbench& workbench, QWidget* parent) : QWidget(parent), m_workbench(workbench)
{
    setObjectName(QStringLiteral("pickCards"));
    setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Maximum);
    for (const auto& [pick, name] : enumNames<Pick>) {
        auto* card = new PickCard(this);
        m_cards[static_cast<std::size_t>(pick)] = card;
        connect(card, &PickCard::clicked, this, [this, card] { m_workbench.plans().select(card->pick().candidate); });
        connect(card->star(), &StarButton::clicked, this,
                [this, card] { chooseObjective(m_workbench, objectiveOf(card->pick().pick)); });
    }
    connect(&m_workbench.plans(), &PlanSelection::resultChanged, this, &PickCards::showPicks);
    connect(&m_workbench.plans(), &PlanSelection::currentChanged, this, &PickCards::showCurrent);
    showPicks();
}

void PickCards::showPicks()
{
    const PlanSelection& plans = m_workbench.plans();
    const auto texts = plans.result() && plans.session()
        ? pickTexts(*plans.result(), plans.session()->problem, plans.training_costs().get())
        : std::vector<PickText>();
    for (const PickText& text : texts) {
        card(text.pick)->setPick(text);
        card(text.pick)->star()->setEnabled(!m_workbench.document().isReadOnly());
    }
    setVisible(!texts.empty());
    showCurrent();
    updateGeometry();
    arrange();
}

void PickCards::showCurrent()
{
    for (PickCard* each : m_cards) {
        each->setChecked(each->isEnabled() && each->pick().candidate == m_workbench.plans().currentIndex());
    }
}

void PickCards::setPane(QWidget& pane)
{
    m_pane = &pane;
    pane.installEventFilter(this);
}

int PickCards::columns() const
{
    int widest = 0;
    for (const PickCard* each : m_cards) {
        widest = std::max(widest, each->sizeHint().width());
    }
    const int room = width() - deckLeft - deckRight;
    for (const int count : {4, 2}) {
        if (room >= count * widest + (count - 1) * deckGap) {
            return count;
        }
    }
    return 1;
}

int PickCards::cardWidth() const
{
    const int count = columns();
    return (width() - deckLeft - deckRight - (count - 1) * deckGap) / count;
}

int PickCards::cardHeight(bool brief) const
{
    const int wide = cardWidth();
    int highest = 0;
    for (const PickCard* each : m_cards) {
        highest = std::max(highest, each->heightOf(brief, wide));
    }
    return highest;
}

int PickCards::rowsHeight(bool brief) const
{
    const int rows = static_cast<int>(m_cards.size()) / columns();
    return rows * cardHeight(brief) + (rows - 1) * deckGap + deckGap;
}

// In a low pane, rows of the table take precedence over full cards.
bool PickCards::isPaneLow() const
{
    return m_pane != nullptr && m_pane->height() < rowsHeight(false) + roomOfTable;
}

QSize PickCards::sizeHint() const
{
    return {400, rowsHeight(isPaneLow())};
}

QSize PickCards::minimumSizeHint() const
{
    return {160, rowsHeight(true)};
}

void PickCards::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    if (event->oldSize().width() != width()) {
        updateGeometry(); // fewer columns need more height
    }
    arrange();
}

void PickCards::showEvent(QShowEvent* event)
{
    QWidget::showEvent(event);
    updateGeometry();
}

bool PickCards::eventFilter(QObject* watched, QEvent* event)
{
    if (event->type() == QEvent::Resize && watched == m_pane) {
        updateGeometry();
    }
    return QWidget::eventFilter(watched, event);
}

void PickCards::changeEvent(QEvent* event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::FontChange || event->type() == QEvent::StyleChange) {
        updateGeometry();
        arrange();
    }
}

// Cards become compact in a low pane, so that the table keeps its rows.
void PickCards::arrange()
{
    const int count = columns();
    const bool brief = height() < rowsHeight(false);
    const int high = cardHeight(brief);
    const int wide = cardWidth();
    for (int i = 0; i < static_cast<int>(m_cards.size()); ++i) {
        PickCard* each = m_cards[static_cast<std::size_t>(i)];
        each->setBrief(brief);
        each->setGeometry(deckLeft + i % count * (wide + deckGap), i / count * (high + deckGap), wide, high);
    }
}

}
