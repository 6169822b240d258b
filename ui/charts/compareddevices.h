// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/charts/memorybarslayout.h"
#include "ui/models/columnmodel.h"
#include "ui/models/comparedplan.h"

namespace stagecraft {

// One bar of the device memory chart: a group of devices that are equal in every plan, or a stage if there are many
// groups.
struct ComparedBar {
    MemoryRow row; // its label names the device and the plan
    QString device;
    QString plan;
    QString copied_device; // in English, for files
    QString copied_plan;
    std::size_t column = 0; // index of the compared plan
};

std::vector<ComparedBar> comparedBars(const std::vector<ComparedPlan>& plans);

// Table of the bars, one row each.
class ComparedDevices : public ColumnModel {
    Q_OBJECT
public:
    enum Column { Device, Plan, Peak, AtMost, Capacity, Fits, ColumnCount };
    Q_ENUM(Column)

    explicit ComparedDevices(QObject* parent = nullptr);

    void setBars(std::vector<ComparedBar> bars);
    int rowCount(const QModelIndex& parent = {}) const override;

private:
    QString title(int column) const override;
    QString meaning(int column) const override;
    bool hasWords(int column) const override;
    QString text(int row, int column) const override;
    QString toolTip(int row, int column) const override;
    QString copiedTitle(int column) const override;
    QString copiedText(int row, int column) const override;
    std::optional<Bytes> bytesIn(int row, int column) const;

    std::vector<ComparedBar> m_bars;
};

}
