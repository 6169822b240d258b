// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tests/gui/explorerfixture.h"
#include "tests/support/patience.h"
#include "tests/support/profiles.h"
#include "ui/panes/profiles/measurementspane.h"
#include "ui/panes/profiles/profilespane.h"

#include <QTableView>

namespace stagecraft::test {

// A window with a visible profiles pane.
struct ProfilesExplorer : Explorer {
    ProfilesPane* pane = window.profilesPane();
    MeasurementsPane* measured = pane->measurements();

    bool openSmall()
    {
        window.openPath(dataFile("models/gpt2-tiny.json"));
        return waitForPlans() && settle();
    }
    bool settle()
    {
        return comes([this] { return pane->isUpToDate(); });
    }
    Model model() { return bench().document().session()->problem.model; }
    std::int64_t sequenceOfProblem() { return bench().document().session()->problem.workload.sequence; }
    bool add(const std::vector<Measurement>& measurements)
    {
        for (const Measurement& measurement : measurements) {
            bench().document().addMeasurement(measurement, {}, 0);
        }
        return settle();
    }
    // Brings the pane to the front, so that it can be clicked.
    void raise() { QTest::keyClick(&window, Qt::Key_6, Qt::AltModifier); }
    QString text(const QTableView* table, int row, int column)
    {
        return table->model()->index(row, column).data().toString();
    }
    void clickRow(QTableView* table, int row, Qt::KeyboardModifiers keys = {})
    {
        QTest::mouseClick(table->viewport(), Qt::LeftButton, keys,
                          table->visualRect(table->model()->index(row, 0)).center());
    }
};

}
