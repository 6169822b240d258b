// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/mainwindow/pane.h"
#include "ui/sizing/sizingrunner.h"
#include "ui/support/tableview.h"

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

// What-if: other hardware, workloads and model sizes than the problem's, which stays as it is until they are applied.
// For them the answers of sizing, a curve, the hardware that is offered, and scenarios to compare. Searches only while
// it is in sight.
class SizingPane : public Pane {
    Q_OBJECT
public:
    // `workbench` must outlive this.
    explicit SizingPane(Workbench& workbench, QWidget* parent = nullptr);

    void setShown(bool shown);
    const WhatIf& whatIf() const { return m_what_if; }
    bool isUpToDate() const; // no search is under way or waiting
    bool isStale() const { return m_stale; } // not searched anew, as nobody sees it
    bool isPlanned() const { return !m_soon.isActive() && m_plan.has_value(); } // what is tried has its plan

    SizingForm* form() const { return m_form; }
    SizingAnswers* answers() const { return m_answers; }
    CurveTab* curve() const { return m_curve; }
    QTableView* catalogueTable() const { return m_table; }
    ScenarioList* scenarios() const { return m_scenarios; }
    QTabWidget* tabs() const { return m_tabs; }
    QString summary() const; // what is tried, and how it fares

Q_SIGNALS:
    void refreshed(); // there is a curve, or none any more

private:
    QWidget* makeContent();
    QWidget* makeCatalogue();
    void connectParts();
    void onQuestion();
    void tryValue(Lever lever, double value);
    void tryCluster(const Cluster& cluster);
    void reset();
    void age(); // what is on show answers an earlier question
    void cancel(); // all searches, by the user
    void onLimits();
    void show(); // the what-if in the fields; asks for answers soon
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
    SizingWish wishFor(const Problem& problem) const;

    Workbench& m_workbench;
    int m_workspace = 0; // of whose run the limits are
    SizingForm* m_form;
    SizingAnswers* m_answers;
    CurveTab* m_curve;
    CatalogueModel* m_catalogue;
    TableView* m_table;
    NameColumn* m_names = nullptr; // of the table
    ScenarioList* m_scenarios;
    QTabWidget* m_tabs;
    std::optional<Problem> m_base; // the document's
    WhatIf m_what_if;
    std::optional<Problem> m_tried; // the base with the what-if; nothing where that cannot be
    std::optional<PlannedProblem> m_plan; // of what is tried; nothing until it is known
    std::vector<SizingRequest> m_requests;
    std::shared_ptr<ReplayMemory> m_replays = std::make_shared<ReplayMemory>();
    QString m_summary;
    bool m_shown = false;
    bool m_cancelled = false; // since the last change
    bool m_stale = true; // to be asked once it is shown
    QTimer m_soon;
    QElapsedTimer m_asked; // since the last time
    SizingJob* m_job;
    SizingRunner m_runner; // last: it ends before the others go
};

}
