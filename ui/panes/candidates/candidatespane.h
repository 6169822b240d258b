// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/hardware/cluster.h"
#include "ui/panes/pane.h"

#include <QTimer>

#include <functional>
#include <optional>
#include <vector>

class QAction;
class QLineEdit;
class QPushButton;
class QToolButton;

namespace stagecraft {

class CandidateFilter;
class CandidateModel;
class InlineMessage;
class PeakDelegate;
class PickCards;
class MutedLabel;
class Settings;
class Workbench;

// Table of all plans, with a summary of the search result, filter chips and a text filter.
class CandidatesPane : public Pane {
    Q_OBJECT
public:
    CandidatesPane(Workbench& workbench, Settings& settings, QWidget* parent = nullptr);

    QAction* copyTableAction() const { return m_copyTable; }
    QAction* copyCommandAction() const { return m_copyCommand; }
    PickCards* picks() const { return m_picks; }
    TableView* table() const { return m_table; }
    QLineEdit* filterField() const { return m_text; }
    // Shown if layers are not measured: states the basis of the plans.
    InlineMessage* unmeasured() const { return m_unmeasured; }
    QPushButton* profileButton() const { return m_profile; }

    // Shown if the search for the current problem was canceled.
    QPushButton* againButton() const { return m_again; }

    std::vector<int> selectedCandidates() const; // indices into the result, in row order

    void step(int rows); // moves the selection down by visible rows
    void saveColumns();

Q_SIGNALS:
    void profileRequested();
    void selectionChanged();

private:
    void setUpTable();
    void restoreColumns();
    QWidget* makeContent();
    QWidget* makeTools();
    static QString frontText(bool complete);
    QWidget* makeNotice();
    void showPlans();
    void showGaps();
    void showState();
    void showRefusal();
    std::optional<QString> frameworkRefusal() const;
    void planWithoutFramework();
    bool isRefusedByTarget() const;
    void planForAnyTarget();
    void showAge();
    void showMissing();
    void profile(); // starts a dry run, or requests a profile
    void showCurrent(int candidate);
    void refilter(const std::function<void()>& change);

    Workbench& m_workbench;
    Settings& m_settings;
    CandidateModel* m_model;
    CandidateFilter* m_filter;
    PeakDelegate* m_peaks;
    PickCards* m_picks;
    TableView* m_table;
    QWidget* m_tools;
    QToolButton* m_front;
    QLineEdit* m_text;
    QWidget* m_notice;
    InlineMessage* m_unmeasured;
    QPushButton* m_profile;
    QPushButton* m_again;
    MutedLabel* m_few; // shown if the table does not list all plans
    MutedLabel* m_gaps; // shown if the framework does not support options that the search varies
    QAction* m_copyTable;
    QAction* m_copyCommand;
    QTimer m_patience;
    bool m_choosing = false; // the user is changing the current row
    bool m_showing = false; // the selection is being set from outside
};

}
