// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/panes/validation/agreementchart.h"
#include "ui/panes/validation/errorhistogramchart.h"
#include "ui/widgets/tableview.h"

#include <QWidget>

class QAction;
class QComboBox;
class QLineEdit;
class QStackedWidget;
class QTableView;
class QToolButton;

namespace stagecraft {

class RunGroupModel;
class ValidatedRunFilter;
class ValidatedRunModel;

// Comparison of predictions and measured runs: both charts, the runs with their causes, and the groups. Charts and
// table share the selected run.
class ValidationResults : public QWidget, public ExportableChart {
    Q_OBJECT
public:
    explicit ValidationResults(QWidget* parent = nullptr);

    void setData(std::shared_ptr<const ValidationData> data); // null clears the results

    AgreementChart* chart() const { return m_chart; }
    ErrorHistogramChart* histogram() const { return m_histogram; }
    QTableView* runs() const { return m_runs; }
    QTableView* groups() const { return m_groups; }
    QLineEdit* filterField() const { return m_text; }
    QAction* copyAction() const { return m_copy; }
    int current() const { return m_chart->current(); } // point of the view; -1 if none
    QString summary() const; // figures of the displayed runs
    QString leftOutReasons() const; // one line per reason; empty if no run is excluded

    QSize exportSize() const override; // both charts
    void exportTo(QPainter& painter) const override;

Q_SIGNALS:
    void summaryChanged();

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    QWidget* makeTools();
    QWidget* makeCharts();
    QWidget* makeTables();
    void setUpRuns();
    void setUpGroups();
    void fitCause();
    void rebuild();
    void select(int point);
    void showGroups(bool groups);

    std::shared_ptr<const ValidationData> m_data;
    std::shared_ptr<const ValidationView> m_view;
    ComparedQuantity m_quantity = ComparedQuantity::Memory;
    AgreementChart* m_chart;
    ErrorHistogramChart* m_histogram;
    ValidatedRunModel* m_runModel;
    ValidatedRunFilter* m_filter;
    RunGroupModel* m_groupModel;
    TableView* m_runs;
    QTableView* m_groups;
    QStackedWidget* m_tables = nullptr;
    QList<QToolButton*> m_quantityChips; // one per quantity
    QComboBox* m_grouping = nullptr;
    QLineEdit* m_text = nullptr;
    QAction* m_copy;
    int m_leastCause = 0; // width of the causes column: initial, and last fitted
    int m_cause = 0;
    bool m_filling = false; // the selection is being set from outside
};

}
