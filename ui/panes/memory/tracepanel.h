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

// A recorded run of the workspace: its memory over time with the prediction of a pipeline rank of the selected plan,
// the stack frames at the peak, and the difference by category. The plan is simulated on another thread while this is
// in sight; the newest plan wins.
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

    void showRun(const MemoryTrace& trace); // of the workspace; others change nothing

Q_SIGNALS:
    void changed(); // summary()
    void removeRequested(const std::shared_ptr<const stagecraft::MemoryTrace>& trace);

protected:
    void showEvent(QShowEvent* event) override;

private:
    void makeTools();
    void fillRuns();
    void fillRanks();
    void chooseRun();
    void chooseRank();
    void predict(); // anew, of the selected plan
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
    std::optional<Plan> m_plan; // that they are of
    int m_chosenRank = -1; // by the user, of this plan; -1: the one that is likely
    bool m_stale = true; // the plan has changed since this was in sight
    int m_answered = 0;
    std::shared_ptr<std::atomic<int>> m_newest; // request; shared with the thread that may outlive its wish
    Background m_background; // last member: it stops before the others are destroyed
};

}
