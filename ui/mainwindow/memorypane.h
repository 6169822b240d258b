// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/charts/memorybars.h"
#include "ui/mainwindow/pane.h"

namespace stagecraft {

class DeviceModel;
class Workbench;

// The memory of each device under the selected plan.
class MemoryPane : public Pane {
    Q_OBJECT
public:
    explicit MemoryPane(Workbench& workbench, QWidget* parent = nullptr);

    MemoryBars* bars() const { return m_bars; }
    QTableView* table() const { return m_table; }

private:
    void show();

    Workbench& m_workbench;
    DeviceModel* m_model;
    MemoryBars* m_bars;
    QTableView* m_table;
};

}
