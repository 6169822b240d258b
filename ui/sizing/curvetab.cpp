// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/sizing/curvetab.h"

#include "ui/mainwindow/pane.h"
#include "ui/sizing/curvemodel.h"
#include "ui/sizing/sizingwords.h"
#include "ui/support/forms.h"
#include "ui/support/icons.h"
#include "ui/support/problemname.h"
#include "ui/support/quietlabel.h"
#include "ui/support/veil.h"

#include <QComboBox>
#include <QHBoxLayout>
#include <QStackedWidget>
#include <QTableView>
#include <QToolButton>
#include <QVBoxLayout>

namespace stagecraft {

CurveTab::CurveTab(QWidget* parent)
    : QWidget(parent)
    , m_lever(new QComboBox)
    , m_measure(new QComboBox)
    , m_asTable(new QToolButton)
    , m_searching(new QuietLabel)
    , m_stack(new QStackedWidget)
    , m_chart(new SizingCurve)
    , m_model(new CurveModel(this))
    , m_table(new TableView(tr("Curve as a table")))
{
    describe(m_measure, QStringLiteral("curveMeasure"), tr("Vertical axis"),
             tr("Quantity on the vertical axis. Memory and cost are those of the recommended plan, throughput and time "
                "those of the fastest plan."));
    describe(m_lever, QStringLiteral("curveLever"), tr("Horizontal axis"),
             tr("What-if parameter on the horizontal axis"));
    m_measure->addItem(tr("Peak memory"), static_cast<int>(CurveMeasure::Peak));
    m_measure->addItem(tr("Cost"), static_cast<int>(CurveMeasure::Cost));
    m_measure->addItem(tr("Throughput"), static_cast<int>(CurveMeasure::Throughput));
    m_measure->addItem(tr("Time"), static_cast<int>(CurveMeasure::Time));
    for (QComboBox* list : {m_measure, m_lever}) { // narrow in a small window
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
    line->addWidget(new QuietLabel(tr("over")));
    line->addWidget(m_lever);
    line->addWidget(m_searching);
    line->addStretch(1);
    line->addWidget(m_asTable);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addLayout(line);
    layout->addWidget(m_stack, 1);
    connect(m_lever, &QComboBox::activated, this, &CurveTab::leverChosen);
    connect(m_measure, &QComboBox::activated, this, [this] {
        m_chart->setMeasure(measure());
        Q_EMIT leverChosen(); // the measure may need another plan
    });
    connect(m_asTable, &QToolButton::toggled, m_stack, [this](bool table) { m_stack->setCurrentIndex(table ? 1 : 0); });
}

void CurveTab::setProblem(const Problem& tried)
{
    const int before = m_lever->currentData().toInt();
    m_problem = tried;
    m_lever->clear();
    for (int l = 0; l < levers; ++l) {
        const auto lever = static_cast<Lever>(l);
        if (leverValue(tried, lever)) {
            m_lever->addItem(leverName(lever, tried.model.sample), l);
        }
    }
    m_lever->setCurrentIndex(std::max(0, m_lever->findData(before)));
    m_searching->show();
    age();
}

void CurveTab::age()
{
    Veil::setOld(*m_stack, true);
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

Lever CurveTab::lever() const
{
    return static_cast<Lever>(m_lever->currentData().toInt());
}

std::vector<double> CurveTab::values() const
{
    return leverStops(m_problem, lever());
}

void CurveTab::setPoints(const std::vector<CurvePoint>& points)
{
    m_searching->hide();
    Veil::setOld(*m_stack, false);
    m_chart->setSubject(problemSubject(asked()));
    m_chart->setPoints(points, lever(), m_problem.model, leverValue(m_problem, lever()).value_or(0));
    m_model->setPoints(points, lever(), m_problem.model);
    m_table->resizeColumnsToContents();
}

void CurveTab::clear(const QString& why)
{
    m_searching->hide();
    Veil::setOld(*m_stack, false);
    m_chart->clear(why);
    m_model->setPoints({}, lever(), m_problem.model);
}

}
