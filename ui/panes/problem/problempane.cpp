// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panes/problem/problempane.h"

#include "core/hardware/clustername.h"
#include "core/model/layertraits.h"

#include "ui/app/bundle.h"
#include "ui/app/settings.h"
#include "ui/app/workbench.h"
#include "ui/dialogs/dialogs.h"
#include "ui/panes/problem/anychoice.h"
#include "ui/panes/problem/constraintsform.h"
#include "ui/panes/problem/frameworkfield.h"
#include "ui/panes/problem/moneyform.h"
#include "ui/panes/problem/problemfields.h"
#include "ui/style/icons.h"
#include "ui/widgets/forms.h"
#include "ui/widgets/inlinemessage.h"
#include "ui/widgets/searchedlist.h"
#include "ui/widgets/staleoverlay.h"
#include "ui/widgets/trainablerows.h"
#include "ui/words/frameworkwords.h"
#include "ui/words/messagetext.h"
#include "ui/words/numbers.h"
#include "ui/words/plaintext.h"
#include "ui/words/problemname.h"
#include "ui/words/words.h"

#include <QAbstractItemView>
#include <QComboBox>
#include <QFileInfo>
#include <QFocusEvent>
#include <QFormLayout>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QPushButton>
#include <QScrollBar>
#include <QSpinBox>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>
#include <tuple>
#include <utility>

