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

// Rows of a form that ask how layers and state are shared among devices, and where their bytes lie, or leave it to the
// search. Only those rows are shown that matter to the model.
class SharingRows : public QObject {
    Q_OBJECT
public:
    // Adds the rows to the form, which must outlive this.
    explicit SharingRows(QFormLayout* form, QObject* parent = nullptr);

    void setValue(const Problem& problem);
    // Policies of single layers, for which there is no row, stay until a policy is chosen.
    void applyTo(Constraints& constraints) const;
    QString summary() const; // what the search decides, and what is not as it usually is; empty: nothing

    QList<QWidget*> fields() const;

Q_SIGNALS:
    void chosen(); // from a list, by the user; before changed()
    void changed(const QString& what); // by the user or setValue()

private:
    QSpinBox* addDegree(const QString& name, const QString& label, const QString& toolTip);
    QComboBox* addList(const QString& name, const QString& label, const QString& toolTip);
    void fillLists();
    void showRows(const Problem& problem);
    void showPolicies(const Constraints& constraints);
    void applyPolicies(Constraints& constraints) const;

    QFormLayout* m_form;
    bool m_given = false; // a layer table's costs: there is nothing to decide
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
