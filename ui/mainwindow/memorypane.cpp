// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/mainwindow/memorypane.h"

#include "ui/mainwindow/workbench.h"
#include "ui/models/devicemodel.h"
#include "ui/support/peakwords.h"
#include "ui/support/planrole.h"

#include <QHeaderView>
#include <QTableView>

namespace stagecraft {

MemoryPane::MemoryPane(Workbench& workbench, QWidget* parent)
    : Pane(QStringLiteral("memory"), parent)
    , m_workbench(workbench)
    , m_model(new DeviceModel(this))
    , m_bars(new MemoryBars)
    , m_table(makeTable(tr("Memory per device, as a table")))
{
    setObjectName(QStringLiteral("memoryPane"));
    m_table->setModel(m_model);
    setContent(m_bars);
    setTwin(m_table);
    connect(&m_workbench.plans(), &PlanSelection::currentChanged, this, &MemoryPane::show);
    show();
}

void MemoryPane::show()
{
    const Candidate* candidate = m_workbench.plans().current();
    if (!candidate) {
        m_model->setDevices({}, {});
        m_bars->setDevices({}, {});
        showEmpty(tr("No plan selected"), tr("The memory of each device appears here with the first plan."));
        return;
    }
    QStringList names;
    if (const auto question = m_workbench.plans().question()) {
        for (const Layer& layer : question->problem.model.layers) {
            names += QString::fromStdString(layer.name);
        }
    }
    const MemoryKind kind = peakKind(candidate->estimate);
    m_model->setDevices(candidate->estimate.devices, names, kind);
    m_bars->setDevices(candidate->estimate.devices, names, kind);
    // Fitting the columns looks at the first rows only: with a thousand devices it would be felt otherwise.
    m_table->horizontalHeader()->setResizeContentsPrecision(20);
    m_table->resizeColumnsToContents();
    setSummary(
        QStringLiteral("%1 · %2. %3").arg(planName(*candidate), degreesText(candidate->plan), m_bars->summary()));
    showContent();
}

}
