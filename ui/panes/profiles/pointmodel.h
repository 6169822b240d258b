// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/models/columnmodel.h"
#include "ui/panes/profiles/fitcell.h"
#include "ui/panes/profiles/profiledata.h"

namespace stagecraft {

// Points of one distinct layer, one row each: measurement, prediction fitted to the other points, and comparison with
// another device.
class PointModel : public ColumnModel {
    Q_OBJECT
public:
    // Prediction, residual and compared device follow each measured quantity.
    enum Column {
        MicroBatch,
        Sequence,
        Status,
        Forward,
        ForwardPredicted,
        ForwardResidual,
        ForwardRatio,
        Backward,
        BackwardPredicted,
        BackwardResidual,
        BackwardRatio,
        Spread,
        Saved,
        SavedPredicted,
        SavedResidual,
        OtherBytes,
        MeasuredAt,
        ColumnCount
    };
    Q_ENUM(Column)

    explicit PointModel(QObject* parent = nullptr);

    // Shows a row of the coverage; clears the table if null or out of range.
    void setRow(std::shared_ptr<const ProfileData> data, int row);
    bool isComparing() const;
    bool hasSeveralSequences() const;

    const Measurement* measurement(int row) const; // null if missing
    PointPlace place(int row) const;
    int rowOf(const PointPlace& place) const; // -1 if missing

    int rowCount(const QModelIndex& parent = {}) const override;

private:
    struct Row {
        PointPlace place;
        const Measurement* measurement = nullptr;
        const ComparedPoint* compared = nullptr;
        const LayerCost* predicted = nullptr; // fitted to the layer's other points
    };
    std::optional<FitCell> fitCell(const Row& row, int column) const; // empty for other columns
    QString title(int column) const override;
    QString meaning(int column) const override;
    bool hasWords(int column) const override;
    QString text(int row, int column) const override;
    QString toolTip(int row, int column) const override;
    QString copiedTitle(int column) const override;
    QString copiedText(int row, int column) const override;
    QVariant sortValue(int row, int column) const override;

    std::shared_ptr<const ProfileData> m_data; // owns the data that rows point to
    std::vector<Row> m_rows;
};

// "Intel(R) Xeon(R) Processor · libtorch 2.11.0 · 2 threads".
QString deviceText(const MeasuredDevice& device);

}
