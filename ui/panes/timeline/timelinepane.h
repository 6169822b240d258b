// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "ui/app/background.h"
#include "ui/panes/pane.h"
#include "ui/panes/timeline/timelinechart.h"

#include <QTimer>

#include <atomic>
#include <functional>

class QAction;
class QLabel;

namespace stagecraft {

class Dialogs;
class Settings;
class TimelineMinimap;
class TimelineModel;
class Workbench;
struct Candidate;

// Operations and memory of each device over one step of the selected plan. Simulated on another thread while the pane
// is visible; only the latest request is answered.
class TimelinePane : public Pane {
    Q_OBJECT
public:
    // `workbench`, `dialogs` and `settings` must outlive this.
    TimelinePane(Workbench& workbench, Dialogs& dialogs, Settings& settings, QWidget* parent = nullptr);
    ~TimelinePane() override;

    TimelineChart* chart() const { return m_chart; }
    TimelineMinimap* minimap() const { return m_minimap; }
    QTableView* table() const { return m_table; }
    QLabel* line() const { return m_line; }
    QToolButton* criticalChip() const { return m_criticalChip; }
    QToolButton* waitedButton() const { return m_waited; }
    QAction* traceAction() const { return m_trace; }
    QAction* memoryAction() const { return m_memory; }
    bool isUpToDate() const { return m_answered == m_newest->load(); }

    // Shows a timeline as if it had been simulated; for tests and pictures.
    void showTimeline(std::shared_ptr<const TimelineData> data);

Q_SIGNALS:
    void refreshed();
    void written(const QString& path);
    void failed(const stagecraft::Error& error);

protected:
    void showEvent(QShowEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    using Answer = Result<std::shared_ptr<const TimelineData>>;

    QWidget* makeContent();
    void makeTools();
    void setUpTable();
    void request();
    void answer(const Answer& answer);
    void showMinimap(); // only if the chart shows a part of the step and the pane is high enough
    void updateDescription(); // describes the selected operation or the critical path
    void exportAs(const QString& title, const QString& name, const QString& filter,
                  std::function<std::string(const TimelineData&)> content);

    Workbench& m_workbench;
    Dialogs& m_dialogs;
    Settings& m_settings;
    TimelineModel* m_model;
    TimelineChart* m_chart;
    TimelineMinimap* m_minimap;
    QTableView* m_table;
    QLabel* m_line;
    QToolButton* m_waited;
    QToolButton* m_criticalChip;
    QToolButton* m_menu;
    QAction* m_trace;
    QAction* m_memory;
    QTimer m_patience;
    bool m_stale = true; // the plan changed while the pane was hidden
    int m_answered = 0;
    std::shared_ptr<std::atomic<int>> m_newest; // number of the latest request; shared with worker threads
    Background m_background; // last: destroyed before the other members
};

}
