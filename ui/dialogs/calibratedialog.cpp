// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/dialogs/calibratedialog.h"

#include "ui/widgets/forms.h"
#include "ui/widgets/inlinemessage.h"
#include "ui/widgets/plainlabel.h"
#include "ui/words/frameworkwords.h"
#include "ui/words/plaintext.h"

#include <QComboBox>
#include <QDialogButtonBox>
#include <QFormLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>

#include <algorithm>
#include <utility>

namespace stagecraft {

CalibrateDialog::CalibrateDialog(const QString& runs, Framework likely, std::vector<CatalogueEntry> user_defined,
                                 QWidget* parent)
    : QDialog(parent)
    , m_userTypes(std::move(user_defined))
    , m_name(new QLineEdit)
    , m_framework(new QComboBox)
    , m_base(new QComboBox)
    , m_message(new InlineMessage)
{
    setWindowTitle(tr("Calibrate a device type"));
    auto* introduction =
        new PlainLabel(tr("Calibration fits kernel times, bandwidths, latency and workspace size of a "
                          "device type to the runs of %1. The result is saved as a user-defined device type.")
                           .arg(runs));
    introduction->setWordWrap(true);
    m_name->setObjectName(QStringLiteral("typeName"));
    m_name->setPlaceholderText(tr("H100-our-cluster"));
    m_name->setMaxLength(64);
    m_framework->setObjectName(QStringLiteral("calibratedFramework"));
    for (const auto& [framework, name] : enumNames<Framework>) {
        m_framework->addItem(frameworkTitle(framework), static_cast<int>(framework));
    }
    m_framework->setCurrentIndex(m_framework->findData(static_cast<int>(likely)));
    m_framework->setToolTip(plainToolTip(tr("The framework that trained the runs")));
    m_base->setObjectName(QStringLiteral("calibratedType"));
    m_base->addItem(tr("Most common device type of the runs"));
    for (const CatalogueEntry& entry : catalogue().entries) {
        m_base->addItem(QString::fromStdString(entry.device.name));
    }
    m_base->setToolTip(plainToolTip(tr("The device type to calibrate")));
    auto* form = new QFormLayout;
    form->setHorizontalSpacing(12);
    form->setVerticalSpacing(8);
    form->setFieldGrowthPolicy(QFormLayout::ExpandingFieldsGrow);
    addFormRow(form, tr("&Name"), m_name);
    addFormRow(form, tr("&Framework"), m_framework);
    addFormRow(form, tr("&Base type"), m_base);
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
            Q_EMIT chosen(settings());
            accept();
        }
    });
    update();
}

void CalibrateDialog::update()
{
    const QString name = m_name->text();
    const auto isIt = [wanted = name.toStdString()](const CatalogueEntry& entry) {
        return entry.device.name == wanted;
    };
    const bool good = isTypeName(name.toStdString());
    m_start->setEnabled(good);
    if (!name.isEmpty() && !good) {
        m_message->setText(tr("\"%1\" is not a valid device type name. Use only letters, digits and - _ + . and do not "
                              "start with a device count such as 8x.")
                               .arg(name));
    } else if (std::any_of(m_userTypes.begin(), m_userTypes.end(), isIt)) {
        m_message->setText(tr("A user-defined device type %1 already exists. Calibration replaces it.").arg(name));
    } else if (std::any_of(catalogue().entries.begin(), catalogue().entries.end(), isIt)) {
        m_message->setText(tr("The catalog contains a device type %1. Your calibrated type overrides it.").arg(name));
    } else {
        m_message->setText({});
    }
    if (isVisible()) {
        fit();
    }
}

QString CalibrateDialog::message() const
{
    return m_message->text();
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

CalibrationSettings CalibrateDialog::settings() const
{
    CalibrationSettings settings;
    settings.name = m_name->text().toStdString();
    settings.framework = static_cast<Framework>(m_framework->currentData().toInt());
    if (const int base = m_base->currentIndex(); base > 0) { // the first entry is the type of most runs
        settings.base = catalogue().entries[static_cast<std::size_t>(base - 1)];
    }
    return settings;
}

}
