// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/models/columnmodel.h"
#include "ui/models/profiledata.h"

namespace stagecraft {

// A row a distinct layer of the model: where it stands, what of it is measured and how well.
class SignatureModel : public ColumnModel {
    Q_OBJECT
public:
    enum Column { Layer, Kind, Covered, Spread, Additivity, ColumnCount };
    Q_ENUM(Column)

    explicit SignatureModel(QObject* parent = nullptr);

    void setCoverage(std::optional<Coverage> coverage);
    bool hasAdditivity() const; // any row

    int rowCount(const QModelIndex& parent = {}) const override;

private:
    QString title(int column) const override;
    QString meaning(int column) const override;
    bool hasWords(int column) const override;
    QString text(int row, int column) const override;
    QString toolTip(int row, int column) const override;
    QString copiedTitle(int column) const override;
    QString copiedText(int row, int column) const override;

    Coverage m_coverage;
};

// "block × 12"; without a number where it stands alone.
QString layerTitle(const QString& name, qint64 count);

}
