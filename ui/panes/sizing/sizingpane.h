// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/app/sizingrunner.h"
#include "ui/panes/pane.h"
#include "ui/widgets/tableview.h"

#include <QElapsedTimer>
#include <QTimer>

class QTabWidget;

namespace stagecraft {

class CatalogueModel;
class CurveTab;
class NameColumn;
class ScenarioList;
class SizingAnswers;
class SizingForm;
class SizingJob;
class Workbench;

// Pane to try other hardware, workloads and model sizes; the problem changes only on Apply. Shows sizing
// answers, a curve, hardware offers and scenarios. Searches only while visible.
class SizingPane : public Pane {
    Q_OBJECT
public:
    // `workbench` must outlive this.
    explicit SizingPane(Workbench& workbench, QWidget* parent = nullptr);

    void setShown(bool shown);
    const WhatIf& whatIf() const { return m_what_if; }
    bool isUpToDate() const; // no search is running or waiting
    bool isStale() const { return m_stale; } // results are outdated, because the pane is hidden
    bool isPlanned() const { return !m_soon.isActive() && m_plan.has_value(); } // the what-if problem has a plan

    SizingForm* form() const { return m_form; }
    SizingAnswers* answers() const { return m_answers; }
    CurveTab* curve() const { return m_curve; }
    QTableView* catalogueTable() const { return m_table; }
    ScenarioList* scenarios() const { return m_scenarios; }
    QTabWidget* tabs() const { return m_tabs; }
    QString summary() const; // the what-if problem and its plan

Q_SIGNALS:
    void refreshed(); // the curve changed

private:
    QWidget* makeContent();
    QWidget* makeCatalogue();
    void connectParts();
    void onSession();
    void tryValue(WhatIfParameter parameter, double value);
    void tryCluster(const Cluster& cluster);
    void reset();
    void age(); // marks all results as outdated
    void cancel(); // the user cancels all searches
    void onLimits();
    void show(); // fills the fields and schedules the searches
    void askSoon();
    void ask();
    void askCurve();
    void askScenarios();
    void apply();
    void pin();
    void onPlanned(const Result<PlannedProblem>& plan);
    void onAnswered(int request, const Result<SizingResult>& result);
    void setButtonsShown(bool shown);
    void updateButtons();
    SizingInput inputFor(const Problem& problem) const;

    Workbench& m_workbench;
    int m_workspace = 0; // workspace that the run limits belong to
    SizingForm* m_form;
    SizingAnswers* m_answers;
    CurveTab* m_curve;
    CatalogueModel* m_catalogue;
    TableView* m_table;
    NameColumn* m_names = nullptr; // name column of the table
    ScenarioList* m_scenarios;
    QTabWidget* m_tabs;
    std::optional<Problem> m_base; // problem of the document
    WhatIf m_what_if;
    std::optional<Problem> m_tried; // base with the what-if values; empty if invalid
    std::optional<PlannedProblem> m_plan; // plan of the what-if problem; empty until found
    std::vector<SizingRequest> m_requests;
    std::shared_ptr<ReplayCache> m_replays = std::make_shared<ReplayCache>();
    QString m_summary;
    bool m_shown = false;
    bool m_cancelled = false; // canceled after the last change
    bool m_stale = true; // search when shown
    QTimer m_soon;
    QElapsedTimer m_asked; // time since the last search
    SizingJob* m_job;
    SizingRunner m_runner; // last member: ends before the others are destroyed
};

}
