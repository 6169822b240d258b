// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tests/gui/scene.h"
#include "ui/charts/memorybars.h"
#include "ui/panes/compare/comparing.h"
#include "ui/panes/memory/memorypane.h"
#include "ui/panes/tradeoff/tradeoffpane.h"

#include <QComboBox>
#include <QTest>

namespace stagecraft::test {

// Pictures of a window with plans: other axes and colors, and a compared plan beside the selected one.
inline void tradeoffChoices(Scene& scene, MainWindow& window)
{
    const auto choose = [&](const char* name, int entry) {
        auto* list = window.tradeoffPane()->findChild<QComboBox*>(QLatin1String(name));
        list->setCurrentIndex(entry < 0 ? list->count() - 1 : entry);
        Q_EMIT list->activated(list->currentIndex());
    };
    choose("colors", static_cast<int>(PlanGrouping::Schedule));
    scene.save(*window.tradeoffPane(), QStringLiteral("pane-tradeoff-schedules"));
    choose("colors", static_cast<int>(PlanGrouping::Data));
    choose("across", -1); // peak memory
    QTest::keyClick(window.tradeoffPane()->chart(), Qt::Key_Plus);
    scene.save(*window.tradeoffPane(), QStringLiteral("pane-tradeoff-degrees"));
    choose("colors", static_cast<int>(PlanGrouping::Kind));
    choose("upwards", -1);
    window.comparing().toggle(Candidate(window.workbench().plans().result()->candidates[1]));
    QTest::qWait(60);
    auto* beside = window.memoryPane()->findChild<QComboBox*>(QStringLiteral("beside"));
    beside->setFocus();
    QTest::keyClick(beside, Qt::Key_Down);
    window.memoryPane()->bars()->setCurrent(1);
    QTest::qWait(60);
    scene.save(*window.memoryPane(), QStringLiteral("pane-memory-beside"));
    scene.save(window, QStringLiteral("explorer-beside"));
}

}
