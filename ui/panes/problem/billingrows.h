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

// Form rows for the billing unit, checkpoints and interruptions, and energy.
class BillingRows : public QObject {
    Q_OBJECT
public:
    // Adds the rows to the form, which must outlive this.
    explicit BillingRows(QFormLayout* form, QObject* parent = nullptr);

    void setValue(const BillingOptions& billing);
    void applyTo(BillingOptions& billing) const; // keeps values that the user has not changed
    QString complaint() const; // empty if there is no error
    QString summary() const; // non-default settings; empty if there are none
    QList<QWidget*> fields() const;

Q_SIGNALS:
    void chosen(); // the user selected from a list; emitted before changed()
    void changed(const QString& what);

private:
    QDoubleSpinBox* addNumber(const char* name, const QString& label, const QString& toolTip, double most,
                              const QString& unit);

    QFormLayout* m_form;
    QComboBox* m_unit;
    QDoubleSpinBox* m_interval = nullptr; // minutes
    QDoubleSpinBox* m_checkpoint = nullptr; // seconds
    QDoubleSpinBox* m_restart = nullptr; // minutes
    QDoubleSpinBox* m_preemptions = nullptr; // below 0: provider default, also for the next two
    QDoubleSpinBox* m_power = nullptr; // kW
    QDoubleSpinBox* m_energy = nullptr;
    BillingOptions m_shown;
};

}
