// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/hardware/cluster.h"

#include <QDialog>

class QComboBox;
class QDateEdit;
class QDoubleSpinBox;
class QFormLayout;
class QLineEdit;
class QPushButton;

namespace stagecraft {

class InlineMessage;

// Asks for the price of a group's nodes as a user-defined offer. Invalid values are reported below the fields.
class OfferDialog : public QDialog {
    Q_OBJECT
public:
    // Starts with the group's offer or price.
    explicit OfferDialog(const ClusterGroup& group, QWidget* parent = nullptr);

    Offer offer() const; // offer from the fields
    QString complaint() const; // error in the fields; empty if none
    QPushButton* keepButton() const { return m_keep; }

Q_SIGNALS:
    void chosen(const stagecraft::Offer& offer);

private:
    void buildForm(QFormLayout* form);
    QDoubleSpinBox* addNumber(QFormLayout* form, const char* name, const QString& label, double most,
                              const QString& unit);
    void beginWith(const ClusterGroup& group);
    void update();

    Offer m_start; // initial offer; its device, nodes and links are kept
    QFormLayout* m_form;
    QLineEdit* m_provider;
    QLineEdit* m_name;
    QComboBox* m_kind;
    QDoubleSpinBox* m_price = nullptr;
    QDoubleSpinBox* m_purchase = nullptr;
    QDoubleSpinBox* m_years = nullptr;
    QDoubleSpinBox* m_preemptions = nullptr;
    QDoubleSpinBox* m_power = nullptr;
    QDoubleSpinBox* m_energy = nullptr;
    QLineEdit* m_source;
    QDateEdit* m_date;
    InlineMessage* m_message;
    QPushButton* m_keep;
};

}