namespace stagecraft {

ProblemPane::ProblemPane(Workbench& workbench, Dialogs& dialogs, Settings& settings, QWidget* parent)
    : QScrollArea(parent)
    , m_workbench(workbench)
    , m_dialogs(dialogs)
    , m_settings(settings)
    , m_model(new QComboBox)
    , m_modelFacts(fields::makeFacts())
    , m_modelMessage(new InlineMessage)
    , m_optimizer(new QComboBox)
    , m_attention(new QComboBox)
    , m_dropout(new QComboBox)
    , m_precision(new QComboBox)
    , m_cluster(new QLineEdit)
    , m_catalogue(new QToolButton)
    , m_clusterFacts(fields::makeFacts())
    , m_money(new MoneyForm(dialogs))
    , m_constraints(new ConstraintsForm)
    , m_fields(new QWidget)
    , m_belowModel(new QWidget)
{
    setObjectName(QStringLiteral("problemPane"));
    setFrameShape(QFrame::NoFrame);
    setFocusPolicy(Qt::NoFocus); // the fields accept the focus instead
    setWidgetResizable(true);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_fields->setAutoFillBackground(true);
    m_fields->setBackgroundRole(QPalette::Base);
    setWidget(m_fields);

    // Word-wrapped labels are outside the forms: QFormLayout (Qt 6.4) writes out of bounds if it contains one and a row
    // is hidden.
    auto* layout = new QVBoxLayout(m_fields);
    layout->setContentsMargins(14, 6, 12, 14);
    layout->setSpacing(7);
    buildModel(layout);
    auto* below_model = new QVBoxLayout(m_belowModel);
    below_model->setContentsMargins(0, 0, 0, 0);
    below_model->setSpacing(7);
    buildWorkload(below_model);
    buildCluster(below_model);
    below_model->addWidget(m_money);
    below_model->addWidget(m_constraints);
    layout->addWidget(m_belowModel);
    layout->addStretch(1);
    m_refusals[ProblemSection::Money] = m_money->refusal();
    m_refusals[ProblemSection::Constraints] = m_constraints->refusal();
    alignLabels(m_workload + QList<QFormLayout*> {m_frameworkForm} + m_money->forms() + m_constraints->forms());
    m_constraints->unfold(true);
    m_money->unfold(true);
    m_fields->setMinimumWidth(m_fields->minimumSizeHint().width()); // with all rows, including hidden ones
    m_constraints->unfold(false);
    m_money->unfold(false);
    connectFields();
    connectRows();
    connectMoney();
    connect(&m_workbench, &Workbench::sessionChanged, this, &ProblemPane::show);
    connect(&m_workbench, &Workbench::planStateChanged, this, &ProblemPane::showAnswer);
    // messages about plans are outdated with the plans
    connect(&m_workbench, &Workbench::searchingChanged, this, [this] {
        const bool old = !m_workbench.isUpToDate();
        m_framework->setOld(old);
        StaleOverlay::setOld(*m_constraints->answer(), old);
    });
    connect(&m_workbench.files(), &FileReader::readingChanged, this, [this] {
        m_modelMessage->setText({});
        if (m_workbench.files().reading().isEmpty()) {
            show();
        } else {
            m_modelFacts->setText(tr("Reading…"));
        }
    });
    connect(&m_workbench.files(), &FileReader::modelFailed, this, [this](const QString&, const Error& error) {
        show();
        m_modelMessage->setText(errorText(error));
    });
    show();
}

ProblemPane::~ProblemPane()
{
    m_clusterStop.request_stop();
}

void ProblemPane::buildModel(QVBoxLayout* layout)
{
    layout->addWidget(makeHeading(tr("Model"), true));
    m_model->setAccessibleName(tr("Model"));
    m_model->setObjectName(QStringLiteral("model"));
    m_model->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    m_model->setMinimumContentsLength(8);
    m_model->setPlaceholderText(tr("Choose a model"));
    m_model->setView(new SearchedList(m_model));
    m_browse = new QPushButton(tr("&Browse…"));
    m_browse->setToolTip(tr("Open a Hugging Face config.json, a TorchScript file or a layer table (CSV)"));
    connect(m_browse, &QPushButton::clicked, this, &ProblemPane::browseForModel);
    auto* line = new QHBoxLayout;
    line->setSpacing(6);
    line->addWidget(m_model, 1);
    line->addWidget(m_browse);
    layout->addLayout(line);
    layout->addWidget(m_modelFacts);
    layout->addWidget(m_modelMessage);
    fillModels();
}

void ProblemPane::buildWorkload(QVBoxLayout* layout)
{
    m_frameworkForm = addFormLayout(layout);
    m_framework = new FrameworkField(m_frameworkForm, layout, this);
    addRefusal(ProblemSection::Framework, layout);
    layout->addWidget(makeHeading(tr("Workload")));
    const auto addForm = [&] { return m_workload.emplace_back(addFormLayout(layout)); };
    m_globalBatch =
        addNumber(addForm(), tr("Global batch"), tr("Samples per optimizer step, across all devices"), 1 << 24);
    m_globalBatch->setObjectName(QStringLiteral("globalBatch"));
    addRefusal(ProblemSection::GlobalBatch, layout);
    m_sequence = addNumber(addForm(), tr("Sequence length"), tr("Tokens per sample"), 1 << 24);
    m_sequence->setObjectName(QStringLiteral("sequence"));
    addRefusal(ProblemSection::Sequence, layout);
    m_microBatch =
        addNumber(addForm(), tr("Micro-batch size"), tr("Samples that each replica processes at a time"), 1 << 24);
    m_microBatch->setObjectName(QStringLiteral("microBatch"));
    addRefusal(ProblemSection::MicroBatch, layout);
    m_microBatches = addNumber(addForm(), tr("Micro-batches"),
                               tr("Number of micro-batches per step (gradient accumulation steps). If set, the "
                                  "micro-batch size follows from the global batch and the data-parallel size."),
                               1 << 24);
    m_microBatches->setObjectName(QStringLiteral("microBatches"));
    addRefusal(ProblemSection::MicroBatches, layout);
    offerAny(m_microBatches);
    for (const auto& [kind, name] : enumNames<OptimizerKind>) {
        m_optimizer->addItem(optimizerName(kind), static_cast<int>(kind));
    }
    for (const auto& [kind, name] : enumNames<AttentionKind>) {
        m_attention->addItem(attentionName(kind), static_cast<int>(kind));
    }
    for (const auto& [use, name] : enumNames<DropoutUse>) {
        m_dropout->addItem(dropoutName(use), static_cast<int>(use));
    }
    for (const auto& [precision, name] : enumNames<Precision>) {
        m_precision->addItem(precisionName(precision), static_cast<int>(precision));
        m_precision->setItemData(m_precision->count() - 1, plainToolTip(precisionMeaning(precision)), Qt::ToolTipRole);
    }
    m_optimizer->setObjectName(QStringLiteral("optimizer"));
    m_attention->setObjectName(QStringLiteral("attention"));
    m_dropout->setObjectName(QStringLiteral("dropout"));
    m_precision->setObjectName(QStringLiteral("precision"));
    m_attention->setToolTip(
        tr("Attention implementation. It determines which activations are saved for the backward pass."));
    m_dropout->setToolTip(tr("Dropout saves a mask for the backward pass."));
    for (const auto& [label, field, section] : {std::tuple {tr("Optimizer"), m_optimizer, ProblemSection::Optimizer},
                                                std::tuple {tr("Attention"), m_attention, ProblemSection::Attention},
                                                std::tuple {tr("Dropout"), m_dropout, ProblemSection::Dropout},
                                                std::tuple {tr("Precision"), m_precision, ProblemSection::Precision}}) {
        addFormRow(addForm(), label, field);
        addRefusal(section, layout);
    }
    m_trainable = new TrainableRows(addForm(), this);
    addRefusal(ProblemSection::Trainable, layout);
}

void ProblemPane::addRefusal(ProblemSection section, QVBoxLayout* layout)
{
    m_refusals[section] = new InlineMessage;
    layout->addWidget(m_refusals[section]);
}

void ProblemPane::buildCluster(QVBoxLayout* layout)
{
    layout->addWidget(makeHeading(tr("Cluster")));
    m_cluster->setObjectName(QStringLiteral("cluster"));
    m_cluster->setAccessibleName(tr("Cluster"));
    m_cluster->setPlaceholderText(QStringLiteral("4xcpu:8GiB"));
    m_cluster->setToolTip(tr("Nodes x devices x type, or the path of a cluster file.\n:memory and @price ($ per node "
                             "and hour) override the catalog.\nExamples: 4xcpu:8GiB, 8xA100-80GB, 2x8xH100-80GB@32"));
    m_catalogue->setText(tr("Device types"));
    m_catalogue->setIcon(lineIcon(QStringLiteral("catalogue")));
    m_catalogue->setToolTip(tr("Choose a device type from the catalog"));
    m_catalogue->setAccessibleName(tr("Choose a device type from the catalog"));
    m_catalogue->setPopupMode(QToolButton::InstantPopup);
    m_catalogue->setAutoRaise(true);
    m_catalogue->setFocusPolicy(Qt::StrongFocus);
    addCatalogue();
    auto* line = new QHBoxLayout;
    line->setSpacing(6);
    line->addWidget(m_cluster, 1);
    line->addWidget(m_catalogue);
    layout->addLayout(line);
    layout->addWidget(m_clusterFacts);
    addRefusal(ProblemSection::Cluster, layout);
}

QSpinBox* ProblemPane::addNumber(QFormLayout* form, const QString& label, const QString& toolTip, int most)
{
    QSpinBox* box = makeNumber(label, toolTip, most);
    addFormRow(form, label, box);
    connect(box, &QSpinBox::valueChanged, this, [this, label] { edited(label); });
    box->installEventFilter(this);
    return box;
}

void ProblemPane::addCatalogue()
{
    auto* menu = new QMenu(m_catalogue);
    for (const CatalogueEntry& entry : catalogue().entries) {
        const QString name = QString::fromStdString(entry.device.name);
        QAction* action =
            fields::menuFor(entry, menu)->addAction(tr("%1\t%2").arg(name, bytesText(entry.device.memory)));
        action->setToolTip(plainToolTip(messageText(entry.device.memory.source)));
        connect(action, &QAction::triggered, this,
                [this, name, count = entry.devices_per_node] { chooseType(name, count); });
    }
    menu->setToolTipsVisible(true);
    m_catalogue->setMenu(menu);
}

// Keeps the number of nodes and devices, and uses the price that was last chosen for such nodes.
void ProblemPane::chooseType(const QString& name, int usual)
{
    const auto now = parseCluster(m_cluster->text().trimmed().toStdString());
    const int nodes = now ? now->groups.front().nodes : 1;
    const int devices = now ? now->groups.front().devices_per_node : usual;
    QString text = nodes == 1 ? QStringLiteral("%1x%2").arg(devices).arg(name)
                              : QStringLiteral("%1x%2x%3").arg(nodes).arg(devices).arg(name);
    auto cluster = parseCluster(text.toStdString());
    if (cluster && m_workbench.chosenOffers().apply(cluster->groups.front())) {
        text = QString::fromStdString(clusterName(cluster->groups.front()));
    }
    beginStep();
    m_cluster->setText(text);
    edited(tr("Cluster"));
}

// True if the nodes in the text differ from those before the edit.
bool ProblemPane::isOfOtherNodes(const QString& text) const
{
    const auto cluster = parseCluster(text.trimmed().toStdString());
    if (!cluster || !m_base) {
        return false;
    }
    const ClusterGroup& typed = cluster->groups.front();
    const auto& before = m_base->cluster.groups;
    return std::none_of(before.begin(), before.end(), [&](const ClusterGroup& group) {
        return group.device.name == typed.device.name && group.devices_per_node == typed.devices_per_node;
    });
}

// Nodes typed without a price get the offer that was last chosen for such nodes. A price that the user deletes from the
// text stays deleted, because the nodes are the same. Further typing starts a new edit.
void ProblemPane::takeChosenOffer()
{
    const std::string text = m_cluster->text().trimmed().toStdString();
    auto cluster = parseCluster(text);
    if (m_otherNodes && cluster && cluster->groups.size() == 1 && text.find('@') == std::string::npos) {
        ClusterGroup& group = cluster->groups.front();
        if (m_offersBefore.apply(group) && (group.offer || group.price_per_node)) {
            m_cluster->setText(QString::fromStdString(clusterName(group)));
            edited(tr("Cluster"));
        }
    }
    beginStep();
}

void ProblemPane::connectFields()
{
    connect(m_model, &QComboBox::activated, this, [this](int index) {
        const QString source = m_model->itemData(index).toString();
        m_settings.addRecent(Setting::RecentModels, source);
        m_workbench.chooseModel(source);
    });
    for (const auto& [box, what] : {std::pair {m_optimizer, tr("Optimizer")}, std::pair {m_attention, tr("Attention")},
                                    std::pair {m_dropout, tr("Dropout")}, std::pair {m_precision, tr("Precision")}}) {
        box->setAccessibleName(what);
        connect(box, &QComboBox::activated, this, [this, what = what] {
            beginStep();
            edited(what);
        });
    }
    connect(m_cluster, &QLineEdit::textEdited, this, [this] {
        m_clusterFile.reset();
        m_otherNodes = m_otherNodes || isOfOtherNodes(m_cluster->text());
        edited(tr("Cluster"));
    });
    connect(m_cluster, &QLineEdit::editingFinished, this, &ProblemPane::takeChosenOffer);
    connect(m_cluster, &QLineEdit::editingFinished, this, &ProblemPane::readClusterFile);
    connect(&m_workbench, &Workbench::opened, this, [this] { m_clusterToCome.clear(); });
    m_cluster->installEventFilter(this);
}

void ProblemPane::connectRows()
{
    connect(m_trainable, &TrainableRows::kindChosen, this, &ProblemPane::beginStep);
    connect(m_trainable, &TrainableRows::changed, this, [this] { edited(tr("Trainable")); });
    connect(m_constraints, &ConstraintsForm::chosen, this, &ProblemPane::beginStep);
    connect(m_constraints, &ConstraintsForm::changed, this, &ProblemPane::edited);
    connect(m_framework, &FrameworkField::chosen, this, [this] {
        beginStep();
        edited(tr("Framework"));
    });
    for (QWidget* field : fieldsOfRows()) {
        field->installEventFilter(this);
    }
}

void ProblemPane::connectMoney()
{
    connect(m_money, &MoneyForm::chosen, this, &ProblemPane::beginStep);
    connect(m_money, &MoneyForm::changed, this, &ProblemPane::edited);
    connect(m_money, &MoneyForm::clusterChosen, this, [this](const Cluster& cluster, const QString& what) {
        const auto session = m_workbench.document().session();
        if (session) {
            Problem problem = session->problem;
            problem.cluster = cluster;
            m_workbench.edit(problem, m_workbench.newEditId(), what);
        }
    });
}

QList<QWidget*> ProblemPane::fieldsOfRows() const
{
    QList<QWidget*> all = m_constraints->fields() + m_money->fields();
    for (QWidget* field : m_trainable->fields()) {
        all << field;
    }
    for (QWidget* field : m_framework->fields()) {
        all << field;
    }
    return all;
}

// All changes to a field while it has the focus are one undo step.
bool ProblemPane::eventFilter(QObject* watched, QEvent* event)
{
    if (event->type() == QEvent::FocusIn) {
        beginStep();
    }
    if (event->type() == QEvent::FocusOut && watched == m_cluster) {
        const Qt::FocusReason why = static_cast<QFocusEvent*>(event)->reason();
        if (why != Qt::ActiveWindowFocusReason && why != Qt::PopupFocusReason) {
            m_cluster->setCursorPosition(0); // shows the beginning of a long text
        }
    }
    // undo applies to the text of the field
    const bool half_typed = !m_refused.empty() && qobject_cast<QLineEdit*>(watched);
    if (!half_typed && leaveUndoToWindow(event)) {
        return true;
    }
    return QScrollArea::eventFilter(watched, event);
}

QSize ProblemPane::minimumSizeHint() const
{
    return {m_fields->minimumWidth() + verticalScrollBar()->sizeHint().width(),
            QScrollArea::minimumSizeHint().height()};
}

void ProblemPane::browseForModel()
{
    Dialogs::File file;
    file.title = tr("Open model");
    file.folder = m_settings.value(Setting::LastFolder).toString();
    file.filters = QStringList {tr("Models (*.json *.csv *.pt *.pth)"), tr("All files (*)")};
    m_dialogs.askOpenFile(window(), file, [this](const QString& path) {
        m_settings.setValue(Setting::LastFolder, QFileInfo(path).absolutePath());
        m_settings.addRecent(Setting::RecentModels, path);
        m_workbench.chooseModel(path);
    });
}

void ProblemPane::fillModels()
{
    m_model->clear();
    for (const QString& bundled : bundle::models()) {
        m_model->addItem(tr("%1 (bundled)").arg(QFileInfo(bundled).completeBaseName()), bundled);
    }
    for (const std::string& name : zooModels()) {
        m_model->addItem(tr("%1 (zoo)").arg(QString::fromStdString(name)),
                         QStringLiteral("zoo:%1").arg(QString::fromStdString(name)));
    }
    for (const QString& path : m_settings.value(Setting::RecentModels).toStringList()) {
        if (m_model->findData(path) < 0) {
            m_model->addItem(shortSource(path), path);
            m_model->setItemData(m_model->count() - 1, plainToolTip(path), Qt::ToolTipRole);
        }
    }
}

void ProblemPane::showZoo()
{
    ensureWidgetVisible(m_model);
    m_model->setFocus();
    m_model->showPopup();
    const int first = m_model->findData(QStringLiteral("zoo:"), Qt::UserRole, Qt::MatchStartsWith);
    const QModelIndex index = m_model->model()->index(first, m_model->modelColumn());
    m_model->view()->setCurrentIndex(index);
    m_model->view()->scrollTo(index, QAbstractItemView::PositionAtTop);
}

void ProblemPane::show()
{
    const auto session = m_workbench.document().session();
    const bool editable = session && !m_workbench.document().isReadOnly();
    for (QWidget* field : fieldsOfRows()
             + QList<QWidget*> {m_globalBatch, m_sequence, m_microBatch, m_microBatches, m_optimizer, m_attention,
                                m_dropout, m_precision, m_cluster, m_catalogue}) {
        field->setEnabled(editable);
    }
    m_model->setEnabled(m_workbench.document().isOpen() && !m_workbench.document().isReadOnly());
    m_browse->setEnabled(m_model->isEnabled());
    m_modelMessage->setText({});
    m_belowModel->setVisible(session != nullptr); // requires a model
    if (!session) {
        m_base.reset();
        m_shown.reset();
        m_refused.clear();
        noteRefused();
        m_model->setCurrentIndex(-1);
        m_modelFacts->setText(
            m_clusterToCome.isEmpty()
                ? tr("Choose a model from the list, or open a config.json or a layer table.")
                : tr("Choose the model to train on the cluster in %1.").arg(QFileInfo(m_clusterToCome).fileName()));
        return;
    }
    const QString workspace = m_workbench.document().path();
    if (workspace != m_workspace && m_shown != session->problem) { // not a copy of the open workspace
        m_shown.reset(); // discards rejected input
    }
    m_workspace = workspace;
    m_showing = true;
    showModel(session->problem);
    showRows(session->problem);
    showFields(session->problem);
    m_clusterFacts->setText(fields::clusterFacts(session->problem.cluster));
    m_showing = false;
    m_shown = session->problem;
    showRefusals();
    if (editable && !m_clusterToCome.isEmpty()) {
        useClusterFile(std::exchange(m_clusterToCome, {}));
    }
}

void ProblemPane::showModel(const Problem& problem)
{
    const QString source = QString::fromStdString(problem.model.source);
    int index = m_model->findData(fields::listedSource(source));
    if (index < 0) {
        m_model->addItem(shortSource(source), source);
        index = m_model->count() - 1;
    }
    m_model->setCurrentIndex(index);
    m_model->setToolTip(plainToolTip(source));
    m_modelFacts->setText(m_workbench.files().reading().isEmpty() ? fields::modelFacts(problem.model) : tr("Reading…"));
    m_modelFacts->setToolTip(plainToolTip(fields::modelDetails(problem.model)));
}

QFormLayout* ProblemPane::workloadForm(const QWidget* field) const
{
    return *std::find_if(m_workload.begin(), m_workload.end(),
                         [&](const QFormLayout* form) { return form->indexOf(field) >= 0; });
}

// Shows only the rows that apply to this kind of model.
void ProblemPane::showRows(const Problem& problem)
{
    const SampleKind sample = problem.model.sample;
    for (const auto& [field, visible] : {std::pair<QWidget*, bool> {m_sequence, sample != SampleKind::Opaque},
                                         {m_optimizer, !hasGivenCosts(problem.model)},
                                         {m_precision, !hasGivenCosts(problem.model)},
                                         {m_attention, usesAttention(problem.model)},
                                         {m_dropout, hasDropout(problem.model)}}) {
        workloadForm(field)->setRowVisible(field, visible);
    }
    m_trainable->setVisible(sample != SampleKind::Opaque);
    const QString label = sample == SampleKind::Image ? tr("Image size") : tr("Sequence length");
    static_cast<QLabel*>(workloadForm(m_sequence)->labelForField(m_sequence))->setText(label);
    m_sequence->setAccessibleName(label);
    m_sequence->setToolTip(
        plainToolTip(sample == SampleKind::Image ? tr("Pixels per side of an image") : tr("Tokens per sample")));
}

void ProblemPane::showAnswer()
{
    const auto& error = m_workbench.planError();
    const bool failed = m_workbench.planState() == Workbench::PlanState::Failed && error;
    const auto session = m_workbench.document().session();
    const auto refusal = failed && session ? frameworkRefusal(session->problem, *error) : std::nullopt;
    const auto result = m_workbench.plans().result();
    const bool none = result && result->candidates.empty();
    m_framework->setComplaint(refusal ? *refusal + u'.' : QString());
    m_constraints->answer()->setText(failed && !refusal ? errorText(*error)
                                         : none         ? outcomeSentence(*result)
                                                        : QString());
}

QString ProblemPane::workloadMessage() const
{
    QStringList lines;
    for (auto at = m_refusals.begin(); at->first < ProblemSection::Cluster; ++at) {
        lines << at->second->text();
    }
    lines.removeAll(QString());
    return lines.join(u'\n');
}

QString ProblemPane::clusterMessage() const
{
    return m_refusals.at(ProblemSection::Cluster)->text();
}

QString ProblemPane::moneyMessage() const
{
    return m_money->refusal()->text();
}

QString ProblemPane::constraintsMessage() const
{
    return m_constraints->refusal()->text();
}

QString ProblemPane::searchMessage() const
{
    return m_constraints->answer()->text();
}

QString ProblemPane::frameworkMessage() const
{
    return m_framework->complaint();
}

}
