// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/charts/tradeoffchart.h"
#include "ui/mainwindow/pane.h"

class QComboBox;

namespace stagecraft {

class CandidateModel;
class Workbench;

// Throughput, cost, time to train or devices against memory of all plans.
class TradeoffPane : public Pane {
    Q_OBJECT
public:
    explicit TradeoffPane(Workbench& workbench, QWidget* parent = nullptr);

    TradeoffChart* chart() const { return m_chart; }
    QTableView* table() const { return m_table; }

private:
    void show();
    void showCurrent(int candidate);
    void setUpTable();
    void fillAcross();
    QList<int> shownColumns() const;

    Workbench& m_workbench;
    TradeoffChart* m_chart;
    CandidateModel* m_model;
    QTableView* m_table;
    QComboBox* m_across; // what the plans lie across
};

}
