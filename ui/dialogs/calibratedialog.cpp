// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/dialogs/calibratedialog.h"

#include "core/exchange/knownstacks.h"
#include "ui/support/forms.h"
#include "ui/support/inlinemessage.h"
#include "ui/support/plainlabel.h"

#include <QCheckBox>
#include <QComboBox>
#include <QDialogButtonBox>
#include <QFormLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>

#include <algorithm>

namespace stagecraft {

CalibrateDialog::CalibrateDialog(const QString& runs, const QStringList& known, QWidget* parent)
    : QDialog(parent)
    , m_known(known)
    , m_name(new QLineEdit)
    , m_form(new QComboBox)
    , m_modes(new QCheckBox(tr("Tell by their &speed which runs reduce-scatter")))
    , m_message(new InlineMessage)
{
    setWindowTitle(tr("Calibrate a stack"));
    auto* introduction =
        new PlainLabel(tr("Learns from %1 what a training stack keeps and costs beyond the formulas. The "
                          "stack is kept in this workspace with its runs.")
                           .arg(runs));
    introduction->setWordWrap(true);
    m_name->setObjectName(QStringLiteral("stackName"));
    m_name->setPlaceholderText(tr("our-cluster"));
    m_name->setMaxLength(64);
    m_form->setObjectName(QStringLiteral("stackForm"));
    m_form->addItem(tr("What can use most of the runs"), -1);
    for (const auto& [form, name] : enumNames<StackForm>) {
        m_form->addItem(QString::fromUtf8(name.data()), static_cast<int>(form));
    }
    m_modes->setToolTip(
        tr("Of runs without a pipeline whose rows do not tell how tensor ranks exchange: those that are "
           "as fast as with reduce-scatters."));
    auto* form = new QFormLayout;
    form->setHorizontalSpacing(12);
    form->setVerticalSpacing(8);
    form->setFieldGrowthPolicy(QFormLayout::ExpandingFieldsGrow);
    addFormRow(form, tr("&Name"), m_name);
    addFormRow(form, tr("&Trains as"), m_form);
    form->addRow(QString(), m_modes);
    alignLabels({form});
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Cancel);
    m_start = buttons->addButton(tr("&Calibrate"), QDialogButtonBox::AcceptRole);
    auto* layout = layOut(this);
    layout->addWidget(introduction);
    layout->addLayout(form);
    layout->addWidget(m_message);
    layout->addStretch(1);
    layout->addWidget(buttons);
    setMinimumWidth(std::max(460, layout->totalMinimumSize().width()));
    m_start->setDefault(true);
    connect(m_name, &QLineEdit::textChanged, this, &CalibrateDialog::update);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    connect(buttons, &QDialogButtonBox::accepted, this, [this] {
        if (m_start->isEnabled()) {
            Q_EMIT chosen(request());
            accept();
        }
    });
    update();
}

void CalibrateDialog::update()
{
    const QString name = m_name->text();
    const bool good = isStackName(name.toStdString());
    m_start->setEnabled(good);
    if (!name.isEmpty() && !good) {
        m_message->setText(tr("\"%1\" is no name: use letters, digits, - _ and .").arg(name));
    } else if (m_known.contains(name)) {
        m_message->setText(tr("There is a stack %1: in this workspace the new one takes its place.").arg(name));
    } else {
        m_message->setText({});
    }
    if (isVisible()) {
        fit();
    }
}

void CalibrateDialog::showEvent(QShowEvent* event)
{
    QDialog::showEvent(event);
    fit();
}

void CalibrateDialog::fit()
{
    layout()->activate();
    resize(width(), std::max(height(), layout()->totalHeightForWidth(width())));
}

CalibrationRequest CalibrateDialog::request() const
{
    CalibrationRequest request;
    request.name = m_name->text().toStdString();
    const int form = m_form->currentData().toInt();
    request.form = form < 0 ? fromName<StackForm>(request.name) : std::optional(static_cast<StackForm>(form));
    request.modes_from_speed = m_modes->isChecked();
    return request;
}

}
