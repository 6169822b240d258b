// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tests/gui/scene.h"
#include "tests/gui/settled.h"
#include "tests/support/patience.h"
#include "ui/panes/partitioners/partitionerbars.h"
#include "ui/panes/partitioners/partitionerspane.h"

#include <QComboBox>
#include <QDockWidget>
#include <QToolButton>

namespace stagecraft::test {

// Pictures of bars, table, a plan of each partitioner, plans that do not fit, a small window, and the empty pane.
inline void partitioners(Scene& scene)
{
    auto window = explore(scene, QStringLiteral("zoo:gpt2-xl"), {1440, 900});
    setCluster(scene, *window, QStringLiteral("1x8xA100-40GB:16GiB"));
    PartitionersPane& pane = *window->partitionersPane();
    window->findChild<QDockWidget*>(QStringLiteral("partitionersDock"))->raise();
    const auto settled = [&] {
        scene.expect(comes([&] { return !pane.visibleRegion().isEmpty() && pane.isUpToDate(); }), "no comparison came");
        scene.expect(settle(*window), "the window never comes to rest");
    };
    settled();
    pane.chart()->setCurrent(5);
    scene.save(*window, QStringLiteral("partitioners"));
    scene.save(*pane.chart(), QStringLiteral("pane-partitioners-bars"));
    pane.modeField()->setCurrentIndex(1);
    settled();
    scene.save(*pane.chart(), QStringLiteral("pane-partitioners-own"));
    pane.tableButton()->click();
    QTest::qWait(30);
    scene.save(pane, QStringLiteral("pane-partitioners-table"));
    pane.tableButton()->click();
    window->resize(1024, 680);
    QTest::qWait(60);
    scene.save(pane, QStringLiteral("pane-partitioners-small"));
    setCluster(scene, *window, QStringLiteral("1x4xA100-40GB+1x4xV100-32GB"));
    settled();
    scene.save(pane, QStringLiteral("pane-partitioners-mixed"));
}

}
