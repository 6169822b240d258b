// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tests/gui/scene.h"
#include "tests/support/patience.h"
#include "ui/panes/sizing/sizingform.h"
#include "ui/panes/sizing/sizingpane.h"

#include <QComboBox>
#include <QDockWidget>
#include <QDoubleSpinBox>
#include <QPushButton>
#include <QTabWidget>

namespace stagecraft::test {

// Pictures of every page of the sizing pane, of rejected values, and of a small window.
inline void sizing(Scene& scene)
{
    auto window = explore(scene, QStringLiteral(SOURCE_FOLDER "/resources/models/gpt2.json"), {1440, 900});
    setCluster(scene, *window, QStringLiteral("2x4xA100-80GB@16"));
    SizingPane& pane = *window->sizingPane();
    window->findChild<QDockWidget*>(QStringLiteral("sizingDock"))->raise();
    const auto settled = [&] {
        QTest::qWait(60);
        scene.expect(QTest::qWaitFor([&] { return pane.isUpToDate(); }, patient(300'000)), "no sizes came");
        QTest::qWait(60);
    };
    QTest::qWait(120);
    scene.save(pane, QStringLiteral("pane-sizing-searching"));
    settled();
    scene.save(*window, QStringLiteral("sizing"));
    pane.form()->pinButton()->click();
    pane.findChild<QDoubleSpinBox*>(QStringLiteral("lever%1").arg(int(WhatIfParameter::Memory)))->setValue(2);
    settled();
    pane.form()->pinButton()->click();
    settled();
    for (const auto& [tab, name] :
         {std::pair {0, "answers"}, std::pair {1, "curve"}, std::pair {2, "hardware"}, std::pair {3, "scenarios"}}) {
        pane.tabs()->setCurrentIndex(tab);
        QTest::qWait(60);
        scene.save(pane, QStringLiteral("pane-sizing-%1").arg(QLatin1String(name)));
    }
    pane.tabs()->setCurrentIndex(1);
    auto* measure = pane.findChild<QComboBox*>(QStringLiteral("curveMeasure"));
    measure->setCurrentIndex(1);
    Q_EMIT measure->activated(1);
    scene.save(pane, QStringLiteral("pane-sizing-cost"));
    pane.findChild<QDoubleSpinBox*>(QStringLiteral("lever%1").arg(int(WhatIfParameter::Sequence)))->setValue(100000);
    QTest::qWait(60);
    scene.save(pane, QStringLiteral("pane-sizing-refused"));
    window->resize(1024, 680);
    QTest::qWait(60);
    scene.save(pane, QStringLiteral("pane-sizing-small"));
}

}
