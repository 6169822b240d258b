// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/search/sizingsentences.h"
#include "tests/gui/explorerfixture.h"
#include "tests/gui/settled.h"
#include "ui/panes/sizing/sizinganswers.h"
#include "ui/panes/sizing/sizingform.h"
#include "ui/panes/sizing/sizingpane.h"

#include <QDockWidget>
#include <QDoubleSpinBox>
#include <QFile>
#include <QPushButton>
#include <QTest>
#include <QUndoStack>

namespace stagecraft::test {

// Layer table with states and no boundaries: a stage's peak is the sum of its layers' states, 40, 10, 10 and 30 MiB.
inline constexpr const char* statesOnly =
    "name,parameters,state_bytes,saved_bytes,transient_bytes,output_bytes,keeps_input,keeps_output,"
    "forward_seconds,backward_seconds\n"
    "a,1000000,41943040,0,0,0,0,0,0.01,0.02\n"
    "b,1000000,10485760,0,0,0,0,0,0.01,0.02\n"
    "c,1000000,10485760,0,0,0,0,0,0.01,0.02\n"
    "d,1000000,31457280,0,0,0,0,0,0.01,0.02\n";

// A window with a visible sizing pane.
struct Sizer {
    Explorer explorer;
    SizingPane& pane = *explorer.window.sizingPane();

    Problem problem() { return explorer.bench().document().session()->problem; }
    bool settled()
    {
        return comes([this] { return pane.isUpToDate(); });
    }
    bool open(const QString& model)
    {
        explorer.window.openPath(model);
        if (!explorer.waitForPlans()) {
            return false;
        }
        explorer.field<QDockWidget>("sizingDock")->raise();
        return QTest::qWaitFor(
                   [this] { return pane.form()->isVisible() && pane.form()->visibleRegion().isEmpty() == false; }, 5000)
            && settled();
    }
    // Opens the table of states on devices of 45 MiB, with a batch of four.
    bool openStates(const char* cluster = "2x3xcpu:45MiB")
    {
        const QString path = explorer.path("chain.csv");
        QFile file(path);
        if (!file.open(QIODevice::WriteOnly) || file.write(statesOnly) < 0) {
            return false;
        }
        file.close();
        if (!open(path)) {
            return false;
        }
        Problem asked = problem();
        asked.cluster = parseCluster(cluster).value();
        asked.workload.global_batch = 4;
        explorer.bench().edit(asked, explorer.bench().newEditId(), QStringLiteral("Set up"));
        explorer.bench().undoStack().clear();
        return settled();
    }
    // Types a number into the field of a what-if parameter.
    void type(WhatIfParameter parameter, const QString& text)
    {
        auto* number = pane.findChild<QDoubleSpinBox*>(QStringLiteral("lever%1").arg(static_cast<int>(parameter)));
        number->setFocus();
        number->selectAll();
        QTest::keyClicks(number, text);
        QTest::keyClick(number, Qt::Key_Return);
    }
    void click(QPushButton* button) { QTest::mouseClick(button, Qt::LeftButton); }
    int requestOf(SizingGoal goal)
    {
        const auto requests = sizingRequests(*pane.whatIf().of(problem()));
        for (std::size_t i = 0; i < requests.size(); ++i) {
            if (requests[i].goal == goal) {
                return static_cast<int>(i);
            }
        }
        return -1;
    }
    QString answer(SizingGoal goal) { return pane.answers()->text(requestOf(goal)); }
    std::size_t pinned() { return explorer.bench().document().session()->scenarios.size(); }
};

}
