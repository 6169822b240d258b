// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tests/gui/scene.h"
#include "tests/support/patience.h"
#include "ui/app/snapshotimporter.h"
#include "ui/panes/memory/memorypane.h"
#include "ui/panes/memory/tracepanel.h"

#include <QDockWidget>
#include <QToolButton>

namespace stagecraft::test {

// Opens the model and device that the snapshots of tests/data recorded, and imports the run.
inline bool openRecordedRun(MainWindow& window)
{
    Workbench& bench = window.workbench();
    bench.newFromModel(QStringLiteral("zoo:gpt?layers=2&hidden=128&heads=4&vocabulary=1000"));
    if (!comes([&] { return bench.document().session() != nullptr; })) {
        return false;
    }
    Problem problem = bench.document().session()->problem;
    problem.workload.global_batch = 4;
    problem.workload.sequence = 128;
    problem.workload.precision = Precision::Fp32;
    problem.workload.dropout = DropoutUse::Off;
    problem.constraints = {};
    problem.constraints.micro_batch = 4;
    problem.target = Target::Any;
    problem.cluster = parseCluster("1x1xH100-80GB").value();
    bench.edit(problem, bench.newEditId(), QStringLiteral("as recorded"));
    window.openPath(dataFile("snapshots/transformer.pickle"));
    return waitForPlans(window) && comes([&] { return !bench.document().traces().empty(); })
        && comes([&] { return window.memoryPane()->traces()->isUpToDate(); });
}

// Pictures of a recorded run in full and at its peak, by events and by time, in a small pane, and without a plan.
inline void recordedRuns(Scene& scene)
{
    auto window = makeWindow(scene);
    scene.expect(openRecordedRun(*window), "no recorded run came");
    QTest::qWait(200);
    scene.save(*window, QStringLiteral("recorded-run"));
    MemoryPane* pane = window->memoryPane();
    scene.save(*pane, QStringLiteral("pane-memory-run-docked"));
    auto* dock = window->findChild<QDockWidget*>(QStringLiteral("memoryDock"));
    dock->setFloating(true);
    dock->resize(900, 620);
    QTest::qWait(100);
    scene.save(*pane, QStringLiteral("pane-memory-run"));
    pane->traces()->peakButton()->click();
    scene.save(*pane, QStringLiteral("pane-memory-run-peak"));
    pane->traces()->timeChip()->click();
    scene.save(*pane, QStringLiteral("pane-memory-run-time"));
    dock->resize(420, 420);
    QTest::qWait(100);
    scene.save(*pane, QStringLiteral("pane-memory-run-small"));
}

}
