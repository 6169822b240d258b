// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/dialogs/dryrundialog.h"

#include "core/dryrun/rankchoice.h"
#include "core/hardware/catalogue.h"
#include "ui/widgets/forms.h"
#include "ui/widgets/inlinemessage.h"
#include "ui/widgets/plainlabel.h"
#include "ui/words/messagetext.h"

#include <QComboBox>
#include <QDialogButtonBox>
#include <QDir>
#include <QFormLayout>
#include <QLineEdit>
#include <QProcess>
#include <QPushButton>
#include <QSpinBox>
#include <QVBoxLayout>

#include <algorithm>

namespace stagecraft {

DryRunDialog::DryRunDialog(const QString& folder, const QString& device, QWidget* parent)
    : QDialog(parent)
    , m_command(new QLineEdit)
    , m_folder(new QLineEdit(folder))
    , m_device(new QComboBox)
    , m_world(new QSpinBox)
    , m_ranks(new QLineEdit(QStringLiteral("first,last")))
    , m_steps(new QSpinBox)
    , m_message(new InlineMessage)
{
    setWindowTitle(tr("Dry run of a training script"));
    setMinimumWidth(560);
    auto* warning = new PlainLabel(tr("Runs your script unchanged in your Python environment, with your permissions on "
                                      "this machine. No GPU is needed: memory is allocated as on the selected GPU "
                                      "type, but kernels compute nothing, so loss values are meaningless."));
    warning->setWordWrap(true);

    m_command->setPlaceholderText(QStringLiteral("torchrun --nproc-per-node 8 train.py --config llama.toml"));
    for (const CatalogueEntry& entry : catalogue().entries) {
        if (entry.device.kind == DeviceKind::Cuda && entry.device.compute_capability) {
            m_device->addItem(QString::fromStdString(entry.device.name));
        }
    }
    const int known = m_device->findText(device);
    m_device->setCurrentIndex(known >= 0 ? known : std::max(0, m_device->findText(QStringLiteral("H100-80GB"))));
    m_world->setRange(0, mostDryWorld);
    m_world->setSpecialValueText(tr("From the command"));
    m_steps->setRange(1, mostDrySteps);
    m_steps->setValue(3);

    auto* form = new QFormLayout;
    form->setLabelAlignment(Qt::AlignLeft);
    form->setHorizontalSpacing(16);
    const auto add = [form](const char* name, const QString& label, QWidget* field, const QString& tool_tip) {
        describe(field, QString::fromLatin1(name), label, tool_tip);
        addFormRow(form, label, field);
    };
    add("command", tr("&Command"), m_command,
        tr("python SCRIPT, python -m MODULE, or torchrun, deepspeed or accelerate launch with their options"));
    add("folder", tr("&Working directory"), m_folder, tr("Directory in which the script starts"));
    add("device", tr("&GPU"), m_device, tr("GPU type to simulate"));
    add("world", tr("Number of &ranks"), m_world, tr("World size that the script sees"));
    add("ranks", tr("Ranks to r&un"), m_ranks,
        tr("Ranks to run one after another: first, last, comma-separated rank numbers, or all"));
    add("steps", tr("&Steps"), m_steps, tr("Number of optimizer steps that each rank runs"));

    alignLabels({form});

    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Cancel);
    m_run = buttons->addButton(tr("&Allow and run"), QDialogButtonBox::AcceptRole);
    auto* layout = layOut(this);
    layout->addWidget(warning);
    layout->addLayout(form);
    layout->addWidget(m_message);
    layout->addWidget(buttons);

    for (const QLineEdit* field : {m_command, m_folder, m_ranks}) {
        connect(field, &QLineEdit::textChanged, this, &DryRunDialog::update);
    }
    connect(m_world, &QSpinBox::valueChanged, this, &DryRunDialog::update);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    connect(buttons, &QDialogButtonBox::accepted, this, [this] {
        if (const auto asked = request()) {
            Q_EMIT chosen(*asked);
            accept();
        }
    });
    update();
}

DryRunChoice DryRunDialog::choice() const
{
    DryRunChoice choice;
    for (const QString& word : QProcess::splitCommand(m_command->text())) {
        choice.command.push_back(word.toStdString());
    }
    choice.device = m_device->currentText().toStdString();
    choice.world = m_world->value() > 0 ? std::optional(m_world->value()) : std::nullopt;
    choice.ranks = m_ranks->text().trimmed().toStdString();
    choice.steps = m_steps->value();
    choice.folder = m_folder->text().trimmed().toStdString();
    return choice;
}

Result<DryRunRequest> DryRunDialog::request() const
{
    DryRunChoice asked = choice();
    if (!QFileInfo(m_folder->text().trimmed()).isDir()) {
        return failure(ErrorCode::FileNotReadable, {std::string("there is no such folder")}, asked.folder);
    }
    return dryRunRequest(asked);
}

void DryRunDialog::update()
{
    const bool empty = m_command->text().trimmed().isEmpty();
    const auto asked = request();
    m_message->setText(empty || asked ? QString() : errorText(asked.error()));
    m_run->setEnabled(!empty && asked);
    // Otherwise a message would shrink the fields.
    resize(width(), std::max(height(), layout()->totalHeightForWidth(width())));
}

}
