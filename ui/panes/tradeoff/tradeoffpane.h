// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/panes/pane.h"
#include "ui/panes/tradeoff/tradeoffchart.h"
#include "ui/widgets/tableview.h"

class QBoxLayout;
class QComboBox;
class QHBoxLayout;

namespace stagecraft {

class CandidateModel;
class Workbench;

// Scatter chart of all plans over two of: peak memory, throughput, cost, time to train and devices.
class TradeoffPane : public Pane {
    Q_OBJECT
public:
    explicit TradeoffPane(Workbench& workbench, QWidget* parent = nullptr);

    TradeoffChart* chart() const { return m_chart; }
    QTableView* table() const { return m_table; }

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    void show();
    void showCurrent(int candidate);
    void setUpTable();
    QWidget* makeTools();
    QComboBox* addChoice(QHBoxLayout& tools, const char* name, const QString& label, const QString& sign,
                         const QString& what);
    void fillAxes();
    void showAxes();
    void chooseAxes(const QComboBox* changed);
    QList<int> shownColumns() const;

    Workbench& m_workbench;
    TradeoffChart* m_chart;
    CandidateModel* m_model;
    TableView* m_table;
    QBoxLayout* m_tools;
    QComboBox* m_upwards; // quantity on the vertical axis
    QComboBox* m_across; // quantity on the horizontal axis
    QComboBox* m_colors; // property shown by the colors
};

}
