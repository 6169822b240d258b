// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/models/columnmodel.h"
#include "ui/models/fitcell.h"
#include "ui/models/profiledata.h"

namespace stagecraft {

// A row a point of one distinct layer: what was measured there, or that it is missing; what the fit of the layer's
// other points says there; and the same point on another device.
class PointModel : public ColumnModel {
    Q_OBJECT
public:
    // What is predicted of a figure, and the device to compare with, stand behind the same of the device on show.
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

    // Shows a row of the coverage; null or out of range: nothing.
    void setRow(std::shared_ptr<const ProfileData> data, int row);
    bool isComparing() const;
    bool hasSeveralSequences() const;

    const Measurement* measurement(int row) const; // null where the point is missing
    PointPlace place(int row) const;
    int rowOf(const PointPlace& place) const; // -1 if it is not there

    int rowCount(const QModelIndex& parent = {}) const override;

private:
    struct Row {
        PointPlace place;
        const Measurement* measurement = nullptr;
        const ComparedPoint* compared = nullptr;
        const LayerCost* predicted = nullptr; // by the layer's other points
    };
    std::optional<FitCell> fitCell(const Row& row, int column) const; // nothing for other columns
    QString title(int column) const override;
    QString meaning(int column) const override;
    bool hasWords(int column) const override;
    QString text(int row, int column) const override;
    QString toolTip(int row, int column) const override;
    QString copiedTitle(int column) const override;
    QString copiedText(int row, int column) const override;
    QVariant sortValue(int row, int column) const override;

    std::shared_ptr<const ProfileData> m_data; // the rows point into it
    std::vector<Row> m_rows;
};

// "Intel(R) Xeon(R) Processor · libtorch 2.11.0 · 2 threads".
QString deviceText(const MeasuredDevice& device);

}
