// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panes/profiles/modelpane.h"

#include "ui/words/messagetext.h"
#include "ui/words/problemname.h"

#include <QHeaderView>
#include <QScrollArea>
#include <QTableView>

namespace stagecraft {

ModelPane::ModelPane(QWidget* parent)
    : Pane(QStringLiteral("model"), parent)
    , m_model(new LayerModel(this))
    , m_chart(new ChainChart)
    , m_table(new TableView(tr("Layers of the model, as a table")))
{
    setObjectName(QStringLiteral("modelPane"));
    m_table->setModel(m_model);
    QHeaderView* header = m_table->horizontalHeader();
    header->setStretchLastSection(false);
    header->setResizeContentsPrecision(50);
    header->setSectionResizeMode(QHeaderView::ResizeToContents);
    header->setSectionResizeMode(LayerModel::Kind, QHeaderView::Stretch);
    header->setMaximumSectionSize(360);
    auto* area = new QScrollArea; // four charts need more height than a small window has
    area->setWidget(m_chart);
    area->setWidgetResizable(true);
    area->setFrameShape(QFrame::NoFrame);
    area->setFocusPolicy(Qt::NoFocus);
    setContent(area);
    setTableView(m_table);
    connect(m_chart, &ChainChart::currentChanged, this, [this](int group) {
        if (group < 0) {
            m_table->clearSelection();
        } else if (group != m_table->currentIndex().row()) {
            m_table->selectRow(group);
        }
        setSummary(m_chart->summary());
    });
    connect(m_table->selectionModel(), &QItemSelectionModel::currentRowChanged, this,
            [this](const QModelIndex& current) {
                if (current.isValid()) {
                    m_chart->setCurrent(current.row());
                }
            });
    setProfile(nullptr);
}

void ModelPane::setProfile(std::shared_ptr<const ProfileData> data)
{
    m_model->setProfile(data);
    m_chart->setProfile(data);
    m_chart->setSubject(data ? problemName(data->session->problem) : QString());
    for (int column = LayerModel::FirstFigure; column <= LayerModel::LastFigure; ++column) {
        m_table->setColumnOffered(
            column, m_model->has(layerFigures[static_cast<std::size_t>(column - LayerModel::FirstFigure)]));
    }
    if (!data) {
        showEmpty(tr("No model yet"), tr("Choose a model in the Problem pane. Its layers appear here."));
        return;
    }
    if (!data->summary) {
        showEmpty(tr("The layers of %1 do not fit this workload").arg(QString::fromStdString(data->model().name)),
                  data->error ? errorText(*data->error) : QString());
        return;
    }
    setSummary(m_chart->summary());
    showContent();
}

}
