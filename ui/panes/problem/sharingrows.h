// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/problem/problem.h"

#include <QList>
#include <QObject>

class QComboBox;
class QFormLayout;
class QSpinBox;
class QWidget;

namespace stagecraft {

// Form rows for parallel sizes, ZeRO, gradients, activations and CPU offload, each fixed or searched. Only rows that
// apply to the model are shown.
class SharingRows : public QObject {
    Q_OBJECT
public:
    // Adds the rows to the form, which must outlive this.
    explicit SharingRows(QFormLayout* form, QObject* parent = nullptr);

    void setValue(const Problem& problem);
    // Keeps per-layer policies, which have no row, until the user chooses a policy.
    void applyTo(Constraints& constraints) const;
    QString summary() const; // searched and non-default settings; empty if there are none

    QList<QWidget*> fields() const;

Q_SIGNALS:
    void chosen(); // the user selected from a list; emitted before changed()
    void changed(const QString& what); // emitted for changes by the user and by setValue()

private:
    QSpinBox* addDegree(const QString& name, const QString& label, const QString& toolTip);
    QComboBox* addList(const QString& name, const QString& label, const QString& toolTip);
    void fillLists();
    void showRows(const Problem& problem);
    void showPolicies(const Constraints& constraints);
    void applyPolicies(Constraints& constraints) const;

    QFormLayout* m_form;
    bool m_given = false; // costs come from a layer table: nothing to search
    QSpinBox* m_tensor;
    QComboBox* m_sequenceParallel;
    QSpinBox* m_context;
    QComboBox* m_contextKind;
    QSpinBox* m_expert;
    QComboBox* m_zero;
    QComboBox* m_gradients;
    QComboBox* m_policy;
    QComboBox* m_offload;
};

}
