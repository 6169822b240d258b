// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/search/search.h"
#include "core/snapshot/memorytrace.h"
#include "ui/charts/memorybars.h"
#include "ui/panes/pane.h"

#include <memory>
#include <set>

class QAbstractItemModel;
class QComboBox;
class QStackedWidget;

namespace stagecraft {

class ComparedDevices;
class DeviceModel;
class TracePanel;
class Workbench;

// Memory of each device for the selected plan and, optionally, for a second plan. Many devices are grouped by node. If
// the workspace has memory snapshots, the user can show a recorded run instead of the bars.
class MemoryPane : public Pane {
    Q_OBJECT
public:
    explicit MemoryPane(Workbench& workbench, QWidget* parent = nullptr);

    MemoryBars* bars() const { return m_bars; }
    QTableView* table() const { return m_table; }
    TracePanel* traces() const { return m_traces; } // null until the workspace has a recorded run
    QToolButton* runChip() const { return m_runChip; }
    void setRunShown(bool shown); // shows the recorded run instead of the bars; requires a recorded run

Q_SIGNALS:
    void explainRequested(int candidate, int device); // indices into the result and its estimate
    void removeRequested(const std::shared_ptr<const stagecraft::MemoryTrace>& trace); // remove from the workspace

private:
    QWidget* makeContent();
    void show();
    void showPlan();
    bool isRunShown() const;
    void followTraces();
    void makeTraces();
    void showDevices(const Candidate& candidate, const QStringList& layerNames);
    void showBoth(const Candidate& candidate, const Candidate& other, const QStringList& layerNames);
    QStringList layerNames() const;
    std::vector<MemoryRow> rowsOf(const Candidate& candidate);
    void setGroups(bool nodes, const std::vector<int>& groups);
    void setModel(QAbstractItemModel* model);
    int other() const; // second candidate; -1 if none
    void fillBeside();
    void chooseBeside();
    void choose(int row);
    void open(int row);
    void showStage(int stage);

    Workbench& m_workbench;
    DeviceModel* m_model;
    ComparedDevices* m_both;
    MemoryBars* m_bars;
    QTableView* m_table;
    TracePanel* m_traces = nullptr;
    QStackedWidget* m_pages; // page 0: bars, page 1: recorded run
    QToolButton* m_runChip;
    QWidget* m_tools; // above the bars; visible if there is a second plan to choose
    QComboBox* m_beside;
    std::optional<Plan> m_other; // chosen second plan
    std::vector<int> m_candidates; // candidate of each bar
    // True if bars are nodes; and the bar of each device.
    std::pair<bool, std::vector<int>> m_groups;
    std::set<int> m_opened; // expanded bars: nodes, or first devices of groups of equal devices
};

}
