// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/models/columnmodel.h"
#include "ui/panes/profiles/profiledata.h"

namespace stagecraft {

// One row per distinct layer, with its position, coverage and measurement quality.
class SignatureModel : public ColumnModel {
    Q_OBJECT
public:
    enum Column { Layer, Kind, Covered, Spread, Additivity, ColumnCount };
    Q_ENUM(Column)

    explicit SignatureModel(QObject* parent = nullptr);

    void setCoverage(std::optional<Coverage> coverage);
    bool hasAdditivity() const; // true if any row has an additivity figure

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

// "block × 12"; only the name for a single layer.
QString layerTitle(const QString& name, qint64 count);

}
