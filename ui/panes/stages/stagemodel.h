// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/estimate/estimate.h"
#include "core/plan/plan.h"
#include "ui/models/columnmodel.h"
#include "ui/panes/stages/stagelayers.h"

#include <optional>
#include <vector>

namespace stagecraft {

// The stages as a table, one row per stage.
class StageModel : public ColumnModel {
    Q_OBJECT
public:
    enum Column { Stage, Layers, Tensor, Replicas, Activations, Parameters, Passes, Peak, Capacity, ColumnCount };
    Q_ENUM(Column)

    explicit StageModel(QObject* parent = nullptr);

    void setPlan(const Plan& plan, std::optional<Estimate> estimate); // as StageStrip::setPlan()
    void setLayers(std::vector<ShownLayer> layers); // empty: unknown
    int rowCount(const QModelIndex& parent = {}) const override;

private:
    QString title(int column) const override;
    QString meaning(int column) const override;
    bool hasWords(int column) const override { return column == Activations; }
    QString text(int row, int column) const override;
    QString toolTip(int row, int column) const override;
    QString copiedTitle(int column) const override;
    QString copiedText(int row, int column) const override;
    // Sum over the layers of the stage; empty while they are unknown.
    std::optional<double> sumOf(int row, LayerMeasure measure) const;

    Plan m_plan;
    std::optional<Estimate> m_estimate;
    std::vector<ShownLayer> m_layers;
};

}
