// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/dialogs/profileform.h"

#include "core/model/layertraits.h"
#include "core/session/localgpus.h"

#include "ui/widgets/disclosure.h"
#include "ui/widgets/forms.h"
#include "ui/widgets/inlinemessage.h"
#include "ui/widgets/mutedlabel.h"
#include "ui/widgets/plainlabel.h"
#include "ui/widgets/trainablerows.h"
#include "ui/words/language.h"
#include "ui/words/messagetext.h"
#include "ui/words/numbers.h"
#include "ui/words/plaintext.h"
#include "ui/words/words.h"

#include <QCheckBox>
#include <QComboBox>
#include <QDoubleSpinBox>
#include <QFormLayout>
#include <QLabel>
#include <QLineEdit>
#include <QRegularExpression>
#include <QSpinBox>
#include <QToolButton>

#include <algorithm>
#include <cmath>
#include <limits>

namespace stagecraft {

namespace {

// Parses "1, 2 4". Empty if an item is not a number.
template <typename Number>
std::optional<std::vector<Number>> numbersIn(const QLineEdit* field)
{
    static const QRegularExpression separator(QStringLiteral("[,;\\s]+"));
    std::vector<Number> numbers;
    for (const QString& word : field->text().split(separator, Qt::SkipEmptyParts)) {
        bool good = false;
        const qlonglong number = word.toLongLong(&good);
        if (!good || number > std::numeric_limits<Number>::max() || number < std::numeric_limits<Number>::min()) {
            return std::nullopt;
        }
        numbers.push_back(static_cast<Number>(number));
    }
    return numbers;
}

template <typename Number>
QString textOf(const std::vector<Number>& numbers)
{
    QStringList words;
    for (const Number number : numbers) {
        words << QString::number(number);
    }
    return words.join(QStringLiteral(", "));
}

QString notNumbers()
{
    return ProfileForm::tr("Enter comma-separated numbers, for example 1, 2, 4.");
}

QString complaintOf(const Result<void>& checked)
{
    return checked ? QString() : errorText(checked.error());
}

template <typename Field>
Field* named(Field* field, const char* name, const QString& label, const QString& toolTip)
{
    field->setObjectName(QLatin1String(name));
    field->setAccessibleName(QString(label).remove(u'&'));
    field->setToolTip(plainToolTip(toolTip));
    field->setAccessibleDescription(toolTip);
    return field;
}

template <typename Field>
void addRow(QFormLayout* form, const char* name, const QString& label, Field* field, const QString& toolTip)
{
    addFormRow(form, label, named(field, name, label, toolTip));
}

template <typename Enum>
void fill(QComboBox* box, QString (*words)(Enum), Enum chosen)
{
    for (const auto& entry : enumNames<Enum>) {
        box->addItem(words(entry.first), static_cast<int>(entry.first));
    }
    box->setCurrentIndex(box->findData(static_cast<int>(chosen)));
}

template <typename Enum>
Enum chosen(const QComboBox* box)
{
    return static_cast<Enum>(box->currentData().toInt());
}

// Items of the device field: kinds of devices in this machine, then dry devices.
constexpr int firstDryItem = 100;

void choose(QComboBox* box, int value)
{
    box->setCurrentIndex(box->findData(value));
}

}

ProfileForm::ProfileForm(const Problem& problem, QWidget* parent)
    : QWidget(parent)
    , m_problem(problem)
    , m_microBatches(new QLineEdit)
    , m_sequences(new QLineEdit)
    , m_device(new QComboBox)
    , m_gpu(new QSpinBox)
    , m_minutes(new QSpinBox)
    , m_trust(new QCheckBox(tr("&Load the TorchScript file (runs code from the file)")))
    , m_precision(new QComboBox)
    , m_optimizer(new QComboBox)
    , m_attention(new QComboBox)
    , m_dropout(new QComboBox)
    , m_otherWorkload(new MutedLabel(tr("These settings differ from the training settings of the problem. Plans use "
                                        "the measurements only if both match.")))
    , m_tensor(new QLineEdit)
    , m_expert(new QLineEdit)
    , m_sequenceParallel(new QCheckBox(tr("Se&quence parallelism")))
    , m_recompute(new QCheckBox(tr("Full recomp&utation")))
    , m_checks(new QCheckBox(tr("Additivity c&hecks")))
    , m_retry(new QCheckBox(tr("Retr&y layers that ran out of memory")))
    , m_tolerance(new QDoubleSpinBox)
{
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(8);
    buildPoints(layout);
    buildDevice(layout);
    auto* more = new QWidget;
    auto* moreLayout = new QVBoxLayout(more);
    moreLayout->setContentsMargins(0, 0, 0, 0);
    moreLayout->setSpacing(8);
    buildTraining(moreLayout);
    buildShares(moreLayout);
    buildExtras(moreLayout);
    m_more = new Disclosure(tr("&More options"), more);
    m_more->button()->setObjectName(QStringLiteral("more"));
    layout->addWidget(m_more);
    layout->addStretch(1);
    alignLabels(m_forms);
    connectFields();
    refresh();
}

QFormLayout* ProfileForm::addForm(QVBoxLayout* layout)
{
    auto* form = new QFormLayout;
    form->setLabelAlignment(Qt::AlignLeft | Qt::AlignVCenter);
    form->setFieldGrowthPolicy(QFormLayout::AllNonFixedFieldsGrow);
    form->setHorizontalSpacing(16);
    form->setVerticalSpacing(8);
    layout->addLayout(form);
    m_forms << form;
    return form;
}

InlineMessage* ProfileForm::addMessage(QVBoxLayout* layout)
{
    auto* message = new InlineMessage;
    layout->addWidget(message);
    return message;
}

void ProfileForm::buildPoints(QVBoxLayout* layout)
{
    const bool image = m_problem.model.sample == SampleKind::Image;
    const auto wanted = m_problem.constraints.micro_batch;
    m_microBatches->setText(textOf(std::vector {wanted, wanted * 2}));
    addRow(addForm(layout), "microBatches", tr("Micro-&batch sizes"), m_microBatches,
           tr("Samples per micro-batch on one device. Costs at other micro-batch sizes are estimated from at least two "
              "measured sizes."));
    m_microBatchesMessage = addMessage(layout);
    m_sequences->setText(QString::number(m_problem.workload.sequence));
    addRow(addForm(layout), "sequences", image ? tr("Image &sides") : tr("&Sequence lengths"), m_sequences,
           image ? tr("Side length of the square images in pixels; one or more values")
                 : tr("Tokens per sample; one or more values"));
    m_sequencesMessage = addMessage(layout);
}

void ProfileForm::buildDevice(QVBoxLayout* layout)
{
    m_device->addItem(tr("CPU"), static_cast<int>(DeviceKind::Cpu));
    m_device->addItem(tr("CUDA GPU"), static_cast<int>(DeviceKind::Cuda));
    for (const ClusterGroup& group : m_problem.cluster.groups) {
        const QString name = tr("Dry run of %1 (no GPU)").arg(QString::fromStdString(group.device.name));
        if (group.device.compute_capability && m_device->findText(name) < 0) {
            m_dryTypes.push_back(group.device);
            m_device->addItem(name, firstDryItem + static_cast<int>(m_dryTypes.size()) - 1);
        }
    }
    if (!m_problem.cluster.groups.empty()) {
        chooseDevice(measurableHere(m_problem.cluster.groups.front().device));
    }
    m_gpu->setRange(0, 1023);
    m_gpu->setPrefix(tr("index "));
    named(m_gpu, "gpu", tr("GPU index"), tr("Index of the GPU on this machine, starting at 0"));
    auto* line = new QHBoxLayout;
    line->setSpacing(6);
    line->addWidget(named(m_device, "device", tr("Device"), tr("Device that runs the measurements")), 1);
    line->addWidget(m_gpu);
    QFormLayout* form = addForm(layout);
    auto* words = new PlainLabel(tr("&Device"));
    words->setBuddy(m_device);
    form->addRow(words, line);
    m_minutes->setRange(0, 24 * 60);
    m_minutes->setSpecialValueText(tr("No limit"));
    m_minutes->setSuffix(tr(" min"));
    addRow(form, "minutes", tr("&Time budget"), m_minutes,
           tr("No new layer is started after this time. You can measure the remaining layers later."));
    const auto script = scriptOf(m_problem.model);
    const QString file = script ? QString::fromStdString(script->file) : QString();
    form->addRow(
        named(m_trust, "trust", m_trust->text(), tr("%1: load this file only if you trust its author").arg(file)));
    form->setRowVisible(m_trust, script.has_value());
}

void ProfileForm::buildTraining(QVBoxLayout* layout)
{
    const Workload& workload = m_problem.workload;
    fill(m_precision, precisionName, workload.precision);
    for (const auto& [precision, name] : enumNames<Precision>) {
        m_precision->setItemData(m_precision->findData(static_cast<int>(precision)),
                                 plainToolTip(precisionMeaning(precision)), Qt::ToolTipRole);
    }
    fill(m_optimizer, optimizerName, workload.optimizer);
    fill(m_attention, attentionName, workload.attention);
    fill(m_dropout, dropoutName, workload.dropout);
    layout->addWidget(makeHeading(tr("Training")));
    QFormLayout* form = addForm(layout);
    addRow(form, "precision", tr("Pre&cision"), m_precision, tr("Number format of training"));
    addRow(form, "optimizer", tr("&Optimizer"), m_optimizer,
           tr("The optimizer state and the optimizer step are measured too"));
    addRow(form, "attention", tr("&Attention"), m_attention,
           tr("Attention implementation; it determines the size of the saved activations"));
    form->setRowVisible(m_attention, usesAttention(m_problem.model));
    addRow(form, "dropout", tr("D&ropout"), m_dropout, tr("Dropout saves a mask for the backward pass"));
    form->setRowVisible(m_dropout, hasDropout(m_problem.model));
    m_trainable = new TrainableRows(form, this);
    m_trainable->setValue(workload.trainable);
    m_trainableMessage = addMessage(layout);
    m_otherWorkload->setWordWrap(true);
    layout->addWidget(m_otherWorkload);
}

void ProfileForm::buildShares(QVBoxLayout* layout)
{
    layout->addWidget(makeHeading(tr("Sharded layers")));
    for (QLineEdit* field : {m_tensor, m_expert}) {
        field->setPlaceholderText(tr("unsharded only"));
    }
    addRow(addForm(layout), "tensor", tr("Te&nsor-parallel sizes"), m_tensor,
           tr("Also measure the shard of one tensor-parallel rank at these sizes, for example 2, 4"));
    m_tensorMessage = addMessage(layout);
    QFormLayout* form = addForm(layout);
    addRow(form, "expert", tr("&Expert-parallel sizes"), m_expert,
           tr("Also measure the shard of one expert-parallel rank at these sizes"));
    form->addRow(QString(),
                 named(m_sequenceParallel, "sequenceParallel", m_sequenceParallel->text(),
                       tr("Split activations along the sequence dimension outside tensor-parallel regions")));
    m_expertMessage = addMessage(layout);
}

void ProfileForm::buildExtras(QVBoxLayout* layout)
{
    layout->addWidget(makeHeading(tr("Also measure")));
    QFormLayout* form = addForm(layout);
    form->addRow(QString(),
                 named(m_recompute, "recompute", m_recompute->text(),
                       tr("Measure each layer except embedding and head with full activation recomputation too")));
    form->addRow(QString(),
                 named(m_checks, "checks", m_checks->text(),
                       tr("Run neighboring layers together, and two micro-batches in flight, to check that the costs "
                          "of single layers add up")));
    form->addRow(QString(),
                 named(m_retry, "retry", m_retry->text(),
                       tr("Measure these layers again; other programs may have used the memory at that time")));
    m_tolerance->setRange(0, 100);
    m_tolerance->setDecimals(1);
    m_tolerance->setSuffix(tr(" %"));
    m_tolerance->setSpecialValueText(tr("Measure all sizes"));
    addRow(form, "tolerance", tr("To&lerance"), m_tolerance,
           tr("Larger micro-batch sizes are skipped once a measurement is this close to the line through the two "
              "before it"));
}

void ProfileForm::connectFields()
{
    for (QLineEdit* field : {m_microBatches, m_sequences, m_tensor, m_expert}) {
        connect(field, &QLineEdit::textChanged, this, &ProfileForm::refresh);
    }
    for (QComboBox* field : {m_device, m_precision, m_optimizer, m_attention, m_dropout}) {
        connect(field, &QComboBox::currentIndexChanged, this, &ProfileForm::refresh);
    }
    for (QCheckBox* field : {m_trust, m_sequenceParallel, m_recompute, m_checks, m_retry}) {
        connect(field, &QCheckBox::toggled, this, &ProfileForm::refresh);
    }
    connect(m_gpu, &QSpinBox::valueChanged, this, &ProfileForm::refresh);
    connect(m_minutes, &QSpinBox::valueChanged, this, &ProfileForm::refresh);
    connect(m_tolerance, &QDoubleSpinBox::valueChanged, this, &ProfileForm::refresh);
    connect(m_trainable, &TrainableRows::changed, this, &ProfileForm::refresh);
    connect(m_more, &Disclosure::toggled, this, &ProfileForm::folded);
}

void ProfileForm::setRequest(const ProfileRequest& request)
{
    std::vector<int> tensor;
    std::vector<int> expert;
    bool sequence_parallel = false;
    for (const Sharding& sharding : request.shardings) {
        tensor.push_back(sharding.tensor);
        expert.push_back(sharding.expert);
        sequence_parallel = sequence_parallel || sharding.sequence;
    }
    for (std::vector<int>* degrees : {&tensor, &expert}) {
        std::sort(degrees->begin(), degrees->end());
        degrees->erase(std::unique(degrees->begin(), degrees->end()), degrees->end());
        if (*degrees == std::vector {1}) {
            degrees->clear();
        }
    }
    m_filling = true;
    m_microBatches->setText(textOf(request.micro_batches));
    m_sequences->setText(textOf(request.sequences));
    chooseDevice(request.device);
    m_gpu->setValue(request.device.index);
    m_minutes->setValue(request.budget ? static_cast<int>(std::ceil(request.budget->value / 60)) : 0);
    choose(m_precision, static_cast<int>(request.workload.precision));
    choose(m_optimizer, static_cast<int>(request.workload.optimizer));
    choose(m_attention, static_cast<int>(request.workload.attention));
    choose(m_dropout, static_cast<int>(request.workload.dropout));
    m_trainable->setValue(request.workload.trainable);
    m_tensor->setText(textOf(tensor));
    m_expert->setText(textOf(expert));
    m_sequenceParallel->setChecked(sequence_parallel);
    m_recompute->setChecked(request.recompute);
    m_checks->setChecked(request.checks);
    m_tolerance->setValue(request.tolerance * 100);
    m_filling = false;
    refresh();
}

void ProfileForm::chooseDevice(const DeviceChoice& device)
{
    const auto type = device.dry ? std::find(m_dryTypes.begin(), m_dryTypes.end(), *device.dry) : m_dryTypes.end();
    choose(m_device,
           type != m_dryTypes.end() ? firstDryItem + static_cast<int>(type - m_dryTypes.begin())
                                    : static_cast<int>(device.kind));
}

DeviceChoice ProfileForm::device() const
{
    const int item = m_device->currentData().toInt();
    if (item >= firstDryItem) {
        const DeviceType& type = m_dryTypes[static_cast<std::size_t>(item - firstDryItem)];
        return {type.kind, 0, type};
    }
    const auto kind = static_cast<DeviceKind>(item);
    return {kind, kind == DeviceKind::Cuda ? m_gpu->value() : 0, std::nullopt};
}

bool ProfileForm::retries() const
{
    return m_retry->isChecked();
}

void ProfileForm::refresh()
{
    if (m_filling) {
        return;
    }
    ProfileRequest request;
    request.model = m_problem.model;
    request.workload = m_problem.workload;
    request.device = device();
    m_gpu->setVisible(request.device.kind == DeviceKind::Cuda && !request.device.dry);
    if (m_minutes->value() > 0) {
        request.budget = Seconds(m_minutes->value() * 60.0);
    }
    request.target = ProfileTarget {m_problem.cluster, m_problem.constraints};
    request.trust = m_trust->isChecked();
    request.recompute = m_recompute->isChecked();
    request.checks = m_checks->isChecked();
    request.tolerance = m_tolerance->value() / 100;
    bool good = readPoints(request);
    good = readTraining(request) && good;
    good = readShares(request) && good;
    m_request = good ? std::optional(std::move(request)) : std::nullopt;
    m_more->setSummary(summary());
    QStringList complaints {m_trainableMessage->text(), m_tensorMessage->text(), m_expertMessage->text()};
    complaints.removeAll(QString());
    m_more->setComplaint(complaints.value(0));
    Q_EMIT changed();
}

bool ProfileForm::readPoints(ProfileRequest& request)
{
    ProfileRequest alone;
    alone.model = m_problem.model;
    alone.trust = true; // these fields do not depend on trust
    const auto complaintAbout = [&](const std::optional<std::vector<std::int64_t>>& micro_batches,
                                    const std::optional<std::vector<std::int64_t>>& sequences) {
        if (!micro_batches || !sequences || micro_batches->empty() || sequences->empty()) {
            return notNumbers();
        }
        alone.micro_batches = *micro_batches;
        alone.sequences = *sequences;
        return complaintOf(validate(alone));
    };
    const auto micro_batches = numbersIn<std::int64_t>(m_microBatches);
    const auto sequences = numbersIn<std::int64_t>(m_sequences);
    m_microBatchesMessage->setText(complaintAbout(micro_batches, {{m_problem.model.default_sequence}}));
    m_sequencesMessage->setText(complaintAbout({{1}}, sequences));
    if (!m_microBatchesMessage->text().isEmpty() || !m_sequencesMessage->text().isEmpty()) {
        return false;
    }
    request.micro_batches = *micro_batches;
    request.sequences = *sequences;
    request.workload.sequence = sequences->front();
    return true;
}

bool ProfileForm::readTraining(ProfileRequest& request)
{
    request.workload.precision = chosen<Precision>(m_precision);
    request.workload.optimizer = chosen<OptimizerKind>(m_optimizer);
    request.workload.attention = chosen<AttentionKind>(m_attention);
    request.workload.dropout = chosen<DropoutUse>(m_dropout);
    m_precision->setToolTip(plainToolTip(precisionMeaning(request.workload.precision)));
    QString complaint = m_trainable->complaint();
    if (const auto trainable = m_trainable->value()) {
        request.workload.trainable = *trainable;
        const auto trained = withTrainable(m_problem.model, *trainable);
        complaint = trained ? QString() : errorText(trained.error());
    }
    m_trainableMessage->setText(complaint);
    Workload wanted = request.workload;
    wanted.sequence = m_problem.workload.sequence;
    m_otherWorkload->setVisible(complaint.isEmpty() && wanted != m_problem.workload);
    return complaint.isEmpty();
}

bool ProfileForm::readShares(ProfileRequest& request)
{
    const auto tensor = numbersIn<int>(m_tensor);
    const auto expert = numbersIn<int>(m_expert);
    const bool split = tensor && std::any_of(tensor->begin(), tensor->end(), [](int degree) { return degree > 1; });
    m_sequenceParallel->setEnabled(split);
    ProfileRequest alone = request;
    alone.trust = true;
    alone.micro_batches = {1};
    if (alone.sequences.empty()) {
        alone.sequences = {m_problem.model.default_sequence};
    }
    if (!m_trainableMessage->text().isEmpty()) {
        alone.workload.trainable = {};
    }
    const auto complaintAbout = [&](const std::vector<int>& columns, const std::vector<int>& experts) {
        alone.shardings = shardingsOf(columns, experts, split && m_sequenceParallel->isChecked());
        return alone.shardings.empty() ? QString() : complaintOf(validate(alone));
    };
    m_tensorMessage->setText(tensor ? complaintAbout(*tensor, {}) : notNumbers());
    QString complaint = expert ? complaintAbout({}, *expert) : notNumbers();
    if (complaint.isEmpty() && m_tensorMessage->text().isEmpty()) {
        complaint = complaintAbout(*tensor, *expert); // each size is valid; checks the combination
        request.shardings = alone.shardings;
    }
    m_expertMessage->setText(complaint);
    return complaint.isEmpty() && m_tensorMessage->text().isEmpty();
}

QString ProfileForm::summary() const
{
    const Workload usual;
    QStringList parts;
    const auto add = [&parts](bool said, const QString& words) {
        if (said) {
            parts << words;
        }
    };
    const auto precision = chosen<Precision>(m_precision);
    const auto optimizer = chosen<OptimizerKind>(m_optimizer);
    const auto attention = chosen<AttentionKind>(m_attention);
    const auto dropout = chosen<DropoutUse>(m_dropout);
    const auto trainable = m_trainable->value();
    add(precision != usual.precision, precisionName(precision));
    add(optimizer != usual.optimizer, optimizerName(optimizer));
    add(attention != usual.attention, attentionName(attention));
    add(dropout != usual.dropout, tr("dropout %1").arg(language::inSentence(dropoutName(dropout))));
    add(trainable && *trainable != usual.trainable, trainableName(trainable.value_or(usual.trainable)));
    add(!m_tensor->text().isEmpty(), tr("tensor-parallel size %1").arg(m_tensor->text()));
    add(!m_expert->text().isEmpty(), tr("expert-parallel size %1").arg(m_expert->text()));
    add(m_sequenceParallel->isEnabled() && m_sequenceParallel->isChecked(), tr("sequence parallelism"));
    add(m_recompute->isChecked(), tr("full recomputation"));
    add(m_checks->isChecked(), tr("additivity checks"));
    add(m_retry->isChecked(), tr("retry out-of-memory layers"));
    add(m_tolerance->value() > 0, tr("tolerance %1").arg(m_tolerance->text()));
    return parts.join(QStringLiteral(" · "));
}

}
