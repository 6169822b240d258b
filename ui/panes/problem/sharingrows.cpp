// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panes/problem/sharingrows.h"

#include "core/model/layertraits.h"
#include "ui/panes/problem/anychoice.h"
#include "ui/widgets/forms.h"
#include "ui/words/words.h"

#include <QComboBox>
#include <QFormLayout>
#include <QSpinBox>

namespace stagecraft {

namespace {

constexpr int mostZero = 3;
constexpr int asItIs = -1; // policy that the list does not offer

template <typename Enum>
void fillNames(QComboBox* list, QString (*words)(Enum))
{
    for (const auto& entry : enumNames<Enum>) {
        list->addItem(words(entry.first), static_cast<int>(entry.first));
    }
}

}

SharingRows::SharingRows(QFormLayout* form, QObject* parent) : QObject(parent), m_form(form)
{
    m_tensor = addDegree(QStringLiteral("tensor"), tr("Tensor parallel"),
                         tr("Tensor-parallel (TP) size: number of devices that split each layer"));
    m_sequenceParallel = addList(QStringLiteral("sequenceParallel"), tr("Sequence parallel"),
                                 tr("Split activations along the sequence outside tensor-parallel regions"));
    m_context = addDegree(QStringLiteral("context"), tr("Context parallel"),
                          tr("Context-parallel (CP) size: number of devices that split each sequence"));
    m_contextKind = addList(QStringLiteral("contextKind"), tr("CP attention"),
                            tr("How attention exchanges keys and values between context-parallel ranks"));
    m_expert = addDegree(QStringLiteral("expert"), tr("Expert parallel"),
                         tr("Expert-parallel (EP) size: number of data-parallel replicas that split the experts"));
    m_zero =
        addList(QStringLiteral("zero"), tr("ZeRO"), tr("State sharded across the data-parallel ranks of each stage"));
    m_gradients = addList(QStringLiteral("gradients"), tr("Gradients"),
                          tr("How gradients are stored between the backward pass and the optimizer step"));
    m_policy =
        addList(QStringLiteral("policy"), tr("Activations"), tr("How activations are kept for the backward pass"));
    m_offload =
        addList(QStringLiteral("offload"), tr("CPU offload"),
                tr("Optimizer state or parameters to keep in CPU memory. The CPU then runs the optimizer step."));
    fillLists();
}

void SharingRows::fillLists()
{
    m_sequenceParallel->addItem(tr("Off"), 0);
    m_sequenceParallel->addItem(tr("On"), 1);
    fillNames(m_contextKind, contextKindName);
    for (int stage = 0; stage <= mostZero; ++stage) {
        m_zero->addItem(zeroName(stage), stage);
    }
    fillNames(m_gradients, gradientsName);
    showPolicies({});
    fillNames(m_offload, offloadName);
    for (QSpinBox* degree : {m_tensor, m_context, m_expert}) {
        offerAny(degree);
    }
    for (QComboBox* list : {m_sequenceParallel, m_zero, m_offload}) {
        offerAny(list);
    }
}

QSpinBox* SharingRows::addDegree(const QString& name, const QString& label, const QString& toolTip)
{
    QSpinBox* box = makeNumber(label, toolTip, 1 << 20);
    box->setObjectName(name);
    box->setKeyboardTracking(false); // typing 16 must not search 1 first
    addFormRow(m_form, label, box);
    connect(box, &QSpinBox::valueChanged, this, [this, label] { Q_EMIT changed(label); });
    return box;
}

QComboBox* SharingRows::addList(const QString& name, const QString& label, const QString& toolTip)
{
    auto* list = new QComboBox;
    describe(list, name, label, toolTip);
    list->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    list->setMinimumContentsLength(10);
    addFormRow(m_form, label, list);
    connect(list, &QComboBox::activated, this, [this, label] {
        Q_EMIT chosen();
        Q_EMIT changed(label);
    });
    return list;
}

void SharingRows::setValue(const Problem& problem)
{
    const Constraints& constraints = problem.constraints;
    const LayerDegrees& degrees = constraints.degrees;
    m_given = hasGivenCosts(problem.model);
    showValue(m_tensor, shownValue(constraints, Dimension::Tensor, degrees.sharding.tensor));
    showValue(m_sequenceParallel, shownValue(constraints, Dimension::Sequence, degrees.sharding.sequence));
    showValue(m_context, shownValue(constraints, Dimension::Context, degrees.context));
    showValue(m_contextKind, static_cast<int>(degrees.context_kind));
    showValue(m_expert, shownValue(constraints, Dimension::Expert, degrees.sharding.expert));
    showValue(m_zero, shownValue(constraints, Dimension::Zero, constraints.zero));
    showValue(m_gradients, static_cast<int>(constraints.gradients));
    showPolicies(constraints);
    showValue(m_offload, shownValue(constraints, Dimension::Offload, constraints.training.offload));
    showRows(problem);
}

// A policy that the list does not offer is shown in the notation of the command line.
void SharingRows::showPolicies(const Constraints& constraints)
{
    const LayerPolicies& policies = constraints.policies;
    m_policy->clear();
    for (const auto policy : {LayerPolicy::Keep, LayerPolicy::Full, LayerPolicy::Selective, LayerPolicy::Swap}) {
        m_policy->addItem(policyName(policy), static_cast<int>(policy));
    }
    offerAny(m_policy);
    std::optional<int> shown = shownValue(constraints, Dimension::Recompute, policies.usual);
    if (shown && (!policies.ranges.empty() || m_policy->findData(*shown) < 0)) {
        m_policy->addItem(QString::fromStdString(policiesText(policies)), asItIs);
        shown = asItIs;
    }
    showValue(m_policy, shown);
}

void SharingRows::showRows(const Problem& problem)
{
    const bool tokens = problem.model.sample == SampleKind::Tokens;
    const Constraints& constraints = problem.constraints;
    const auto isMany = [&](Dimension dimension, int degree) {
        return degree > 1 || varies(constraints.vary, dimension);
    };
    const bool tensor = isMany(Dimension::Tensor, constraints.degrees.sharding.tensor);
    const bool context = isMany(Dimension::Context, constraints.degrees.context);
    const bool expert = isMany(Dimension::Expert, constraints.degrees.sharding.expert);
    m_sequenceParallel->setEnabled(m_tensor->isEnabled() && tensor);
    m_form->setRowVisible(m_sequenceParallel, tokens);
    m_form->setRowVisible(m_context, tokens || context);
    m_form->setRowVisible(m_contextKind, context);
    m_form->setRowVisible(m_expert, hasExperts(problem.model) || expert);
}

void SharingRows::applyTo(Constraints& constraints) const
{
    LayerDegrees& degrees = constraints.degrees;
    applyChoice(constraints, Dimension::Tensor, degrees.sharding.tensor, valueOf(m_tensor), 1);
    applyChoice(constraints, Dimension::Sequence, degrees.sharding.sequence, valueOf(m_sequenceParallel), false);
    if (!varies(constraints.vary, Dimension::Tensor) && degrees.sharding.tensor == 1) {
        degrees.sharding.sequence = false; // sequence parallelism has no effect without tensor parallelism
        setVaries(constraints.vary, Dimension::Sequence, false);
    }
    applyChoice(constraints, Dimension::Context, degrees.context, valueOf(m_context), 1);
    degrees.context_kind = static_cast<ContextKind>(*valueOf(m_contextKind));
    applyChoice(constraints, Dimension::Expert, degrees.sharding.expert, valueOf(m_expert), 1);
    applyChoice(constraints, Dimension::Zero, constraints.zero, valueOf(m_zero), 0);
    constraints.gradients = static_cast<GradientHandling>(*valueOf(m_gradients));
    applyPolicies(constraints);
    applyChoice(constraints, Dimension::Offload, constraints.training.offload, valueOf(m_offload), StateOffload::None);
}

void SharingRows::applyPolicies(Constraints& constraints) const
{
    const auto said = valueOf(m_policy);
    const bool varied = varies(constraints.vary, Dimension::Recompute);
    if (said == asItIs) {
        return;
    }
    if (said || !varied) {
        constraints.policies = {static_cast<LayerPolicy>(said.value_or(static_cast<int>(LayerPolicy::Keep))), {}};
    }
    setVaries(constraints.vary, Dimension::Recompute, !said);
}

QString SharingRows::summary() const
{
    Constraints constraints;
    applyTo(constraints);
    QStringList parts;
    const auto add = [&parts](bool shown, const QString& words) {
        if (shown) {
            parts << words;
        }
    };
    const auto addChoice = [&](Dimension dimension, const QString& any, bool shown, const QString& words) {
        const bool varied = varies(constraints.vary, dimension) && !m_given;
        add(shown || varied, varied ? any : words);
    };
    const LayerDegrees& degrees = constraints.degrees;
    const Sharding& sharding = degrees.sharding;
    addChoice(Dimension::Tensor, tr("TP any"), sharding.tensor > 1, tr("TP%1").arg(sharding.tensor));
    addChoice(Dimension::Sequence, tr("SP any"), sharding.sequence, tr("+SP"));
    addChoice(Dimension::Context, tr("CP any"), degrees.context > 1, tr("CP%1").arg(degrees.context));
    addChoice(Dimension::Expert, tr("EP any"), sharding.expert > 1, tr("EP%1").arg(sharding.expert));
    addChoice(Dimension::Zero, tr("ZeRO any"), constraints.zero > 0, tr("ZeRO-%1").arg(constraints.zero));
    add(constraints.gradients != GradientHandling::Eager, tr("gradients: %1").arg(m_gradients->currentText()));
    addChoice(Dimension::Recompute, tr("activations: any"),
              !constraints.policies.keepsAll() || valueOf(m_policy) == asItIs,
              tr("activations: %1").arg(m_policy->currentText()));
    addChoice(Dimension::Offload, tr("CPU offload: any"), constraints.training.offload != StateOffload::None,
              tr("CPU offload: %1").arg(m_offload->currentText()));
    return parts.join(QStringLiteral(" · "));
}

QList<QWidget*> SharingRows::fields() const
{
    return {m_tensor, m_sequenceParallel, m_context, m_contextKind, m_expert, m_zero, m_gradients, m_policy, m_offload};
}

}
