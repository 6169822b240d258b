// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panes/problem/constraintsform.h"

#include "core/schedule/schedule.h"
#include "ui/panes/problem/anychoice.h"
#include "ui/panes/problem/searchrows.h"
#include "ui/panes/problem/sharingrows.h"
#include "ui/widgets/disclosure.h"
#include "ui/widgets/forms.h"
#include "ui/widgets/inlinemessage.h"
#include "ui/words/words.h"

#include <QComboBox>
#include <QDoubleSpinBox>
#include <QFormLayout>
#include <QLabel>
#include <QSpinBox>
#include <QToolButton>
#include <QVBoxLayout>

#include <cmath>

namespace stagecraft {

namespace {

double reserveShown(const Constraints& constraints)
{
    const double gib = static_cast<double>(constraints.memory_reserve.value) / static_cast<double>(gibibytes(1).value);
    return std::round(gib * 100) / 100;
}

int slowdownShown(const Constraints& constraints)
{
    return static_cast<int>(std::lround((constraints.max_slowdown - 1) * 100));
}

}

ConstraintsForm::ConstraintsForm(QWidget* parent)
    : QWidget(parent)
    , m_objective(new QComboBox)
    , m_target(new QComboBox)
    , m_schedule(new QComboBox)
    , m_reserve(new QDoubleSpinBox)
    , m_refusal(new InlineMessage)
    , m_answer(new InlineMessage)
{
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(7);
    layout->addWidget(makeHeading(tr("Constraints")));
    m_form = addFormLayout(layout);
    addObjective();
    addTarget();
    fillSchedules();
    addFormRow(m_form, tr("Schedule"), m_schedule);
    connect(m_schedule, &QComboBox::activated, this, [this] {
        Q_EMIT chosen();
        Q_EMIT changed(tr("Schedule"));
    });
    m_pipeline = addNumber(QStringLiteral("pipeline"), tr("Pipeline parallel"),
                           tr("Pipeline-parallel (PP) size: number of pipeline ranks"), 1 << 20);
    m_data = addNumber(QStringLiteral("data"), tr("Data parallel"),
                       tr("Data-parallel (DP) size: number of replicas of each stage"), 1 << 20);
    offerAny(m_pipeline);
    offerAny(m_data);
    m_reserve->setRange(0, 1 << 20);
    m_reserve->setDecimals(2);
    m_reserve->setSingleStep(0.25);
    m_reserve->setSuffix(QStringLiteral(" GiB"));
    m_reserve->setAccessibleName(tr("Memory reserve"));
    m_reserve->setToolTip(tr("Memory on each device that plans must leave free"));
    addFormRow(m_form, tr("Memory reserve"), m_reserve);
    connect(m_reserve, &QDoubleSpinBox::valueChanged, this, [this] { Q_EMIT changed(tr("Memory reserve")); });
    m_slowdown = addNumber(QStringLiteral("slowdown"), tr("Balanced"),
                           tr("The balanced plan has the lowest peak memory of all plans whose step takes at most this "
                              "much longer than that of the fastest plan"),
                           10000);
    m_slowdown->setMinimum(0);
    m_slowdown->setPrefix(QStringLiteral("≤ "));
    m_slowdown->setSuffix(tr(" % slower"));
    auto* more = new QWidget;
    auto* lines = new QVBoxLayout(more);
    lines->setContentsMargins(0, 0, 0, 0);
    m_moreForm = addFormLayout(lines);
    m_sharing = new SharingRows(m_moreForm, this);
    connect(m_sharing, &SharingRows::chosen, this, &ConstraintsForm::chosen);
    connect(m_sharing, &SharingRows::changed, this, &ConstraintsForm::changed);
    m_search = new SearchRows(m_moreForm, this);
    connect(m_search, &SearchRows::chosen, this, &ConstraintsForm::chosen);
    connect(m_search, &SearchRows::changed, this, &ConstraintsForm::changed);
    m_more = new Disclosure(tr("Parallelism and memory"), more);
    m_more->button()->setObjectName(QStringLiteral("moreConstraints"));
    layout->addWidget(m_more);
    layout->addWidget(m_refusal);
    layout->addWidget(m_answer);
}

void ConstraintsForm::addObjective()
{
    for (const auto& [objective, name] : enumNames<Objective>) {
        m_objective->addItem(objectiveName(objective), static_cast<int>(objective));
    }
    m_objective->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    m_objective->setMinimumContentsLength(10);
    describe(m_objective, QStringLiteral("objective"), tr("Optimize for"),
             tr("Objective that selects the recommended plan among the plans that fit. \"%1\" requires prices for all "
                "nodes.")
                 .arg(objectiveName(Objective::Cost)));
    addFormRow(m_form, tr("Optimize for"), m_objective);
    connect(m_objective, &QComboBox::activated, this, [this] {
        Q_EMIT chosen();
        Q_EMIT changed(tr("Optimize for"));
    });
}

void ConstraintsForm::addTarget()
{
    for (const auto& [target, name] : enumNames<Target>) {
        m_target->addItem(target == Target::Any ? tr("Any") : QString::fromUtf8(titleOf(target).data()),
                          static_cast<int>(target));
    }
    describe(m_target, QStringLiteral("target"), tr("Export target"),
             tr("Search only plans that can be exported to this framework"));
    addFormRow(m_form, tr("Export target"), m_target);
    connect(m_target, &QComboBox::activated, this, [this] {
        Q_EMIT chosen();
        Q_EMIT changed(tr("Export target"));
    });
}

// Schedules that the search may choose come first.
void ConstraintsForm::fillSchedules()
{
    offerAny(m_schedule);
    for (const bool changes : {false, true}) {
        for (const auto& [kind, name] : enumNames<ScheduleKind>) {
            if (rulesOf(kind).changes_training != changes) {
                continue;
            }
            m_schedule->addItem(scheduleName(kind), static_cast<int>(kind));
            if (changes) {
                m_schedule->setItemData(
                    m_schedule->count() - 1,
                    tr("Changes the result of training. The search uses this schedule only if you select it here."),
                    Qt::ToolTipRole);
            }
        }
    }
    m_schedule->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    m_schedule->setMinimumContentsLength(10);
    describe(m_schedule, QStringLiteral("schedule"), tr("Schedule"),
             tr("Pipeline schedule: the order in which each pipeline rank runs its forward and backward passes"));
}

QSpinBox* ConstraintsForm::addNumber(const QString& name, const QString& label, const QString& toolTip, int most)
{
    QSpinBox* box = makeNumber(label, toolTip, most);
    box->setObjectName(name);
    addFormRow(m_form, label, box);
    connect(box, &QSpinBox::valueChanged, this, [this, label] { Q_EMIT changed(label); });
    return box;
}

void ConstraintsForm::setValue(const Problem& problem)
{
    const Constraints& constraints = problem.constraints;
    showValue(m_objective, static_cast<int>(constraints.objective));
    showValue(m_target, static_cast<int>(problem.target));
    showValue(m_schedule, shownValue(constraints, Dimension::Schedule, constraints.schedule));
    showValue(m_pipeline, constraints.pipeline);
    showValue(m_data, constraints.data);
    if (m_reserve->value() != reserveShown(constraints)) {
        m_reserve->setValue(reserveShown(constraints));
    }
    showValue(m_slowdown, slowdownShown(constraints));
    m_sharing->setValue(problem);
    m_search->setValue(problem);
    QStringList summaries {m_sharing->summary(), m_search->summary()};
    summaries.removeAll(QString());
    m_more->setSummary(summaries.join(QStringLiteral(" · ")));
    // The layers of a layer table cannot be sharded or offloaded.
    m_more->setVisible(!hasGivenCosts(problem.model) || !summaries.isEmpty() || problem.cluster.groups.size() > 1);
}

void ConstraintsForm::applyTo(Problem& problem) const
{
    Constraints& constraints = problem.constraints;
    applyChoice(constraints, Dimension::Schedule, constraints.schedule, valueOf(m_schedule),
                ScheduleKind::OneForwardOneBackward);
    constraints.objective = static_cast<Objective>(m_objective->currentData().toInt());
    problem.target = static_cast<Target>(m_target->currentData().toInt());
    constraints.pipeline = valueOf(m_pipeline);
    constraints.data = valueOf(m_data);
    // These two fields show rounded values, so their values are used only if the user changed them.
    if (m_reserve->value() != reserveShown(constraints)) {
        constraints.memory_reserve = gibibytes(m_reserve->value());
    }
    if (m_slowdown->value() != slowdownShown(constraints)) {
        constraints.max_slowdown = 1 + m_slowdown->value() / 100.0;
    }
    m_sharing->applyTo(constraints);
    m_search->applyTo(constraints);
}

QList<QWidget*> ConstraintsForm::fields() const
{
    return QList<QWidget*> {m_objective, m_target, m_schedule, m_pipeline, m_data, m_reserve, m_slowdown}
    + m_sharing->fields() + m_search->fields();
}

QList<QFormLayout*> ConstraintsForm::forms() const
{
    return {m_form, m_moreForm};
}

void ConstraintsForm::unfold(bool open)
{
    m_more->setOpen(open);
}

}
