// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QSize>
#include <QString>

#include <optional>

class QPainter;

namespace stagecraft {

// A chart that can be exported to a file in full, with legend and axes.
class ExportableChart {
public:
    virtual ~ExportableChart() = default;
    virtual QSize exportSize() const = 0; // in device-independent pixels
    virtual void exportTo(QPainter& painter) const = 0; // into (0, 0, exportSize())
    // Model, cluster, and objective or plan for the exported title. Empty: those of the visible plans.
    const std::optional<QString>& exportSubject() const { return m_subject; }
    void setSubject(const std::optional<QString>& subject) { m_subject = subject; }

private:
    std::optional<QString> m_subject;
};

}
