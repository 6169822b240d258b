// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/search/sizing.h"
#include "ui/models/columnmodel.h"

#include <vector>

namespace stagecraft {

// Hardware offers with their cheapest plan, sorted by cost; then offers that exceed a run limit, and offers on which no
// plan fits, with the reason.
class CatalogueModel : public ColumnModel {
    Q_OBJECT
public:
    enum Column { Hardware, Cost, RunBill, RunTime, Hourly, Verdict, Plan, Peak, Rate, ColumnCount };
    Q_ENUM(Column)

    explicit CatalogueModel(QObject* parent = nullptr);

    // `limits`: run limits that each cluster is checked against.
    void setClusters(std::vector<SizedCluster> clusters, const RunLimits& limits, const Model& model);
    bool isOfRun() const { return m_of_run; } // true if the run length is set, so the total cost is known
    int rowCount(const QModelIndex& parent = {}) const override;
    // The nodes that the plan of a row uses; all nodes without a plan. parseCluster() can read the name.
    Cluster cluster(int row) const;

private:
    QString verdictTextOf(const SizedPlan& plan) const;
    QString title(int column) const override;
    QString meaning(int column) const override;
    bool hasWords(int column) const override;
    QString text(int row, int column) const override;
    QString toolTip(int row, int column) const override;
    QString copiedTitle(int column) const override;
    QString copiedText(int row, int column) const override;

    std::vector<SizedCluster> m_clusters;
    RunLimits m_limits;
    const SizedCluster& sized(int row) const { return m_clusters[static_cast<std::size_t>(row)]; }
    bool m_of_run = false;
    SampleKind m_sample = SampleKind::Tokens;
};

}
