// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/panes/pane.h"

class QScrollArea;

namespace stagecraft {

class Workbench;

// Settings, estimates with bounds, and basis of the selected plan as text.
class PlanPane : public Pane {
    Q_OBJECT
public:
    // `workbench` must outlive this.
    explicit PlanPane(Workbench& workbench, QWidget* parent = nullptr);

protected:
    void showEvent(QShowEvent* event) override;

private:
    void show();

    Workbench& m_workbench;
    QScrollArea* m_area;
    bool m_stale = true; // updated when the pane becomes visible
};

}
