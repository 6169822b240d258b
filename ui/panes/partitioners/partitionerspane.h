// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/search/comparison.h"
#include "ui/app/background.h"
#include "ui/panes/pane.h"

#include <stop_token>

class QComboBox;
class QPushButton;

namespace stagecraft {

class PartitionerBars;
class PartitionerModel;
class Workbench;

// Compares the plans of other partitioners under the same costs, like `stagecraft-cli plan --partitioner all`. Compares
// only while visible.
class PartitionersPane : public Pane {
    Q_OBJECT
public:
    // `workbench` must outlive this.
    explicit PartitionersPane(Workbench& workbench, QWidget* parent = nullptr);
    ~PartitionersPane() override; // stops running work and waits for it

    void setShown(bool shown);
    bool isUpToDate() const { return !m_stale && !m_running; }

    PartitionerBars* chart() const { return m_bars; }
    QTableView* table() const { return m_table; }
    QComboBox* modeField() const { return m_mode; }
    QPushButton* keepButton() const { return m_keep; }

Q_SIGNALS:
    void refreshed(); // the comparison changed

private:
    void setUpHeader();
    void setUpTable();
    void refresh();
    void compare();
    void showComparison(const Result<PartitionerComparison>& comparison, Bytes capacity);
    void showNothing(const QString& why);
    void choose(int row);
    void keep(); // adds the selected plan as a user-defined plan

    Workbench& m_workbench;
    QComboBox* m_mode;
    QPushButton* m_keep;
    PartitionerBars* m_bars;
    PartitionerModel* m_model;
    QTableView* m_table;
    std::shared_ptr<const PartitionerComparison> m_comparison;
    bool m_shown = false;
    bool m_stale = true; // compare when shown
    bool m_running = false;
    std::stop_source m_stop;
    Background m_background; // last member: ends before the others are destroyed
};

}
