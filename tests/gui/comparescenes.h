// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tests/gui/scene.h"
#include "tests/support/patience.h"
#include "ui/mainwindow/layouts.h"
#include "ui/panes/compare/comparepane.h"

#include <QDockWidget>
#include <QToolButton>

namespace stagecraft::test {

// Pictures of the comparison, and of the window in each layout.

inline void settleComparison(Scene& scene, MainWindow& window)
{
    QTest::qWait(100);
    scene.expect(waitForPlans(window), "no plans came to compare");
    scene.expect(comes([&] { return window.comparePane()->isUpToDate(); }), "nothing is compared");
    QTest::qWait(60);
}

inline void compareFirst(Scene& scene, MainWindow& window, std::size_t count)
{
    while (!window.comparing().comparison().columns.empty()) {
        window.comparing().remove(0);
    }
    const auto result = window.workbench().plans().result();
    for (const Candidate& candidate : result->candidates) {
        if (window.comparing().comparison().columns.size() < count && !window.comparing().has(candidate)) {
            window.comparing().add(candidate);
        }
    }
    settleComparison(scene, window);
}

inline std::unique_ptr<MainWindow> comparisonOf(Scene& scene, const QString& model, const QString& cluster)
{
    auto window = explore(scene, model);
    setCluster(scene, *window, cluster);
    window->findChild<QDockWidget*>(QStringLiteral("compareDock"))->raise();
    QTest::qWait(60);
    return window;
}

inline void comparisons(Scene& scene)
{
    auto window = comparisonOf(scene, QStringLiteral(SOURCE_FOLDER "/resources/models/gpt2.json"),
                               QStringLiteral("2x4xA100-80GB@16"));
    ComparePane& pane = *window->comparePane();
    scene.save(pane, QStringLiteral("pane-compare-empty"));
    compareFirst(scene, *window, 1);
    scene.save(pane, QStringLiteral("pane-compare-one"));
    compareFirst(scene, *window, 4);
    scene.save(*window, QStringLiteral("compare"));
    window->comparing().setBaseline(2);
    settleComparison(scene, *window);
    pane.differencesChip()->click();
    QTest::qWait(60);
    scene.save(pane, QStringLiteral("pane-compare-differences"));
    pane.setTableShown(true);
    scene.save(pane, QStringLiteral("pane-compare-devices"));
    pane.setTableShown(false);
    setCluster(scene, *window, QStringLiteral("2xA100-80GB@16"));
    settleComparison(scene, *window);
    scene.save(pane, QStringLiteral("pane-compare-obstacles"));
}

inline void largeComparisons(Scene& scene)
{
    auto window = comparisonOf(scene, dataFile("sixteen-layers.csv"), QStringLiteral("128x8xcpu:3GiB"));
    window->resize(1440, 1200);
    Problem problem = window->workbench().document().session()->problem;
    problem.workload.global_batch = 1024;
    window->workbench().edit(problem, window->workbench().newEditId(), QStringLiteral("Batch"));
    settleComparison(scene, *window);
    compareFirst(scene, *window, 4);
    scene.save(*window->comparePane(), QStringLiteral("pane-compare-huge"));
    window = comparisonOf(
        scene,
        dataFile("a-layer-table-with-a-remarkably-long-name-that-nobody-would-choose-but-somebody-will-have.csv"),
        QStringLiteral("4xA100-80GB@1.9"));
    const auto first = window->workbench().plans().result()->candidates.front();
    compareFirst(scene, *window, 2);
    Candidate own = first;
    own.partitioner = userPartitioner;
    own.name = "the plan of the meeting on Tuesday, in which nobody agreed on anything but its name";
    own.plan.zero_stage = 1;
    own.labels.clear();
    window->comparing().add(own);
    Scenario scenario {"What the vendor offered in the second letter",
                       window->workbench().document().session()->problem, first.plan};
    scenario.problem.workload.global_batch *= 2;
    scenario.plan.micro_batches *= 2;
    window->comparing().add(scenario);
    settleComparison(scene, *window);
    scene.save(*window->comparePane(), QStringLiteral("pane-compare-long-names"));
    window->resize(1024, 680);
    QTest::qWait(60);
    scene.save(*window, QStringLiteral("compare-small"));
}

inline void layouts(Scene& scene)
{
    auto window = comparisonOf(scene, QStringLiteral(SOURCE_FOLDER "/resources/models/gpt2.json"),
                               QStringLiteral("2x4xA100-80GB@16"));
    compareFirst(scene, *window, 3);
    for (const auto& [kind, name] :
         {std::pair {LayoutKind::Presentation, "presentation"}, std::pair {LayoutKind::Profile, "profile"},
          std::pair {LayoutKind::Sizing, "sizing"}, std::pair {LayoutKind::Compare, "compare"},
          std::pair {LayoutKind::Explore, "explore"}}) {
        window->layouts()->choose(kind);
        settleComparison(scene, *window);
        scene.save(*window, QStringLiteral("layout-%1").arg(QLatin1String(name)));
    }
    auto reader = makeWindow(scene);
    reader->openPath(window->workbench().document().path());
    scene.expect(waitForPlans(*reader), "no plans came for a reader");
    scene.save(*reader, QStringLiteral("read-only"));
    scene.settings.setValue(Setting::WindowLayouts, QVariantMap());
}

}
