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

// Rows of a form that ask what else a search decides: how many stages lie at a place, where tensor ranks may lie, what
// single layers and stages do, and by what the peaks of unlike devices are compared. Only those rows are shown that
// matter to the question.
class SearchRows : public QObject {
    Q_OBJECT
public:
    // Adds the rows to the form, which must outlive this.
    explicit SearchRows(QFormLayout* form, QObject* parent = nullptr);

    void setValue(const Problem& problem);
    void applyTo(Constraints& constraints) const;
    QString summary() const; // what is not as it usually is; empty: nothing

    QList<QWidget*> fields() const;

Q_SIGNALS:
    void chosen(); // from a list or by a box, by the user; before changed()
    void changed(const QString& what); // by the user or setValue()

private:
    QCheckBox* addBox(const QString& name, const QString& label, const QString& toolTip);

    QFormLayout* m_form;
    QSpinBox* m_interleave;
    QComboBox* m_measure;
    QCheckBox* m_acrossNodes;
    QCheckBox* m_recomputeLayers;
    QCheckBox* m_swap;
    QCheckBox* m_stageDegrees;
    bool m_given = false; // a layer table's costs: of what single layers do there is nothing to decide
};

}
