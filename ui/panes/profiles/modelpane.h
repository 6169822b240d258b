// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/panes/pane.h"
#include "ui/panes/profiles/chainchart.h"
#include "ui/widgets/tableview.h"

namespace stagecraft {

// The layers of the model: parameters, operations and activations along the chain.
class ModelPane : public Pane {
    Q_OBJECT
public:
    explicit ModelPane(QWidget* parent = nullptr);

    void setProfile(std::shared_ptr<const ProfileData> data); // null: no problem is open

    ChainChart* chart() const { return m_chart; }
    QTableView* table() const { return m_table; }

private:
    LayerModel* m_model;
    ChainChart* m_chart;
    TableView* m_table;
};

}
