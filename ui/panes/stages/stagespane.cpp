// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panes/stages/stagespane.h"

#include "core/plan/givenname.h"
#include "core/plan/planedit.h"
#include "core/search/comparablepeak.h"
#include "ui/app/workbench.h"
#include "ui/panes/stages/planchange.h"
#include "ui/panes/stages/stagemodel.h"
#include "ui/widgets/forms.h"
#include "ui/widgets/inlinemessage.h"
#include "ui/widgets/plainlabel.h"
#include "ui/words/messagetext.h"
#include "ui/words/plaintext.h"
#include "ui/words/planrole.h"
#include "ui/words/problemname.h"
#include "ui/words/words.h"

#include <QComboBox>
#include <QEvent>
#include <QFormLayout>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QPushButton>
#include <QScrollArea>
#include <QSpinBox>
#include <QTableView>

#include <algorithm>
#include <array>

namespace stagecraft {

namespace {

constexpr int mixedPolicies = -1;

std::size_t whichStage(int index)
{
    return static_cast<std::size_t>(index);
}

// Tensor-parallel sizes that divide the devices of the stage or of a node.
std::vector<int> tensorDegrees(int node_devices, int stage_devices)
{
    std::vector<int> degrees;
    for (int degree = 1; degree <= std::max(node_devices, stage_devices); ++degree) {
        if (node_devices % degree == 0 || stage_devices % degree == 0) {
            degrees.push_back(degree);
        }
    }
    return degrees;
}

constexpr std::array offeredPolicies {LayerPolicy::Keep, LayerPolicy::Selective, LayerPolicy::Full, LayerPolicy::Swap};

}

StagesPane::StagesPane(Workbench& workbench, QWidget* parent)
    : Pane(QStringLiteral("model"), parent)
    , m_workbench(workbench)
    , m_strip(new StageStrip)
    , m_model(new StageModel(this))
    , m_table(new TableView(tr("Table of stages")))
    , m_measure(new QComboBox)
    , m_stage(makeHeading({}, true))
    , m_tensor(new QComboBox)
    , m_data(
          makeNumber(tr("Data-parallel size"), tr("Data-parallel (DP) size: number of replicas of the stage"), 1 << 20))
    , m_layer(makeNumber(tr("Layer"), {}, 1 << 20))
    , m_policy(new QComboBox)
    , m_name(new QLineEdit)
    , m_split(new QPushButton(tr("Split")))
    , m_merge(new QPushButton(tr("Merge with next")))
    , m_remove(new QPushButton(tr("Delete plan")))
    , m_difference(new PlainLabel)
    , m_refusal(new InlineMessage)
    , m_editor(makeEditor())
    , m_newest(std::make_shared<std::atomic<int>>(0))
{
    setObjectName(QStringLiteral("stagesPane"));
    makeTools();
    m_table->setModel(m_model);
    setContent(makeContent());
    setTableView(m_table);
    connect(m_table->selectionModel(), &QItemSelectionModel::currentRowChanged, this, [this](const QModelIndex& row) {
        if (row.isValid()) {
            m_strip->setCurrent(row.row());
        }
    });
    connect(&m_workbench.plans(), &PlanSelection::currentChanged, this, [this] {
        m_impossible.clear();
        show();
    });
    connect(&m_workbench.plans(), &PlanSelection::resultChanged, this, &StagesPane::show);
    connect(&m_workbench, &Workbench::sessionChanged, this, &StagesPane::show);
    connect(m_strip, &StageStrip::currentChanged, this, &StagesPane::showStage);
    connect(&m_workbench.plans(), &PlanSelection::stageChanged, m_strip, &StageStrip::setCurrent);
    connect(m_strip, &StageStrip::currentChanged, &m_workbench.plans(), &PlanSelection::selectStage);
    connect(m_strip, &StageStrip::editBegan, this, &StagesPane::beginEdit);
    connect(m_strip, &StageStrip::layerMenuWanted, this, &StagesPane::openLayerMenu);
    connect(m_strip, &StageStrip::splitPointMoved, this, [this](int stage, int layer) {
        if (const auto now = shown()) {
            change(withSplitPoint(now->plan, stage, layer), tr("Move a split point"));
        }
    });
    show();
}

StagesPane::~StagesPane()
{
    ++*m_newest; // waiting requests need not start
}

void StagesPane::makeTools()
{
    m_measure->addItem(tr("By memory"), static_cast<int>(LayerMeasure::Memory));
    m_measure->addItem(tr("By time"), static_cast<int>(LayerMeasure::Time));
    m_measure->addItem(tr("By parameters"), static_cast<int>(LayerMeasure::Parameters));
    describe(m_measure, QStringLiteral("layerMeasure"), tr("Width of layers"),
             tr("Quantity that determines the width of a layer"));
    header()->addWidget(m_measure, 0, Qt::AlignTop);
    connect(m_measure, &QComboBox::activated, this,
            [this] { m_strip->setMeasure(static_cast<LayerMeasure>(m_measure->currentData().toInt())); });
}

QWidget* StagesPane::makeContent()
{
    auto* content = new QWidget;
    content->setAutoFillBackground(true);
    content->setBackgroundRole(QPalette::Base);
    auto* layout = new QVBoxLayout(content);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(4);
    layout->addWidget(m_strip, 1);
    layout->addWidget(m_editor);
    auto* area = new QScrollArea;
    area->setAccessibleName(tr("Stage editor"));
    area->setFocusPolicy(Qt::NoFocus);
    area->setFrameShape(QFrame::NoFrame);
    area->setWidgetResizable(true);
    area->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    area->setWidget(content);
    return area;
}

QWidget* StagesPane::makeEditor()
{
    m_stage->setObjectName(QStringLiteral("stageHeading"));
    describe(m_tensor, QStringLiteral("stageTensor"), tr("Tensor-parallel size"),
             tr("Tensor-parallel (TP) size: number of devices that split each layer"));
    describe(m_data, QStringLiteral("stageData"), tr("Data-parallel size"),
             tr("Data-parallel (DP) size: number of replicas of the stage"));
    describe(m_policy, QStringLiteral("stagePolicy"), tr("Activations"),
             tr("How activations are kept for the backward pass"));
    describe(m_name, QStringLiteral("planName"), tr("Name"), tr("Name of this user-defined plan"));
    describe(m_layer, QStringLiteral("stageLayer"), tr("Layer"),
             tr("Layer that the Activations setting applies to. Right-clicking a layer in the strip offers the same "
                "settings."));
    m_layer->setSpecialValueText(tr("All layers"));
    m_name->setMaxLength(static_cast<int>(longestName));
    for (const LayerPolicy policy : offeredPolicies) {
        m_policy->addItem(policyName(policy), static_cast<int>(policy));
    }
    connect(m_tensor, &QComboBox::activated, this, &StagesPane::changeDegrees);
    connect(m_data, &QSpinBox::editingFinished, this, &StagesPane::changeDegrees);
    connect(m_layer, &QSpinBox::valueChanged, this, [this] {
        if (const auto now = shown(); now && !m_showing) {
            m_showing = true;
            showPolicy(now->plan, now->plan.stages[whichStage(m_strip->current())]);
            m_showing = false;
        }
    });
    for (QWidget* field : QList<QWidget*> {m_data, m_layer, m_name}) {
        field->installEventFilter(this);
    }
    connect(m_policy, &QComboBox::activated, this, &StagesPane::changePolicy);
    connect(m_name, &QLineEdit::editingFinished, this, &StagesPane::rename);
    m_split->setToolTip(tr("Split this stage in the middle"));
    m_merge->setToolTip(tr("Merge this stage with the next one"));
    m_remove->setToolTip(tr("Delete this user-defined plan"));
    connect(m_split, &QPushButton::clicked, this, &StagesPane::split);
    connect(m_merge, &QPushButton::clicked, this, &StagesPane::merge);
    connect(m_remove, &QPushButton::clicked, this, &StagesPane::removeUserPlan);
    m_difference->setWordWrap(true);
    m_difference->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_difference->setAccessibleName(tr("Comparison with the recommended plan"));

    auto* editor = new QWidget;
    auto* layout = new QVBoxLayout(editor);
    layout->setContentsMargins(14, 2, 12, 8);
    layout->setSpacing(6);
    layout->addWidget(m_difference);
    layout->addWidget(m_refusal);
    layout->addWidget(m_stage);
    auto* form = new QFormLayout;
    form->setFieldGrowthPolicy(QFormLayout::AllNonFixedFieldsGrow);
    addFormRow(form, tr("Tensor parallel"), m_tensor);
    addFormRow(form, tr("Data parallel"), m_data);
    addFormRow(form, tr("Layer"), m_layer);
    addFormRow(form, tr("Activations"), m_policy);
    addFormRow(form, tr("Name"), m_name);
    alignLabels({form});
    layout->addLayout(form);
    auto* buttons = new QHBoxLayout;
    for (QPushButton* button : {m_split, m_merge, m_remove}) {
        buttons->addWidget(button);
    }
    buttons->addStretch(1);
    layout->addLayout(buttons);
    return editor;
}

bool StagesPane::eventFilter(QObject* watched, QEvent* event)
{
    return (event->type() == QEvent::ShortcutOverride && !isHalfTyped(watched) && leaveUndoToWindow(event))
        || Pane::eventFilter(watched, event);
}

// Typed input becomes an edit with Return or when the field loses focus.
bool StagesPane::isHalfTyped(const QObject* field) const
{
    if (field == m_name) {
        return m_named && m_name->text() != QString::fromStdString(*m_named);
    }
    return field == m_data && m_filled && m_data->value() != m_filled->content.degrees.data;
}

std::optional<StagesPane::Shown> StagesPane::shown() const
{
    const auto session = m_workbench.document().session();
    const Candidate* current = m_workbench.plans().current();
    const std::string& picked = m_workbench.plans().pickedUserPlan();
    if (session && !picked.empty()) {
        for (const UserPlan& user_plan : session->plans) {
            if (user_plan.name == picked) {
                const bool estimated = current && current->name == picked;
                return Shown {user_plan.plan, picked, estimated ? std::optional(current->estimate) : std::nullopt};
            }
        }
    }
    return current ? std::optional(Shown {current->plan, {}, current->estimate}) : std::nullopt;
}

void StagesPane::show()
{
    const auto now = shown();
    if (!now) {
        ++*m_newest;
        m_strip->clear();
        m_model->setPlan({}, {});
        showEmpty(tr("No plan selected"), tr("Select a plan to view and edit its stages."));
        return;
    }
    m_strip->setPlan(now->plan, now->estimate);
    m_strip->setSubject(subjectOf(*now));
    m_model->setPlan(now->plan, now->estimate);
    requestLayers(now->plan);
    showWords(*now);
    showStage();
    showContent();
}

// A user-defined plan belongs to the current problem; other plans belong to the problem of their search.
std::optional<QString> StagesPane::subjectOf(const Shown& now) const
{
    const Candidate* current = m_workbench.plans().current();
    const auto session = now.user_plan.empty() ? m_workbench.plans().session() : m_workbench.document().session();
    const QString name = now.user_plan.empty() && current ? planName(*current) : QString::fromStdString(now.user_plan);
    return session ? std::optional(planSubject(session->problem, now.plan, name)) : std::nullopt;
}

void StagesPane::showWords(const Shown& now)
{
    const auto result = m_workbench.plans().result();
    const Candidate* best = result ? result->recommended() : nullptr;
    const Error* refused = now.user_plan.empty() ? nullptr : m_workbench.plans().refusalOf(now.user_plan);
    m_refusal->setText(!m_impossible.isEmpty() ? m_impossible : refused ? errorText(*refused) : QString());
    m_difference->clear();
    const auto session = m_workbench.plans().session();
    if (!refused && now.estimate && best && session && now.plan != best->plan) {
        m_difference->setText(
            tr("Compared with the recommended plan: %1, %2.%3")
                .arg(peakChange(*now.estimate, best->estimate, measureOf(session->problem)),
                     stepChange(*now.estimate, best->estimate),
                     now.estimate->fits ? QString() : QLatin1Char(' ') + tr("This plan does not fit.")));
    }
    m_difference->setVisible(!m_difference->text().isEmpty());
    setSummary(
        now.user_plan.empty()
            ? tr("%1 · %2. Drag a split point or edit a stage to create a user-defined plan.")
                  .arg(m_workbench.plans().current() ? shortName(planName(*m_workbench.plans().current())) : QString(),
                       degreesText(now.plan))
            : QStringLiteral("%1 · %2").arg(shortName(QString::fromStdString(now.user_plan)), degreesText(now.plan)));
}

void StagesPane::showStage()
{
    const auto now = shown();
    const int stage = m_strip->current();
    if (!now || stage < 0 || whichStage(stage) >= now->plan.stages.size()) {
        return;
    }
    m_showing = true;
    const Stage& shown = now->plan.stages[whichStage(stage)];
    m_stage->setText(tr("Stage %1: layers %2–%3").arg(stage).arg(shown.layers.first).arg(shown.layers.last - 1));
    if (const Filled wanted {now->user_plan, stage, shown}; m_filled != wanted) {
        m_filled = wanted;
        m_data->setValue(shown.degrees.data);
        if (m_layer->minimum() != shown.layers.first - 1 || m_layer->maximum() != shown.layers.last - 1) {
            m_layer->setRange(shown.layers.first - 1, shown.layers.last - 1);
            m_layer->setValue(m_layer->minimum());
        }
        showPolicy(now->plan, shown);
    }
    showDegrees(shown);
    showName(now->user_plan);
    const bool editable = m_workbench.document().session() && !m_workbench.document().isReadOnly();
    for (QWidget* field : std::initializer_list<QWidget*> {m_tensor, m_data, m_layer, m_policy, m_strip}) {
        field->setEnabled(editable);
    }
    m_name->setEnabled(editable && !now->user_plan.empty());
    m_remove->setEnabled(editable && !now->user_plan.empty());
    m_split->setEnabled(editable && shown.layers.count() > 1);
    m_merge->setEnabled(editable && whichStage(stage) + 1 < now->plan.stages.size());
    m_showing = false;
}

void StagesPane::showDegrees(const Stage& stage)
{
    const auto session = m_workbench.document().session();
    // Until the search finishes, plans belong to an earlier problem, whose cluster may have had more device groups.
    const std::size_t group = whichStage(stage.device_group);
    const bool known = session && group < session->problem.cluster.groups.size();
    const int node = known ? session->problem.cluster.groups[group].devices_per_node : 1;
    const std::vector<int> degrees = tensorDegrees(node, stage.degrees.tensor * stage.degrees.data);
    std::vector<int> offered;
    for (int i = 0; i < m_tensor->count(); ++i) {
        offered.push_back(m_tensor->itemData(i).toInt());
    }
    if (offered != degrees) { // otherwise keep an open list
        m_tensor->clear();
        for (const int degree : degrees) {
            m_tensor->addItem(QString::number(degree), degree);
        }
    }
    m_tensor->setCurrentIndex(m_tensor->findData(stage.degrees.tensor));
}

LayerRange StagesPane::chosenLayers(const Stage& stage) const
{
    const int layer = m_layer->value();
    return layer < stage.layers.first ? stage.layers : LayerRange {layer, layer + 1};
}

void StagesPane::showPolicy(const Plan& plan, const Stage& stage)
{
    const LayerRange layers = chosenLayers(stage);
    const LayerPolicies policies = policiesOf(plan);
    const LayerPolicy policy = policies.of(layers.first);
    bool mixed = false;
    for (int layer = layers.first; layer < layers.last; ++layer) {
        mixed = mixed || policies.of(layer) != policy;
    }
    if (const int other = m_policy->findData(mixedPolicies); other >= 0) {
        m_policy->removeItem(other);
    }
    if (mixed || m_policy->findData(static_cast<int>(policy)) < 0) {
        m_policy->addItem(mixed ? tr("Mixed") : policyName(policy), mixedPolicies);
        m_policy->setCurrentIndex(m_policy->count() - 1);
    } else {
        m_policy->setCurrentIndex(m_policy->findData(static_cast<int>(policy)));
    }
}

void StagesPane::showName(const std::string& user_plan)
{
    if (m_named != user_plan) {
        m_named = user_plan;
        m_name->setText(QString::fromStdString(user_plan));
    }
}

void StagesPane::requestLayers(const Plan& plan)
{
    const auto session = m_workbench.document().session();
    if (!session) {
        return;
    }
    const int number = ++*m_newest;
    StageLayersInput input {session, m_workbench.document().measurements(), m_workbench.document().probes(), plan};
    m_background.run(
        [input = std::move(input), newest = m_newest, number]() -> Result<std::vector<ShownLayer>> {
            return *newest == number ? stageLayers(input) : failure(ErrorCode::Cancelled);
        },
        [this, number](const Result<std::vector<ShownLayer>>& layers) {
            if (number == *m_newest && layers) { // otherwise keep the previous layers
                m_strip->setLayers(*layers);
                m_model->setLayers(*layers);
                m_table->resizeColumnsToContents();
            }
        });
}

void StagesPane::beginEdit()
{
    m_editId = m_workbench.newEditId();
}

void StagesPane::change(const Plan& plan, const QString& what)
{
    const auto before = m_workbench.document().session();
    const auto now = shown();
    if (!before || !now) {
        return;
    }
    m_impossible.clear();
    if (plan == now->plan) {
        showWords(*now);
        return;
    }
    PlanningSession session = *before;
    std::string name = now->user_plan;
    if (name.empty()) {
        name = freeName(session.plans, tr("My plan").toStdString());
        session.plans.push_back({name, plan});
    } else {
        std::find_if(session.plans.begin(), session.plans.end(), [&](const UserPlan& user_plan) {
            return user_plan.name == name;
        })->plan = plan;
    }
    m_workbench.plans().pickUserPlan(name);
    m_workbench.edit(session, m_editId, what);
}

void StagesPane::changeIfPossible(const Result<Plan>& plan, const QString& what)
{
    if (plan) {
        change(*plan, what);
        return;
    }
    m_impossible = errorText(plan.error());
    show();
}

void StagesPane::changeDegrees()
{
    const auto now = shown();
    const int stage = m_strip->current();
    if (m_showing || !now || stage < 0) {
        return;
    }
    const Degrees& before = now->plan.stages[whichStage(stage)].degrees;
    const Degrees wanted {m_tensor->currentData().toInt(), m_data->value()};
    if (wanted == before) {
        m_impossible.clear(); // the rejected value was undone
        showWords(*now);
        return;
    }
    beginEdit();
    Result<Plan> changed = withStageDegrees(now->plan, stage, wanted);
    if (!changed && wanted.tensor != before.tensor) { // only the data-parallel size is rejected
        changed = withStageDegrees(now->plan, stage, {wanted.tensor, before.data});
    }
    changeIfPossible(changed, tr("Parallelism of a stage"));
}

void StagesPane::changePolicy()
{
    const auto now = shown();
    const int stage = m_strip->current();
    const int policy = m_policy->currentData().toInt();
    if (!m_showing && now && stage >= 0 && policy != mixedPolicies) {
        setPolicy(chosenLayers(now->plan.stages[whichStage(stage)]), static_cast<LayerPolicy>(policy));
    }
}

void StagesPane::setPolicy(LayerRange layers, LayerPolicy policy)
{
    if (const auto now = shown()) {
        beginEdit();
        change(withLayerPolicy(now->plan, layers, policy),
               layers.count() == 1 ? tr("Activations of a layer") : tr("Activations of a stage"));
    }
}

void StagesPane::openLayerMenu(int layer, const QPoint& at)
{
    const auto now = shown();
    if (!now || !m_policy->isEnabled()) {
        return;
    }
    const LayerRange layers =
        layer >= 0 ? LayerRange {layer, layer + 1} : chosenLayers(now->plan.stages[whichStage(m_strip->current())]);
    auto* menu = new QMenu(this);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    menu->addSection(layers.count() == 1 ? tr("Layer %1").arg(layers.first)
                                         : tr("Layers %1–%2").arg(layers.first).arg(layers.last - 1));
    const LayerPolicies policies = policiesOf(now->plan);
    for (const LayerPolicy policy : offeredPolicies) {
        QAction* action = menu->addAction(policyName(policy));
        action->setCheckable(true);
        action->setChecked(layers.count() == 1 && policies.of(layers.first) == policy);
        connect(action, &QAction::triggered, this, [this, layers, policy] { setPolicy(layers, policy); });
    }
    menu->addSeparator();
    menu->addActions(m_strip->actions()); // common to all charts
    menu->popup(at);
}

void StagesPane::split()
{
    const auto now = shown();
    if (now && m_strip->current() >= 0) {
        const LayerRange layers = now->plan.stages[whichStage(m_strip->current())].layers;
        beginEdit();
        changeIfPossible(withStageSplit(now->plan, layers.first + layers.count() / 2), tr("Split a stage"));
    }
}

void StagesPane::merge()
{
    const auto now = shown();
    if (now && m_strip->current() >= 0) {
        beginEdit();
        changeIfPossible(withStagesMerged(now->plan, m_strip->current()), tr("Merge stages"));
    }
}

void StagesPane::rename()
{
    const auto before = m_workbench.document().session();
    const auto now = shown();
    const std::string wanted = m_name->text().trimmed().toStdString();
    if (m_showing || !before || !now || now->user_plan.empty() || wanted == now->user_plan) {
        return;
    }
    if (const auto valid = validateName(wanted); !valid) {
        m_impossible = tr("%1. The plan keeps its name.").arg(errorText(valid.error()));
        m_named.reset();
        show();
        return;
    }
    m_impossible.clear();
    PlanningSession session = *before;
    const auto user_plan = std::find_if(session.plans.begin(), session.plans.end(),
                                        [&](const UserPlan& plan) { return plan.name == now->user_plan; });
    user_plan->name.clear();
    user_plan->name = freeName(session.plans, wanted);
    for (Compared& column : session.comparison.columns) {
        if (column.name == now->user_plan && column.plan == user_plan->plan && !column.problem) {
            column.name = user_plan->name;
        }
    }
    m_workbench.plans().pickUserPlan(user_plan->name);
    beginEdit();
    m_workbench.edit(session, m_editId, tr("Rename a plan"));
}

void StagesPane::removeUserPlan()
{
    const auto before = m_workbench.document().session();
    const auto now = shown();
    if (!before || !now || now->user_plan.empty()) {
        return;
    }
    PlanningSession session = *before;
    std::erase_if(session.plans, [&](const UserPlan& plan) { return plan.name == now->user_plan; });
    beginEdit();
    m_workbench.edit(session, m_editId, tr("Delete a plan"));
}

QString StagesPane::difference() const
{
    return m_difference->text();
}

QString StagesPane::refusal() const
{
    return m_refusal->text();
}

}
