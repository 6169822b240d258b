// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/models/profiledata.h"

#include <QAbstractTableModel>

namespace stagecraft {

// A row a distinct layer of the model: where it stands, what of it is measured and how well.
class SignatureModel : public QAbstractTableModel {
    Q_OBJECT
public:
    enum Column { Layer, Kind, Covered, Spread, Additivity, ColumnCount };

    explicit SignatureModel(QObject* parent = nullptr);

    void setCoverage(std::optional<Coverage> coverage);
    bool hasAdditivity() const; // any row

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const override;

private:
    QVariant cell(int column, int role, const SignatureCoverage& row) const;

    Coverage m_coverage;
};

// "block × 12"; without a number where it stands alone.
QString layerTitle(const QString& name, qint64 count);
// "transformer block".
QString kindText(const std::string& kind);

}
