// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panes/sizing/curvetab.h"

#include "ui/panes/pane.h"
#include "ui/panes/sizing/curvemodel.h"
#include "ui/style/icons.h"
#include "ui/widgets/forms.h"
#include "ui/widgets/mutedlabel.h"
#include "ui/widgets/staleoverlay.h"
#include "ui/words/problemname.h"
#include "ui/words/sizingwords.h"

#include <QComboBox>
#include <QHBoxLayout>
#include <QStackedWidget>
#include <QTableView>
#include <QToolButton>
#include <QVBoxLayout>

namespace stagecraft {

CurveTab::CurveTab(QWidget* parent)
    : QWidget(parent)
    , m_parameter(new QComboBox)
    , m_measure(new QComboBox)
    , m_asTable(new QToolButton)
    , m_searching(new MutedLabel)
    , m_stack(new QStackedWidget)
    , m_chart(new SizingCurve)
    , m_model(new CurveModel(this))
    , m_table(new TableView(tr("Curve as a table")))
{
    describe(m_measure, QStringLiteral("curveMeasure"), tr("Vertical axis"),
             tr("Quantity on the vertical axis. Memory and cost are those of the recommended plan, throughput and time "
                "those of the fastest plan."));
    describe(m_parameter, QStringLiteral("curveLever"), tr("Horizontal axis"),
             tr("What-if parameter on the horizontal axis"));
    m_measure->addItem(tr("Peak memory"), static_cast<int>(CurveMeasure::Peak));
    m_measure->addItem(tr("Cost"), static_cast<int>(CurveMeasure::Cost));
    m_measure->addItem(tr("Throughput"), static_cast<int>(CurveMeasure::Throughput));
    m_measure->addItem(tr("Time"), static_cast<int>(CurveMeasure::Time));
    for (QComboBox* list : {m_measure, m_parameter}) { // narrow in a small window
        list->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
        list->setMinimumContentsLength(9);
    }
    m_asTable->setObjectName(QStringLiteral("curveAsTable"));
    m_asTable->setCheckable(true);
    m_asTable->setIcon(lineIcon(QStringLiteral("table")));
    m_asTable->setToolTip(tr("Show as a table"));
    m_asTable->setAccessibleName(tr("Show the curve as a table"));
    m_searching->setText(tr("Searching…"));
    QSizePolicy room = m_searching->sizePolicy();
    room.setRetainSizeWhenHidden(true); // otherwise the pane becomes too narrow during a search
    m_searching->setSizePolicy(room);
    m_searching->hide();
    m_table->setModel(m_model);
    m_stack->addWidget(m_chart);
    m_stack->addWidget(m_table);
    auto* line = new QHBoxLayout;
    line->setContentsMargins(12, 8, 12, 0);
    line->addWidget(m_measure);
    line->addWidget(new MutedLabel(tr("over")));
    line->addWidget(m_parameter);
    line->addWidget(m_searching);
    line->addStretch(1);
    line->addWidget(m_asTable);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addLayout(line);
    layout->addWidget(m_stack, 1);
    connect(m_parameter, &QComboBox::activated, this, &CurveTab::whatIfParameterChosen);
    connect(m_measure, &QComboBox::activated, this, [this] {
        m_chart->setMeasure(measure());
        Q_EMIT whatIfParameterChosen(); // the measure may need another plan
    });
    connect(m_asTable, &QToolButton::toggled, m_stack, [this](bool table) { m_stack->setCurrentIndex(table ? 1 : 0); });
}

void CurveTab::setProblem(const Problem& tried)
{
    const int before = m_parameter->currentData().toInt();
    m_problem = tried;
    m_parameter->clear();
    for (int l = 0; l < whatIfParameterCount; ++l) {
        const auto parameter = static_cast<WhatIfParameter>(l);
        if (whatIfValue(tried, parameter)) {
            m_parameter->addItem(whatIfParameterName(parameter, tried.model.sample), l);
        }
    }
    m_parameter->setCurrentIndex(std::max(0, m_parameter->findData(before)));
    m_searching->show();
    age();
}

void CurveTab::age()
{
    StaleOverlay::setOld(*m_stack, true);
}

CurveMeasure CurveTab::measure() const
{
    return static_cast<CurveMeasure>(m_measure->currentData().toInt());
}

Problem CurveTab::asked() const
{
    Problem problem = m_problem;
    if (isOfFastest(measure())) {
        problem.constraints.objective = Objective::Throughput;
    }
    return problem;
}

WhatIfParameter CurveTab::parameter() const
{
    return static_cast<WhatIfParameter>(m_parameter->currentData().toInt());
}

std::vector<double> CurveTab::values() const
{
    return whatIfStops(m_problem, parameter());
}

void CurveTab::setPoints(const std::vector<CurvePoint>& points)
{
    m_searching->hide();
    StaleOverlay::setOld(*m_stack, false);
    m_chart->setSubject(problemSubject(asked()));
    m_chart->setPoints(points, parameter(), m_problem.model, whatIfValue(m_problem, parameter()).value_or(0));
    m_model->setPoints(points, parameter(), m_problem.model);
    m_table->resizeColumnsToContents();
}

void CurveTab::clear(const QString& why)
{
    m_searching->hide();
    StaleOverlay::setOld(*m_stack, false);
    m_chart->clear(why);
    m_model->setPoints({}, parameter(), m_problem.model);
}

}
