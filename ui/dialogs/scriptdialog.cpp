// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/dialogs/scriptdialog.h"

#include "ui/widgets/forms.h"
#include "ui/widgets/inlinemessage.h"
#include "ui/widgets/plainlabel.h"
#include "ui/words/messagetext.h"
#include "ui/words/plaintext.h"

#include <QDialogButtonBox>
#include <QFileInfo>
#include <QFormLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>

namespace stagecraft {

ScriptDialog::ScriptDialog(const QString& file, QWidget* parent)
    : QDialog(parent), m_file(file), m_input(new QLineEdit), m_message(new InlineMessage)
{
    setWindowTitle(tr("Load TorchScript"));
    setMinimumWidth(440);

    auto* warning = new PlainLabel(tr("Loading “%1” runs code from the file. Load it only if you trust its author.")
                                       .arg(QFileInfo(file).fileName()));
    warning->setWordWrap(true);
    warning->setToolTip(plainToolTip(file));
    auto* explanation = new PlainLabel(
        tr("Stagecraft then runs its child modules one by one on two random samples. Enter the shape of one sample: "
           "3x224x224 for a tensor of numbers, or tokens:LENGTH:VOCABULARY for token IDs. Leave the field empty for "
           "files written by stagecraft-cli describe, which contain the shape."));
    explanation->setWordWrap(true);
    m_input->setAccessibleName(tr("Sample shape"));
    m_input->setPlaceholderText(QStringLiteral("3x224x224"));

    auto* form = new QFormLayout;
    form->setLabelAlignment(Qt::AlignLeft);
    form->setHorizontalSpacing(16);
    addFormRow(form, tr("&Sample shape"), m_input);

    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Cancel);
    m_load = buttons->addButton(tr("&Trust and load"), QDialogButtonBox::AcceptRole);

    auto* layout = layOut(this);
    layout->addWidget(warning);
    layout->addWidget(explanation);
    layout->addLayout(form);
    layout->addWidget(m_message);
    layout->addWidget(buttons);

    connect(m_input, &QLineEdit::textChanged, this, &ScriptDialog::update);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    connect(buttons, &QDialogButtonBox::accepted, this, [this] {
        if (const auto asked = request()) {
            Q_EMIT chosen(*asked);
            accept();
        }
    });
    update();
}

std::optional<DescribeRequest> ScriptDialog::request() const
{
    const QString text = m_input->text().trimmed();
    const auto input = text.isEmpty() ? std::optional(ExampleInput {}) : parseExampleInput(text.toStdString());
    return input ? std::optional(DescribeRequest {m_file.toStdString(), *input, true}) : std::nullopt;
}

void ScriptDialog::update()
{
    const auto asked = request();
    const auto valid = asked ? validate(*asked) : Result<void>();
    m_message->setText(!valid      ? errorText(valid.error())
                           : asked ? QString()
                                   : tr("Separate the dimensions with x, for example 3x224x224."));
    m_load->setEnabled(asked && valid);
}

}
