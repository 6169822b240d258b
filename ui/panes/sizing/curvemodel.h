// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/session/sizingwork.h"
#include "ui/models/columnmodel.h"

namespace stagecraft {

// Table of the points of a curve, one row per point.
class CurveModel : public ColumnModel {
    Q_OBJECT
public:
    enum Column { Value, Peak, Capacity, Rate, Time, Cost, Verdict, ColumnCount };
    Q_ENUM(Column)

    explicit CurveModel(QObject* parent = nullptr);

    void setPoints(std::vector<CurvePoint> points, WhatIfParameter parameter, const Model& model);
    int rowCount(const QModelIndex& parent = {}) const override;

private:
    QString title(int column) const override;
    QString meaning(int column) const override;
    bool hasWords(int column) const override { return column == Verdict; }
    QString text(int row, int column) const override;
    QString toolTip(int row, int column) const override;
    QString copiedTitle(int column) const override;
    QString copiedText(int row, int column) const override;

    std::vector<CurvePoint> m_points;
    WhatIfParameter m_parameter = WhatIfParameter::Nodes;
    SampleKind m_sample = SampleKind::Tokens;
};

}
