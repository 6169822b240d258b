// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/search/comparison.h"
#include "ui/mainwindow/pane.h"
#include "ui/support/background.h"

#include <stop_token>

class QComboBox;
class QPushButton;

namespace stagecraft {

class PartitionerBars;
class PartitionerModel;
class Workbench;

// What other partitioners make of the problem, by the same costs, as `stagecraft-cli plan --partitioner all` tells it.
// Compares only while it is in sight.
class PartitionersPane : public Pane {
    Q_OBJECT
public:
    // `workbench` must outlive this.
    explicit PartitionersPane(Workbench& workbench, QWidget* parent = nullptr);
    ~PartitionersPane() override; // stops what runs and waits for it

    void setShown(bool shown);
    bool isUpToDate() const { return !m_stale && !m_running; }

    PartitionerBars* chart() const { return m_bars; }
    QTableView* table() const { return m_table; }
    QComboBox* modeField() const { return m_mode; }
    QPushButton* keepButton() const { return m_keep; }

Q_SIGNALS:
    void refreshed(); // there is a comparison, or none any more

private:
    void setUpHeader();
    void setUpTable();
    void refresh();
    void compare();
    void showComparison(const Result<PartitionerComparison>& comparison, Bytes capacity);
    void showNothing(const QString& why);
    void choose(int row);
    void keep(); // the chosen plan as one of the user's own

    Workbench& m_workbench;
    QComboBox* m_mode;
    QPushButton* m_keep;
    PartitionerBars* m_bars;
    PartitionerModel* m_model;
    QTableView* m_table;
    std::shared_ptr<const PartitionerComparison> m_comparison;
    bool m_shown = false;
    bool m_stale = true; // to be asked once it is shown
    bool m_running = false;
    std::stop_source m_stop;
    Background m_background; // last: it ends before the others go
};

}
