// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/panes/sizing/sizingcurve.h"

class QComboBox;
class QLabel;
class QStackedWidget;
class QTableView;
class QToolButton;

namespace stagecraft {

class CurveModel;

// A curve with selectors for both axes, and the same data as a table.
class CurveTab : public QWidget {
    Q_OBJECT
public:
    explicit CurveTab(QWidget* parent = nullptr);

    // Lists the what-if parameters of this problem. The displayed curve stays until setPoints().
    void setProblem(const Problem& tried);
    void setPoints(const std::vector<CurvePoint>& points);
    void age(); // marks the displayed curve as outdated
    void clear(const QString& why);
    WhatIfParameter parameter() const;
    CurveMeasure measure() const;
    Problem asked() const; // problem to plan at values(): the what-if problem with the objective of the measure
    std::vector<double> values() const; // values of the what-if parameter to plan
    SizingCurve* chart() const { return m_chart; }
    QTableView* table() const { return m_table; }

Q_SIGNALS:
    void whatIfParameterChosen(); // new points are needed

private:
    QComboBox* m_parameter;
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
