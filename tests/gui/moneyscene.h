// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/hardware/offerbook.h"
#include "tests/gui/scene.h"
#include "ui/dialogs/offerdialog.h"
#include "ui/panes/candidates/candidatespane.h"
#include "ui/panes/plan/planpane.h"
#include "ui/panes/problem/offerbutton.h"
#include "ui/panes/tradeoff/tradeoffpane.h"

#include <QComboBox>
#include <QDockWidget>
#include <QMenu>
#include <QScrollArea>
#include <QScrollBar>
#include <QTableView>
#include <QToolButton>

namespace stagecraft::test {

// Nodes of a provider with a long name, and the bundled offers.
inline OfferBook offersToShow()
{
    Offer spot;
    spot.provider = "the-national-supercomputing-centre-of-somewhere";
    spot.name = "quarter-rack-with-liquid-cooling";
    spot.kind = OfferKind::Spot;
    spot.device = "H100-80GB";
    spot.devices_per_node = 8;
    spot.price_per_node = Sourced<UsdPerHour> {
        UsdPerHour(19.75), verbatim("framework agreement of the consortium, annex B"), "2026-08-01"};
    spot.preemptions_per_node_hour = Sourced<PerHour> {PerHour(0.01), verbatim("our own log"), "2026-10-01"};
    spot.power_per_node = Sourced<Watts> {Watts(10200), verbatim("data sheet"), "2026-10-01"};
    spot.energy_price =
        Sourced<UsdPerKilowattHour> {UsdPerKilowattHour(0.18), verbatim("bill of October"), "2026-10-01"};
    return withUserDefined(shippedOffers(), {spot});
}

// Pictures of offers, the cost of a run and the effect of the star, with and without prices.
inline void money(Scene& scene)
{
    setOffers(offersToShow());
    auto window = explore(scene, QStringLiteral(SOURCE_FOLDER "/resources/models/gpt2.json"));
    setCluster(scene, *window,
               QStringLiteral("2x8xH100-80GB@the-national-supercomputing-centre-of-somewhere/"
                              "quarter-rack-with-liquid-cooling:spot"));
    auto* amount = window->findChild<QLineEdit*>(QStringLiteral("amount"));
    amount->setFocus();
    QTest::keyClicks(amount, QStringLiteral("300 B"));
    QTest::qWait(100);
    scene.expect(waitForPlans(*window), "no plans came for the run");
    window->findChild<QDockWidget*>(QStringLiteral("planDock"))->raise();
    QTest::qWait(100);
    scene.save(*window, QStringLiteral("money"));
    scene.save(*window->planPane(), QStringLiteral("pane-plan-money"));
    auto* text = window->planPane()->findChild<QScrollArea*>()->verticalScrollBar();
    text->setValue(text->maximum() / 2);
    scene.save(*window->planPane(), QStringLiteral("pane-plan-bill"));
    QTableView* table = window->candidatesPane()->table();
    table->horizontalScrollBar()->setValue(table->horizontalScrollBar()->maximum());
    scene.save(*window->candidatesPane(), QStringLiteral("pane-candidates-money"));
    table->horizontalScrollBar()->setValue(0);
    auto* tradeoff = window->findChild<TradeoffPane*>();
    auto* across = window->findChild<QComboBox*>(QStringLiteral("across"));
    across->setFocus();
    QTest::keyClick(across, Qt::Key_Down);
    QTest::keyClick(across, Qt::Key_Down);
    QTest::qWait(100);
    scene.save(*tradeoff, QStringLiteral("pane-tradeoff-time"));
    window->findChild<QToolButton*>(QStringLiteral("moreMoney"))->click();
    QTest::qWait(60);
    auto* pane = window->problemPane();
    pane->ensureWidgetVisible(window->findChild<QWidget*>(QStringLiteral("energyPrice")));
    QTest::qWait(60);
    scene.save(*pane, QStringLiteral("pane-problem-money"));
    auto* button = window->findChild<OfferButton*>();
    button->menu()->popup(QPoint(0, 0));
    QTest::qWait(60);
    scene.save(*button->menu(), QStringLiteral("offers-menu"));
    button->menu()->close();
    OfferDialog dialog(window->workbench().document().session()->problem.cluster.groups.front());
    dialog.show();
    QTest::qWait(60);
    scene.save(dialog, QStringLiteral("offer-dialog"));
    setOffers(shippedOffers());
}

}
