// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/problem/problem.h"

#include <QList>
#include <QObject>

class QCheckBox;
class QComboBox;
class QFormLayout;
class QSpinBox;
class QWidget;

namespace stagecraft {

// Form rows for further search options: stages per pipeline rank, tensor parallelism across nodes, per-layer and
// per-stage settings, and the metric that compares peaks on different device types. Only rows that apply are shown.
class SearchRows : public QObject {
    Q_OBJECT
public:
    // Adds the rows to the form, which must outlive this.
    explicit SearchRows(QFormLayout* form, QObject* parent = nullptr);

    void setValue(const Problem& problem);
    void applyTo(Constraints& constraints) const;
    QString summary() const; // non-default settings; empty if there are none

    QList<QWidget*> fields() const;

Q_SIGNALS:
    void chosen(); // the user selected from a list or toggled a box; emitted before changed()
    void changed(const QString& what); // emitted for changes by the user and by setValue()

private:
    QCheckBox* addBox(const QString& name, const QString& label, const QString& toolTip);

    QFormLayout* m_form;
    QSpinBox* m_interleave;
    QComboBox* m_measure;
    QCheckBox* m_acrossNodes;
    QCheckBox* m_recomputeLayers;
    QCheckBox* m_swap;
    QCheckBox* m_stageDegrees;
    bool m_given = false; // costs come from a layer table: no per-layer options
};

}
