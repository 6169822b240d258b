// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/dialogs/profiledialog.h"

#include "core/measuring/plan.h"
#include "ui/support/errortext.h"
#include "ui/support/forms.h"
#include "ui/support/inlinemessage.h"
#include "ui/support/numbers.h"

#include <QComboBox>
#include <QDialogButtonBox>
#include <QFormLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QRegularExpression>
#include <QSpinBox>

namespace stagecraft {

ProfileDialog::ProfileDialog(std::shared_ptr<const Question> question, std::shared_ptr<const Measurements> known,
                             QWidget* parent)
    : QDialog(parent)
    , m_question(std::move(question))
    , m_known(std::move(known))
    , m_sequence(m_question->problem.workload.sequence)
    , m_microBatches(new QLineEdit)
    , m_device(new QComboBox)
    , m_minutes(new QSpinBox)
    , m_points(new QLabel)
    , m_message(new InlineMessage)
{
    const Problem& problem = m_question->problem;
    setWindowTitle(tr("Profile"));
    setMinimumWidth(440);

    auto* introduction =
        new QLabel(tr("Runs each distinct layer of %1 alone on this machine, measures its memory and time, and stores "
                      "every measurement as soon as it is made. Plans appear while it runs.")
                       .arg(QString::fromStdString(problem.model.name)));
    introduction->setWordWrap(true);

    const auto wanted = problem.constraints.micro_batch;
    m_microBatches->setText(QStringLiteral("%1, %2").arg(wanted).arg(wanted * 2));
    m_microBatches->setAccessibleName(tr("Micro-batches"));
    m_microBatches->setToolTip(
        tr("Samples that a device works on at a time. From two measured micro-batches others are derived."));
    m_device->addItem(tr("CPU"), static_cast<int>(DeviceKind::Cpu));
    m_device->addItem(tr("CUDA GPU"), static_cast<int>(DeviceKind::Cuda));
    m_device->setAccessibleName(tr("Device"));
    if (!problem.cluster.groups.empty()) {
        m_device->setCurrentIndex(m_device->findData(static_cast<int>(problem.cluster.groups.front().device.kind)));
    }
    m_minutes->setRange(0, 24 * 60);
    m_minutes->setSpecialValueText(tr("No limit"));
    m_minutes->setSuffix(tr(" min"));
    m_minutes->setAccessibleName(tr("Time budget"));
    m_minutes->setToolTip(tr("No new layer is begun after this time; what is missing can be measured later."));

    auto* form = new QFormLayout;
    form->setLabelAlignment(Qt::AlignLeft);
    form->setFieldGrowthPolicy(QFormLayout::AllNonFixedFieldsGrow);
    form->setHorizontalSpacing(16);
    form->setVerticalSpacing(8);
    form->addRow(tr("Micro-&batches"), m_microBatches);
    form->addRow(tr("&Device"), m_device);
    form->addRow(tr("&Time budget"), m_minutes);
    alignLabels({form});

    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Cancel);
    m_start = buttons->addButton(tr("&Profile"), QDialogButtonBox::AcceptRole);
    m_points->setWordWrap(true);

    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(20, 18, 20, 16);
    layout->setSpacing(14);
    layout->addWidget(introduction);
    layout->addLayout(form);
    layout->addWidget(m_points);
    layout->addWidget(m_message);
    layout->addWidget(buttons);

    m_start->setDefault(true); // in its dialog: before, there is none to be the default of
    connect(m_microBatches, &QLineEdit::textChanged, this, &ProfileDialog::update);
    connect(m_device, &QComboBox::currentIndexChanged, this, &ProfileDialog::update);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    connect(buttons, &QDialogButtonBox::accepted, this, [this] {
        if (const auto asked = request()) {
            Q_EMIT chosen(*asked);
            accept();
        }
    });
    update();
}

void ProfileDialog::propose(const ProfileRequest& request)
{
    QStringList micro_batches;
    for (const std::int64_t micro_batch : request.micro_batches) {
        micro_batches << QString::number(micro_batch);
    }
    m_sequence = request.workload.sequence;
    m_device->setCurrentIndex(m_device->findData(static_cast<int>(request.device)));
    m_microBatches->setText(micro_batches.join(QStringLiteral(", ")));
    update();
}

std::optional<ProfileRequest> ProfileDialog::request() const
{
    static const QRegularExpression separator(QStringLiteral("[,;\\s]+"));
    const Problem& problem = m_question->problem;
    ProfileRequest request;
    request.model = problem.model;
    request.workload = problem.workload;
    request.workload.sequence = m_sequence;
    request.sequences = {m_sequence};
    request.device = static_cast<DeviceKind>(m_device->currentData().toInt());
    for (const QString& word : m_microBatches->text().split(separator, Qt::SkipEmptyParts)) {
        bool number = false;
        request.micro_batches.push_back(word.toLongLong(&number));
        if (!number) {
            return std::nullopt;
        }
    }
    if (m_minutes->value() > 0) {
        request.budget = Seconds(m_minutes->value() * 60.0);
    }
    return request.micro_batches.empty() ? std::nullopt : std::optional(request);
}

void ProfileDialog::update()
{
    const auto asked = request();
    const auto valid = asked ? validate(*asked) : Result<void>();
    m_message->setText(!asked      ? tr("Write numbers with commas between them, for example 1, 2, 4.")
                           : valid ? QString()
                                   : errorText(valid.error()));
    m_start->setEnabled(asked && valid);
    m_points->setVisible(asked && valid);
    if (!asked || !valid) {
        return;
    }
    const auto all = pointsOf(*asked).size();
    const auto missing = remainingSteps(*asked, *m_known).size();
    m_points->setText(
        tr("Every distinct layer at every micro-batch, with sequence %1: %2 measurements, %3 of them still to be made.")
            .arg(countText(m_sequence), countText(static_cast<qint64>(all)), countText(static_cast<qint64>(missing))));
}

}
