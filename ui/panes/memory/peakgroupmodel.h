// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/snapshot/memorytrace.h"
#include "ui/models/columnmodel.h"

#include <memory>

namespace stagecraft {

// One row per stack trace with blocks that are live at the peak of a run, largest first.
class PeakGroupModel : public ColumnModel {
    Q_OBJECT
public:
    enum Column { Size, Category, Blocks, Share, Frames, ColumnCount };
    Q_ENUM(Column)

    explicit PeakGroupModel(QObject* parent = nullptr);

    void setTrace(std::shared_ptr<const MemoryTrace> trace); // null clears the table

    int rowCount(const QModelIndex& parent = {}) const override;

private:
    QString title(int column) const override;
    QString meaning(int column) const override;
    bool hasWords(int column) const override;
    QString text(int row, int column) const override;
    QString toolTip(int row, int column) const override;
    QString copiedTitle(int column) const override;
    QString copiedText(int row, int column) const override;

    std::shared_ptr<const MemoryTrace> m_trace;
};

}
