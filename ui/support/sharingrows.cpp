// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/support/sharingrows.h"

#include "core/model/attends.h"
#include "ui/support/words.h"

#include <QCheckBox>
#include <QComboBox>
#include <QFormLayout>
#include <QSpinBox>

namespace stagecraft {

namespace {

constexpr int mostZero = 3;
constexpr int asItIs = -1; // policies that no entry of the list says

template <typename Enum>
void fillNames(QComboBox* list, QString (*words)(Enum))
{
    for (const auto& entry : enumNames<Enum>) {
        list->addItem(words(entry.first), static_cast<int>(entry.first));
    }
}

template <typename Enum>
Enum chosenOf(const QComboBox* list)
{
    return static_cast<Enum>(list->currentData().toInt());
}

void showChosen(QComboBox* list, int value)
{
    list->setCurrentIndex(list->findData(value));
}

void describe(QWidget* field, const QString& name, const QString& label, const QString& toolTip)
{
    field->setObjectName(name);
    field->setAccessibleName(label);
    field->setToolTip(toolTip);
    field->setAccessibleDescription(toolTip);
}

}

SharingRows::SharingRows(QFormLayout* form, QObject* parent) : QObject(parent), m_form(form)
{
    m_tensor = addDegree(QStringLiteral("tensor"), tr("Tensor"), tr("Tensor degree: devices that share each layer"));
    addMark();
    m_context = addDegree(QStringLiteral("context"), tr("Context"),
                          tr("Context degree: devices that have parts of each sample's tokens"));
    m_contextKind =
        addList(QStringLiteral("contextKind"), tr("Attention"), tr("How attention sees the others' tokens"));
    m_expert = addDegree(QStringLiteral("expert"), tr("Experts"),
                         tr("Expert degree: replicas that divide the experts among themselves"));
    m_zero = addList(QStringLiteral("zero"), tr("ZeRO"), tr("What the replicas of a stage divide among themselves"));
    m_gradients = addList(QStringLiteral("gradients"), tr("Gradients"),
                          tr("How gradients are kept between a layer's backward pass and the optimizer's step"));
    m_policy = addList(QStringLiteral("policy"), tr("Activations"),
                       tr("What becomes of what layers save for the backward pass"));
    m_offload = addList(QStringLiteral("offload"), tr("On the host"),
                        tr("State that lies in the host's memory, which then makes the optimizer's step"));
    fillNames(m_contextKind, contextKindName);
    for (int stage = 0; stage <= mostZero; ++stage) {
        m_zero->addItem(zeroName(stage), stage);
    }
    fillNames(m_gradients, gradientsName);
    showPolicies({});
    fillNames(m_offload, offloadName);
}

QSpinBox* SharingRows::addDegree(const QString& name, const QString& label, const QString& toolTip)
{
    auto* box = new QSpinBox;
    describe(box, name, label, toolTip);
    box->setRange(1, 1 << 20);
    box->setAccelerated(true);
    box->setKeyboardTracking(false); // 16 is not 1 first
    box->setGroupSeparatorShown(true);
    m_form->addRow(label, box);
    connect(box, &QSpinBox::valueChanged, this, [this, label] { Q_EMIT changed(label); });
    return box;
}

QComboBox* SharingRows::addList(const QString& name, const QString& label, const QString& toolTip)
{
    auto* list = new QComboBox;
    describe(list, name, label, toolTip);
    list->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    list->setMinimumContentsLength(10);
    m_form->addRow(label, list);
    connect(list, &QComboBox::activated, this, [this, label] {
        Q_EMIT chosen();
        Q_EMIT changed(label);
    });
    return list;
}

void SharingRows::addMark()
{
    m_sequenceParallel = new QCheckBox(tr("Sequence parallel"));
    describe(m_sequenceParallel, QStringLiteral("sequenceParallel"), m_sequenceParallel->text(),
             tr("Ranks of a tensor degree have their part of the tokens between the products"));
    m_form->addRow(QString(), m_sequenceParallel);
    connect(m_sequenceParallel, &QCheckBox::clicked, this, [this] {
        Q_EMIT chosen();
        Q_EMIT changed(m_sequenceParallel->text());
    });
}

void SharingRows::setValue(const Problem& problem)
{
    const Constraints& constraints = problem.constraints;
    const LayerDegrees& degrees = constraints.degrees;
    m_tensor->setValue(degrees.sharding.tensor);
    m_sequenceParallel->setChecked(degrees.sharding.sequence);
    m_context->setValue(degrees.context);
    showChosen(m_contextKind, static_cast<int>(degrees.context_kind));
    m_expert->setValue(degrees.sharding.expert);
    showChosen(m_zero, constraints.zero);
    showChosen(m_gradients, static_cast<int>(constraints.gradients));
    showPolicies(constraints.policies);
    showChosen(m_offload, static_cast<int>(constraints.training.offload));
    showRows(problem);
}

// One that nothing offers is shown as the command line writes it.
void SharingRows::showPolicies(const LayerPolicies& policies)
{
    m_policy->clear();
    for (const auto policy : {LayerPolicy::Keep, LayerPolicy::Full, LayerPolicy::Selective, LayerPolicy::Swap}) {
        m_policy->addItem(policyName(policy), static_cast<int>(policy));
    }
    const int usual = policies.ranges.empty() ? m_policy->findData(static_cast<int>(policies.usual)) : -1;
    if (usual < 0) {
        m_policy->addItem(QString::fromStdString(policiesText(policies)), asItIs);
    }
    m_policy->setCurrentIndex(usual < 0 ? m_policy->count() - 1 : usual);
}

void SharingRows::showRows(const Problem& problem)
{
    const bool tokens = problem.model.sample == SampleKind::Tokens;
    const LayerDegrees& degrees = problem.constraints.degrees;
    m_sequenceParallel->setEnabled(m_tensor->isEnabled() && degrees.sharding.tensor > 1);
    m_form->setRowVisible(m_sequenceParallel, tokens);
    m_form->setRowVisible(m_context, tokens || degrees.context > 1);
    m_form->setRowVisible(m_contextKind, degrees.context > 1);
    m_form->setRowVisible(m_expert, hasExperts(problem.model) || degrees.sharding.expert > 1);
}

void SharingRows::applyTo(Constraints& constraints) const
{
    LayerDegrees& degrees = constraints.degrees;
    degrees.sharding.tensor = m_tensor->value();
    degrees.sharding.sequence = m_sequenceParallel->isChecked() && m_tensor->value() > 1; // it means nothing alone
    degrees.context = m_context->value();
    degrees.context_kind = chosenOf<ContextKind>(m_contextKind);
    degrees.sharding.expert = m_expert->value();
    constraints.zero = m_zero->currentData().toInt();
    constraints.gradients = chosenOf<GradientHandling>(m_gradients);
    if (m_policy->currentData().toInt() != asItIs) {
        constraints.policies = {chosenOf<LayerPolicy>(m_policy), {}};
    }
    constraints.training.offload = chosenOf<StateOffload>(m_offload);
}

QString SharingRows::summary() const
{
    Constraints constraints;
    applyTo(constraints);
    const Constraints usual;
    const LayerDegrees& degrees = constraints.degrees;
    QStringList parts;
    const auto add = [&parts](bool told, const QString& words) {
        if (told) {
            parts << words;
        }
    };
    add(degrees.sharding.tensor > 1, tr("tensor degree %1").arg(degrees.sharding.tensor));
    add(degrees.sharding.sequence, tr("sequence parallel"));
    add(degrees.context > 1, tr("context degree %1").arg(degrees.context));
    add(degrees.sharding.expert > 1, tr("expert degree %1").arg(degrees.sharding.expert));
    add(constraints.zero > 0, tr("ZeRO %1").arg(constraints.zero));
    add(constraints.gradients != usual.gradients, tr("gradients: %1").arg(m_gradients->currentText()));
    add(m_policy->currentIndex() > 0, tr("activations: %1").arg(m_policy->currentText()));
    add(constraints.training.offload != StateOffload::None, tr("on the host: %1").arg(m_offload->currentText()));
    return parts.join(QStringLiteral(" · "));
}

QList<QWidget*> SharingRows::fields() const
{
    return {m_tensor, m_sequenceParallel, m_context, m_contextKind, m_expert, m_zero, m_gradients, m_policy, m_offload};
}

}
