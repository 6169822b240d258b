// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panes/problem/billingrows.h"

#include "ui/widgets/forms.h"
#include "ui/words/moneywords.h"
#include "ui/words/numbers.h"

#include <QComboBox>
#include <QDoubleSpinBox>
#include <QFormLayout>
#include <QStringList>

#include <algorithm>

namespace stagecraft {

namespace {

constexpr double perMinute = 60;
constexpr double perKilowatt = 1000;
constexpr double notGiven = -1; // below every value: the field shows "Provider default"

// Rounds `value` like the field, so that a displayed value compares equal to an unchanged one.
double shownIn(const QDoubleSpinBox* field, double value)
{
    return QString::number(value, 'f', field->decimals()).toDouble();
}

// Sets a value unless it is equal, because that would reformat a number that is being typed.
void showAmount(QDoubleSpinBox* field, double value)
{
    if (field->value() != shownIn(field, value)) {
        field->setValue(value);
    }
}

template <typename Unit>
void showOptional(QDoubleSpinBox* field, const std::optional<Unit>& value, double unit)
{
    showAmount(field, value ? value->value / unit : notGiven);
}

// Returns the value of a field if the user changed it; otherwise `before`.
template <typename Unit>
Unit readTime(const QDoubleSpinBox* field, Unit before, double unit)
{
    return field->value() == shownIn(field, before.value / unit) ? before : Unit(field->value() * unit);
}

template <typename Unit>
std::optional<Unit> readOptional(const QDoubleSpinBox* field, const std::optional<Unit>& before, double unit)
{
    if (field->value() < 0) {
        return std::nullopt;
    }
    return before ? readTime(field, *before, unit) : Unit(field->value() * unit);
}

}

BillingRows::BillingRows(QFormLayout* form, QObject* parent) : QObject(parent), m_form(form), m_unit(new QComboBox)
{
    for (const auto& [unit, name] : enumNames<BilledUnit>) {
        m_unit->addItem(billedUnitName(unit), static_cast<int>(unit));
    }
    describe(m_unit, QStringLiteral("billed"), tr("Billing unit"),
             tr("Providers bill whole nodes. \"%1\" charges the used share of each node.")
                 .arg(billedUnitName(BilledUnit::Devices)));
    addFormRow(m_form, tr("Billing unit"), m_unit);
    connect(m_unit, &QComboBox::activated, this, [this] {
        Q_EMIT chosen();
        Q_EMIT changed(tr("Billing unit"));
    });
    m_interval =
        addNumber("checkpointInterval", tr("Checkpoint every"),
                  tr("Training time between two checkpoints. It affects the cost only if nodes can be interrupted."),
                  longestWait.value / perMinute, tr("min"));
    m_interval->setMinimum(0.1);
    m_checkpoint = addNumber("checkpointTime", tr("Checkpoint time"),
                             tr("Time that training pauses to write a checkpoint"), longestWait.value, tr("s"));
    m_restart = addNumber("restartTime", tr("Restart time"),
                          tr("Time until replacement nodes are available and the checkpoint is loaded"),
                          longestWait.value / perMinute, tr("min"));
    m_preemptions = addNumber("preemptions", tr("Interruption rate"),
                              tr("Interruptions per node and hour of spot nodes and of nodes without an offer"),
                              mostPreemptions, tr("per node-hour"));
    m_power =
        addNumber("power", tr("Power"), tr("Power draw of a node, if energy is billed in addition to the node price"),
                  mostPower / perKilowatt, tr("kW"));
    m_energy =
        addNumber("energyPrice", tr("Energy price"), tr("Price per kilowatt-hour"), mostEnergyPrice, tr("$/kWh"));
    for (QDoubleSpinBox* field : {m_preemptions, m_power, m_energy}) {
        field->setMinimum(notGiven);
        field->setSpecialValueText(tr("Provider default"));
    }
    m_preemptions->setDecimals(4);
    m_preemptions->setSingleStep(0.01);
    m_energy->setSingleStep(0.01);
    m_energy->setDecimals(4);
}

QDoubleSpinBox* BillingRows::addNumber(const char* name, const QString& label, const QString& toolTip, double most,
                                       const QString& unit)
{
    auto* box = new QDoubleSpinBox;
    box->setRange(0, most);
    box->setDecimals(2);
    box->setGroupSeparatorShown(true);
    box->setSuffix(QLatin1Char(' ') + unit);
    // A minimum width for the widest value would widen the whole pane.
    box->setMinimumWidth(box->fontMetrics().horizontalAdvance(tr("Provider default")) + 40);
    box->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Fixed);
    describe(box, QLatin1String(name), label, toolTip);
    addFormRow(m_form, label, box);
    connect(box, &QDoubleSpinBox::valueChanged, this, [this, label] { Q_EMIT changed(label); });
    return box;
}

void BillingRows::setValue(const BillingOptions& billing)
{
    m_shown = billing;
    m_unit->setCurrentIndex(m_unit->findData(static_cast<int>(billing.unit)));
    showAmount(m_interval, billing.checkpoint_interval.value / perMinute);
    showAmount(m_checkpoint, billing.checkpoint_time.value);
    showAmount(m_restart, billing.restart_time.value / perMinute);
    showOptional(m_preemptions, billing.preemptions_per_node_hour, 1);
    showOptional(m_power, billing.power_per_node, perKilowatt);
    showOptional(m_energy, billing.energy_price, 1);
}

void BillingRows::applyTo(BillingOptions& billing) const
{
    billing.unit = static_cast<BilledUnit>(m_unit->currentData().toInt());
    billing.checkpoint_interval = readTime(m_interval, billing.checkpoint_interval, perMinute);
    billing.checkpoint_time = readTime(m_checkpoint, billing.checkpoint_time, 1);
    billing.restart_time = readTime(m_restart, billing.restart_time, perMinute);
    billing.preemptions_per_node_hour = readOptional(m_preemptions, billing.preemptions_per_node_hour, 1);
    billing.power_per_node = readOptional(m_power, billing.power_per_node, perKilowatt);
    billing.energy_price = readOptional(m_energy, billing.energy_price, 1);
}

QString BillingRows::complaint() const
{
    return (m_power->value() < 0) == (m_energy->value() < 0)
        ? QString()
        : tr("Set both power and energy price. Until then, the provider defaults apply.");
}

QString BillingRows::summary() const
{
    QStringList parts;
    if (m_shown.unit != BilledUnit::Nodes) {
        parts << billedUnitName(m_shown.unit);
    }
    const BillingOptions usual;
    if (m_shown.checkpoint_interval != usual.checkpoint_interval || m_shown.checkpoint_time != usual.checkpoint_time
        || m_shown.restart_time != usual.restart_time) {
        parts << tr("checkpoint every %1").arg(secondsText(m_shown.checkpoint_interval));
    }
    if (m_shown.preemptions_per_node_hour) {
        parts << tr("%1 interruptions per node-hour").arg(numberText(m_shown.preemptions_per_node_hour->value));
    }
    if (m_shown.power_per_node && m_shown.energy_price) {
        parts << tr("%1 kW at %2/kWh")
                     .arg(numberText(m_shown.power_per_node->value / perKilowatt),
                          dollarsText(m_shown.energy_price->value));
    }
    return parts.join(QStringLiteral(" · "));
}

QList<QWidget*> BillingRows::fields() const
{
    return {m_unit, m_interval, m_checkpoint, m_restart, m_preemptions, m_power, m_energy};
}

}
