// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/problem/billing.h"

#include <QList>
#include <QObject>
#include <QString>

class QComboBox;
class QDoubleSpinBox;
class QFormLayout;
class QWidget;

namespace stagecraft {

// Rows of a form that say what of a cluster is paid for, what preemptions cost, and what energy.
class BillingRows : public QObject {
    Q_OBJECT
public:
    // Adds the rows to the form, which must outlive this.
    explicit BillingRows(QFormLayout* form, QObject* parent = nullptr);

    void setValue(const BillingOptions& billing);
    void applyTo(BillingOptions& billing) const; // what the user has not changed stays exactly as it is
    QString complaint() const; // empty: nothing is wrong
    QString summary() const; // what is not usual; else empty
    QList<QWidget*> fields() const;

Q_SIGNALS:
    void chosen(); // from a list, by the user; before changed()
    void changed(const QString& what);

private:
    QDoubleSpinBox* addNumber(const char* name, const QString& label, const QString& toolTip, double most,
                              const QString& unit);

    QFormLayout* m_form;
    QComboBox* m_unit;
    QDoubleSpinBox* m_interval = nullptr; // minutes
    QDoubleSpinBox* m_checkpoint = nullptr; // seconds
    QDoubleSpinBox* m_restart = nullptr; // minutes
    QDoubleSpinBox* m_preemptions = nullptr; // below 0: as offered, as of the next two
    QDoubleSpinBox* m_power = nullptr; // kW
    QDoubleSpinBox* m_energy = nullptr;
    BillingOptions m_shown;
};

}
