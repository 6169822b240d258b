// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/sizing/sizingcurve.h"

class QComboBox;
class QLabel;
class QStackedWidget;
class QTableView;
class QToolButton;

namespace stagecraft {

class CurveModel;

// A curve with the choice of what is across and what is up, and its twin as a table.
class CurveTab : public QWidget {
    Q_OBJECT
public:
    explicit CurveTab(QWidget* parent = nullptr);

    // Offers the levers that this problem has; the curve on show stays until setPoints().
    void setProblem(const Problem& tried);
    void setPoints(const std::vector<CurvePoint>& points);
    void age(); // the curve on show answers an earlier question
    void clear(const QString& why);
    Lever lever() const;
    CurveMeasure measure() const;
    Problem asked() const; // to be planned at the values: what is tried, for the plan that the measure is of
    std::vector<double> values() const; // to be planned at
    SizingCurve* chart() const { return m_chart; }
    QTableView* table() const { return m_table; }

Q_SIGNALS:
    void leverChosen(); // other points are wanted

private:
    QComboBox* m_lever;
    QComboBox* m_measure;
    QToolButton* m_asTable;
    QLabel* m_searching;
    QStackedWidget* m_stack;
    SizingCurve* m_chart;
    CurveModel* m_model;
    QTableView* m_table;
    Problem m_problem;
};

}
