// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panes/problem/offerbutton.h"

#include "core/hardware/clusterprice.h"
#include "ui/words/messagetext.h"
#include "ui/words/moneywords.h"
#include "ui/words/numbers.h"
#include "ui/words/plaintext.h"

#include <QMenu>
#include <QResizeEvent>

#include <algorithm>

namespace stagecraft {

namespace {

constexpr int lettersOfName = 32; // letters of a name in the menu

}

OfferButton::OfferButton(QWidget* parent) : QToolButton(parent), m_menu(new QMenu(this))
{
    setObjectName(QStringLiteral("offer"));
    setPopupMode(QToolButton::InstantPopup);
    setToolButtonStyle(Qt::ToolButtonTextOnly);
    setProperty("field", true); // styled as a form field
    setFocusPolicy(Qt::StrongFocus);
    // A long provider name is elided and does not widen the pane.
    setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Fixed);
    m_menu->setToolTipsVisible(true);
    setMenu(m_menu);
    connect(m_menu, &QMenu::aboutToShow, this, &OfferButton::fill);
}

void OfferButton::setGroup(const ClusterGroup& group, bool named)
{
    m_group = group;
    m_text = named ? QStringLiteral("%1: %2").arg(QString::fromStdString(group.device.name), priceText(group))
                   : priceText(group);
    setAccessibleName(tr("Price: %1").arg(m_text));
    setToolTip(plainToolTip(QStringLiteral("%1\n%2").arg(m_text, priceFacts(group, QDate::currentDate()))));
    elide();
}

void OfferButton::resizeEvent(QResizeEvent* event)
{
    QToolButton::resizeEvent(event);
    elide();
}

void OfferButton::elide()
{
    constexpr int besides = 26; // margin and mark
    setText(fontMetrics().elidedText(m_text, Qt::ElideMiddle, std::max(0, width() - besides)));
}

void OfferButton::fill()
{
    m_menu->clear();
    const QDate today = QDate::currentDate();
    std::vector<KnownOffer> known = offersFor(*offers(), m_group);
    std::stable_sort(known.begin(), known.end(), [](const KnownOffer& a, const KnownOffer& b) {
        return hourlyPrice(a.offer) < hourlyPrice(b.offer);
    });
    for (const KnownOffer& each : known) {
        const Offer& offer = each.offer;
        const QString kind =
            each.user_defined ? tr("%1, custom").arg(offerKindName(offer.kind)) : offerKindName(offer.kind);
        // A long name is elided in the middle, so that the kind and the price after it stay visible.
        const QString id = QString::fromStdString(offer.id());
        const QString name = m_menu->fontMetrics().elidedText(id, Qt::ElideMiddle,
                                                              lettersOfName * m_menu->fontMetrics().averageCharWidth());
        QAction* action = m_menu->addAction(tr("%1 (%2)\t%3/h").arg(name, kind, dollarsText(hourlyPrice(offer).value)));
        action->setCheckable(true);
        action->setChecked(m_group.offer && *m_group.offer == offer);
        const QString facts = QStringLiteral("%1\n%2").arg(messageText(offer.source()), ageText(offer, today));
        action->setToolTip(plainToolTip(name == id ? facts : QStringLiteral("%1\n%2").arg(id, facts)));
        connect(action, &QAction::triggered, this, [this, offer] { Q_EMIT chosen(offer); });
    }
    if (known.empty()) {
        m_menu
            ->addAction(tr("No offers for nodes with %1 × %2")
                            .arg(m_group.devices_per_node)
                            .arg(QString::fromStdString(m_group.device.name)))
            ->setEnabled(false);
    }
    m_menu->addSeparator();
    m_menu->addAction(tr("No price"), this, &OfferButton::priceDropped)->setEnabled(m_group.price_per_node.has_value());
    m_menu->addAction(tr("Custom offer…"), this, &OfferButton::editRequested)
        ->setToolTip(tr("Enter the price that you pay and save it as a custom offer"));
    const KnownOffer* used = nullptr;
    for (const KnownOffer& each : known) {
        used = each.user_defined && m_group.offer && each.offer.id() == m_group.offer->id() ? &each : used;
    }
    m_menu->addAction(tr("Remove this custom offer"), this, &OfferButton::removalRequested)
        ->setEnabled(used != nullptr);
    m_menu->addAction(tr("Import offers (CSV)…"), this, &OfferButton::importRequested);
}

}
