// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panes/problem/searchrows.h"

#include "core/schedule/schedule.h"
#include "ui/panes/problem/anychoice.h"
#include "ui/widgets/forms.h"
#include "ui/words/words.h"

#include <QCheckBox>
#include <QComboBox>
#include <QFormLayout>
#include <QSpinBox>

#include <algorithm>

namespace stagecraft {

namespace {

// True if the constraints allow a schedule with any number of stages per pipeline rank.
bool takesSeveralStages(const Constraints& constraints)
{
    return rulesOf(constraints.schedule).stages_per_rank == 0 || varies(constraints.vary, Dimension::Schedule)
        || varies(constraints.vary, Dimension::Interleave);
}

// True if TP sizes are searched and some device group has several nodes.
bool mayLieAcrossNodes(const Problem& problem)
{
    const auto& groups = problem.cluster.groups;
    return varies(problem.constraints.vary, Dimension::Tensor) && !hasGivenCosts(problem.model)
        && std::any_of(groups.begin(), groups.end(), [](const ClusterGroup& group) { return group.nodes > 1; });
}

}

SearchRows::SearchRows(QFormLayout* form, QObject* parent)
    : QObject(parent)
    , m_form(form)
    , m_interleave(makeNumber(
          tr("Stages per rank"),
          tr("Virtual-pipeline (VPP) size: number of stages per pipeline rank in interleaved schedules"), 1 << 20))
    , m_measure(new QComboBox)
{
    m_interleave->setObjectName(QStringLiteral("interleave"));
    offerAny(m_interleave);
    addFormRow(m_form, tr("Stages per rank"), m_interleave);
    connect(m_interleave, &QSpinBox::valueChanged, this, [this] { Q_EMIT changed(tr("Stages per rank")); });
    for (const auto& [measure, name] : enumNames<PeakMeasure>) {
        m_measure->addItem(measureName(measure), static_cast<int>(measure));
    }
    describe(m_measure, QStringLiteral("measure"), tr("Peak metric"),
             tr("How peaks on different device types are compared. The recommended plan has the smallest maximum."));
    addFormRow(m_form, tr("Peak metric"), m_measure);
    connect(m_measure, &QComboBox::activated, this, [this] {
        Q_EMIT chosen();
        Q_EMIT changed(tr("Peak metric"));
    });
    m_acrossNodes = addBox(QStringLiteral("tensorAcrossNodes"), tr("TP across nodes"),
                           tr("Also search tensor-parallel sizes larger than a node. TP collectives then use the "
                              "network: less memory per device, slower steps."));
    m_recomputeLayers =
        addBox(QStringLiteral("recomputeLayers"), tr("Per-layer recomputation"),
               tr("Search the layers to recompute in each stage: the fewest that give a lower peak or a shorter step"));
    m_swap = addBox(
        QStringLiteral("swapBlocks"), tr("KARMA swapping"),
        tr("Swap the activations of the blocks that KARMA selects to CPU memory (requires a known host bandwidth)"));
    m_stageDegrees = addBox(QStringLiteral("stageDegrees"), tr("Per-stage TP/DP"),
                            tr("Search tensor- and data-parallel sizes for each stage separately"));
}

QCheckBox* SearchRows::addBox(const QString& name, const QString& label, const QString& toolTip)
{
    auto* box = new QCheckBox(label);
    describe(box, name, label, toolTip);
    m_form->addRow(QString(), box);
    connect(box, &QCheckBox::clicked, this, [this, label] {
        Q_EMIT chosen();
        Q_EMIT changed(label);
    });
    return box;
}

void SearchRows::setValue(const Problem& problem)
{
    const Constraints& constraints = problem.constraints;
    m_given = hasGivenCosts(problem.model);
    showValue(m_interleave, shownValue(constraints, Dimension::Interleave, constraints.interleave));
    showValue(m_measure, static_cast<int>(constraints.measure));
    m_acrossNodes->setChecked(varies(constraints.vary, Dimension::TensorAcrossNodes));
    m_recomputeLayers->setChecked(varies(constraints.vary, Dimension::RecomputeLayers));
    m_swap->setChecked(varies(constraints.vary, Dimension::Swap));
    m_stageDegrees->setChecked(varies(constraints.vary, Dimension::StageDegrees));
    m_form->setRowVisible(m_interleave, takesSeveralStages(constraints));
    m_form->setRowVisible(m_measure, problem.cluster.groups.size() > 1);
    m_form->setRowVisible(m_acrossNodes, mayLieAcrossNodes(problem) || m_acrossNodes->isChecked());
    for (QCheckBox* box : {m_recomputeLayers, m_swap, m_stageDegrees}) {
        m_form->setRowVisible(box, !m_given || box->isChecked());
    }
}

void SearchRows::applyTo(Constraints& constraints) const
{
    applyChoice(constraints, Dimension::Interleave, constraints.interleave, valueOf(m_interleave),
                Constraints().interleave);
    constraints.measure = static_cast<PeakMeasure>(*valueOf(m_measure));
    setVaries(constraints.vary, Dimension::TensorAcrossNodes,
              m_acrossNodes->isChecked() && varies(constraints.vary, Dimension::Tensor));
    setVaries(constraints.vary, Dimension::RecomputeLayers, m_recomputeLayers->isChecked());
    setVaries(constraints.vary, Dimension::Swap, m_swap->isChecked());
    setVaries(constraints.vary, Dimension::StageDegrees, m_stageDegrees->isChecked());
}

QString SearchRows::summary() const
{
    QStringList parts;
    const auto add = [&parts](bool shown, const QString& words) {
        if (shown) {
            parts << words;
        }
    };
    add(!valueOf(m_interleave), tr("VPP any"));
    add(m_acrossNodes->isChecked(), tr("TP across nodes"));
    add(m_recomputeLayers->isChecked(), tr("per-layer recomputation"));
    add(m_swap->isChecked(), tr("KARMA swapping"));
    add(m_stageDegrees->isChecked(), tr("per-stage TP/DP"));
    return parts.join(QStringLiteral(" · "));
}

QList<QWidget*> SearchRows::fields() const
{
    return {m_interleave, m_measure, m_acrossNodes, m_recomputeLayers, m_swap, m_stageDegrees};
}

}
