// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QSize>
#include <QString>

#include <optional>

class QPainter;

namespace stagecraft {

// A chart that can be drawn into a file, whole, with legend and axes.
class ExportableChart {
public:
    virtual ~ExportableChart() = default;
    virtual QSize exportSize() const = 0; // in device-independent pixels
    virtual void exportTo(QPainter& painter) const = 0; // into (0, 0, exportSize())
    // The model, cluster and objective that it is about, for its title; empty: none of them. Nothing: those of the
    // plans on show.
    virtual std::optional<QString> exportSubject() const { return std::nullopt; }
};

}
