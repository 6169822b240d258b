// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/session/document.h"
#include "ui/app/background.h"
#include "ui/panes/memory/tracechart.h"

#include <QWidget>

#include <atomic>
#include <map>

class QComboBox;
class QTableView;
class QToolButton;

namespace stagecraft {

class CategoryModel;
class PeakGroupModel;
class Workbench;

// Panel of a recorded run of the workspace: memory over time with the prediction for a pipeline rank of the selected
// plan, the stack frames at the peak, and the difference by category. Simulates the plan on another thread, only while
// visible; a newer plan replaces a pending one.
class TracePanel : public QWidget {
    Q_OBJECT
public:
    explicit TracePanel(Workbench& workbench, QWidget* parent = nullptr);
    ~TracePanel() override;

    TraceChart* chart() const { return m_chart; }
    QComboBox* runs() const { return m_runs; }
    QComboBox* ranks() const { return m_ranks; }
    QToolButton* timeChip() const { return m_time; }
    QToolButton* peakButton() const { return m_peak; }
    QToolButton* removeButton() const { return m_remove; }
    QTableView* groups() const { return m_groups; }
    QTableView* categories() const { return m_categories; }
    QString summary() const { return m_chart->summary(); }
    bool isUpToDate() const { return m_answered == m_newest->load(); }

    void showRun(const MemoryTrace& trace); // ignored if the trace is not in the workspace

Q_SIGNALS:
    void changed(); // summary() changed
    void removeRequested(const std::shared_ptr<const stagecraft::MemoryTrace>& trace);

protected:
    void showEvent(QShowEvent* event) override;

private:
    void makeTools();
    void fillRuns();
    void fillRanks();
    void chooseRun();
    void chooseRank();
    void predict(); // starts a new prediction of the selected plan
    void setPredictions(const TimelineData* simulated);
    std::shared_ptr<const MemoryTrace> current() const;

    Workbench& m_workbench;
    QComboBox* m_runs;
    QComboBox* m_ranks;
    QToolButton* m_time;
    QToolButton* m_peak;
    QToolButton* m_remove;
    TraceChart* m_chart;
    PeakGroupModel* m_groupModel;
    CategoryModel* m_categoryModel;
    QTableView* m_groups;
    QTableView* m_categories;
    std::shared_ptr<const TraceData> m_data;
    std::vector<TracePrediction> m_predictions; // by pipeline rank
    std::optional<Plan> m_plan; // plan of m_predictions
    int m_chosenRank = -1; // rank that the user chose for this plan; -1: the likely one
    bool m_stale = true; // the plan changed while the panel was hidden
    int m_answered = 0;
    // number of the newest request; shared with the thread, which may outlive its request
    std::shared_ptr<std::atomic<int>> m_newest;
    Background m_background; // last member: it stops before the others are destroyed
};

}
