// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/search/sizing.h"
#include "ui/models/columnmodel.h"

#include <vector>

namespace stagecraft {

// Hardware on which a question fits, the lowest cost of its cheapest plan first; then what breaks a limit of the run,
// and what does not fit, and why.
class CatalogueModel : public ColumnModel {
    Q_OBJECT
public:
    enum Column { Hardware, Cost, RunBill, RunTime, Hourly, Verdict, Plan, Peak, Rate, ColumnCount };
    Q_ENUM(Column)

    explicit CatalogueModel(QObject* parent = nullptr);

    // `limits`: of the run, which each cluster keeps or breaks.
    void setClusters(std::vector<SizedCluster> clusters, const RunLimits& limits, const Model& model);
    bool isOfRun() const { return m_of_run; } // whether the run's length is told, so that there are bills of it
    int rowCount(const QModelIndex& parent = {}) const override;
    // The nodes of a row that its plan uses; without one all of them. Named so that parseCluster() reads it.
    Cluster cluster(int row) const;

private:
    QString verdictOn(const SizedPlan& plan) const;
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
