// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tests/gui/explorerfixture.h"
#include "tests/gui/settled.h"
#include "tests/support/patience.h"
#include "ui/panes/candidates/candidatespane.h"
#include "ui/panes/compare/comparepane.h"
#include "ui/panes/compare/comparing.h"
#include "ui/panes/partitioners/partitionerspane.h"
#include "ui/panes/plan/planpane.h"
#include "ui/panes/problem/problempane.h"

#include <QDockWidget>
#include <QDoubleSpinBox>
#include <QLineEdit>
#include <QToolButton>

namespace stagecraft::test {

// Functions that fill panes, in any language. False on a timeout.

// Compares the first candidates.
inline bool comparePlans(Explorer& explorer, std::size_t count)
{
    explorer.field<QDockWidget>("compareDock")->raise();
    Comparing& comparing = explorer.window.comparing();
    const auto result = explorer.bench().plans().result();
    for (std::size_t i = comparing.comparison().columns.size(); i < count && i < result->candidates.size(); ++i) {
        comparing.add(Candidate(result->candidates[i]));
    }
    const ComparePane& pane = *explorer.window.comparePane();
    return comparing.comparison().columns.size() == count
        && comes([&] { return !pane.visibleRegion().isEmpty() && pane.isUpToDate(); });
}

// Compares all partitioners of the problem.
inline bool comparePartitioners(Explorer& explorer)
{
    explorer.field<QDockWidget>("partitionersDock")->raise();
    const PartitionersPane& pane = *explorer.window.partitionersPane();
    return comes([&] { return !pane.visibleRegion().isEmpty() && pane.isUpToDate(); }) && !pane.isEmptyShown();
}

// Sets a run of many tokens on spot nodes with interruptions and power, and shows all fields about money.
inline bool payForARun(Explorer& explorer)
{
    auto* cluster = explorer.field<QLineEdit>("cluster");
    cluster->setFocus();
    cluster->selectAll();
    QTest::keyClicks(cluster, QStringLiteral("1x8xH200@gcp/a3-ultragpu-8g:spot"));
    QTest::keyClick(cluster, Qt::Key_Return);
    if (!explorer.waitForPlans()) {
        return false;
    }
    auto* amount = explorer.field<QLineEdit>("amount");
    amount->setFocus();
    amount->selectAll();
    QTest::keyClicks(amount, QStringLiteral("300 B"));
    QTest::keyClick(amount, Qt::Key_Return);
    explorer.field<QToolButton>("moreMoney")->click();
    for (const auto& [name, value] : {std::pair {"preemptions", 0.05}, {"power", 10.2}, {"energyPrice", 0.18}}) {
        auto* field = explorer.field<QDoubleSpinBox>(name);
        field->setFocus();
        field->setValue(value);
        QTest::keyClick(field, Qt::Key_Return);
    }
    return settle(explorer.window) && explorer.waitForPlans();
}

}
