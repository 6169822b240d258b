// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/mainwindow/pane.h"

class QScrollArea;

namespace stagecraft {

class Workbench;

// The selected plan in words: what it does, its figures with their bounds, and what they rest on.
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
    bool m_stale = true; // it is written when it is seen
};

}
