// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/models/columnmodel.h"
#include "ui/panes/memory/tracedata.h"

namespace stagecraft {

// One row per memory category at the peak: recorded run, prediction and difference. The last row is the sum.
class CategoryModel : public ColumnModel {
    Q_OBJECT
public:
    enum Column { Category, Recorded, Predicted, Difference, ColumnCount };
    Q_ENUM(Column)

    explicit CategoryModel(QObject* parent = nullptr);

    void setRows(std::vector<CategoryDifference> rows);

    int rowCount(const QModelIndex& parent = {}) const override;

private:
    QString title(int column) const override;
    QString meaning(int column) const override;
    bool hasWords(int column) const override;
    QString text(int row, int column) const override;
    QString toolTip(int row, int column) const override;
    QString copiedTitle(int column) const override;
    QString copiedText(int row, int column) const override;

    std::vector<CategoryDifference> m_rows;
};

}
