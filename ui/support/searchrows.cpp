// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/support/searchrows.h"

#include "core/schedule/schedule.h"
#include "ui/support/anychoice.h"
#include "ui/support/forms.h"
#include "ui/support/words.h"

#include <QCheckBox>
#include <QComboBox>
#include <QFormLayout>
#include <QSpinBox>

#include <algorithm>

namespace stagecraft {

namespace {

// Whether a schedule that the constraints allow takes any number of stages at a place.
bool takesSeveralStages(const Constraints& constraints)
{
    return rulesOf(constraints.schedule).stages_per_rank == 0 || varies(constraints.vary, Dimension::Schedule)
        || varies(constraints.vary, Dimension::Interleave);
}

// Tensor degrees are searched, and some group has several nodes.
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
    , m_interleave(
          makeNumber(tr("Per place"), tr("Stages at each place of the pipeline, of interleaved schedules"), 1 << 20))
    , m_measure(new QComboBox)
{
    m_interleave->setObjectName(QStringLiteral("interleave"));
    offerAny(m_interleave);
    addFormRow(m_form, tr("Per place"), m_interleave);
    connect(m_interleave, &QSpinBox::valueChanged, this, [this] { Q_EMIT changed(tr("Per place")); });
    for (const auto& [measure, name] : enumNames<PeakMeasure>) {
        m_measure->addItem(measureName(measure), static_cast<int>(measure));
    }
    describe(m_measure, QStringLiteral("measure"), tr("Peaks as"),
             tr("By what the peaks of unlike devices are compared: the least largest one is recommended"));
    addFormRow(m_form, tr("Peaks as"), m_measure);
    connect(m_measure, &QComboBox::activated, this, [this] {
        Q_EMIT chosen();
        Q_EMIT changed(tr("Peaks as"));
    });
    m_acrossNodes = addBox(QStringLiteral("tensorAcrossNodes"), tr("Tensor ranks across nodes"),
                           tr("The search also tries tensor degrees beyond a node, for which layers exchange over the "
                              "network: less memory per device, slower steps"));
    m_recomputeLayers =
        addBox(QStringLiteral("recomputeLayers"), tr("Recompute single layers"),
               tr("The search recomputes as few layers of each stage as it needs for a lower peak or a faster step"));
    m_swap = addBox(QStringLiteral("swapBlocks"), tr("Swap single blocks"),
                    tr("The search swaps to the host what KARMA's rule chooses, where the way there is known"));
    m_stageDegrees = addBox(QStringLiteral("stageDegrees"), tr("Degrees of each stage"),
                            tr("The search gives each stage tensor and data degrees of its own"));
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
    const auto add = [&parts](bool told, const QString& words) {
        if (told) {
            parts << words;
        }
    };
    add(!valueOf(m_interleave), tr("any number of stages a place"));
    add(m_acrossNodes->isChecked(), tr("tensor ranks across nodes"));
    add(m_recomputeLayers->isChecked(), tr("single layers recomputed"));
    add(m_swap->isChecked(), tr("single blocks swapped"));
    add(m_stageDegrees->isChecked(), tr("degrees of each stage"));
    return parts.join(QStringLiteral(" · "));
}

QList<QWidget*> SearchRows::fields() const
{
    return {m_interleave, m_measure, m_acrossNodes, m_recomputeLayers, m_swap, m_stageDegrees};
}

}
