// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/search/comparison.h"
#include "ui/models/columnmodel.h"

#include <memory>

namespace stagecraft {

// One row per partitioner, in the order of the comparison.
class PartitionerModel : public ColumnModel {
    Q_OBJECT
public:
    enum Column { Partitioner, Peak, OfOurs, Step, Verdict, Degrees, Devices, Cuts, Source, Note, ColumnCount };
    Q_ENUM(Column)

    explicit PartitionerModel(QObject* parent = nullptr);

    void setComparison(std::shared_ptr<const PartitionerComparison> comparison); // null: no rows
    int rowCount(const QModelIndex& parent = {}) const override;

private:
    QString title(int column) const override;
    QString meaning(int column) const override;
    bool hasWords(int column) const override;
    QString text(int row, int column) const override;
    QString toolTip(int row, int column) const override;
    bool hasRichToolTips() const override { return true; }
    QString copiedTitle(int column) const override;
    QString copiedText(int row, int column) const override;

    const PartitionerRow& at(int row) const { return m_comparison->rows[static_cast<std::size_t>(row)]; }

    std::shared_ptr<const PartitionerComparison> m_comparison;
};

}
