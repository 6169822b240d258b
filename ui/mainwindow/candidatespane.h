// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/hardware/cluster.h"
#include "ui/mainwindow/pane.h"

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
class QuietLabel;
class Settings;
class Workbench;

// All plans as a table, with what the search found in a sentence, chips and a text to filter by.
class CandidatesPane : public Pane {
    Q_OBJECT
public:
    CandidatesPane(Workbench& workbench, Settings& settings, QWidget* parent = nullptr);

    QAction* copyTableAction() const { return m_copyTable; }
    QAction* copyCommandAction() const { return m_copyCommand; }
    PickCards* picks() const { return m_picks; }
    TableView* table() const { return m_table; }
    QLineEdit* filterField() const { return m_text; }
    // Says what the plans rest on where layers are not measured; its button measures them.
    InlineMessage* unmeasured() const { return m_unmeasured; }
    QPushButton* profileButton() const { return m_profile; }

    // Shown while the search for what is asked now was cancelled.
    QPushButton* againButton() const { return m_again; }

    std::vector<int> selectedCandidates() const; // of the result, in the order of the rows

    void step(int rows); // down, of the rows on show
    void saveColumns();

Q_SIGNALS:
    void profileRequested();
    void selectionChanged(); // other rows are selected

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
    void profile(); // asked for by the notice: a dry one at once
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
    QuietLabel* m_few; // told where the table has not all plans
    QuietLabel* m_gaps; // shown where the framework's model does not cover what the search varies
    QAction* m_copyTable;
    QAction* m_copyCommand;
    QTimer m_patience;
    bool m_choosing = false; // the user makes another row current
    bool m_showing = false; // the selection is being set from outside
};

}
