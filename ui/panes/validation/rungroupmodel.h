// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/models/columnmodel.h"
#include "ui/models/validationdata.h"

namespace stagecraft {

// One row per group of runs, with error statistics.
class RunGroupModel : public ColumnModel {
    Q_OBJECT
public:
    enum Column { Name, Runs, Mean, Median, P90, Bias, Rank, Coverage, ColumnCount };
    Q_ENUM(Column)

    enum Role { MarkRole = sortRole + 1 }; // int: mark of the group in the chart

    explicit RunGroupModel(QObject* parent = nullptr);

    void setView(std::shared_ptr<const ValidationView> view); // null clears the table

    int rowCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;

private:
    QString title(int column) const override;
    QString meaning(int column) const override;
    bool hasWords(int column) const override;
    QString text(int row, int column) const override;
    QString toolTip(int row, int column) const override;
    QString copiedTitle(int column) const override;
    QString copiedText(int row, int column) const override;

    std::shared_ptr<const ValidationView> m_view;
};

}
