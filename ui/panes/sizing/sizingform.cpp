// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panes/sizing/sizingform.h"

#include "core/hardware/catalogue.h"
#include "ui/panes/sizing/whatiffield.h"
#include "ui/widgets/forms.h"
#include "ui/widgets/inlinemessage.h"
#include "ui/widgets/mutedlabel.h"
#include "ui/words/messagetext.h"
#include "ui/words/plaintext.h"
#include "ui/words/sizingwords.h"

#include <QComboBox>
#include <QDoubleSpinBox>
#include <QFormLayout>
#include <QLabel>
#include <QPushButton>
#include <QScrollBar>
#include <QVBoxLayout>

namespace stagecraft {

namespace {

constexpr double secondsOfADay = 86400;

}

SizingForm::SizingForm(QWidget* parent)
    : QScrollArea(parent)
    , m_device(new QComboBox)
    , m_whyNoLimits(new MutedLabel)
    , m_budget(new QDoubleSpinBox)
    , m_deadline(new QDoubleSpinBox)
    , m_refusal(new InlineMessage)
    , m_apply(new QPushButton(tr("Apply")))
    , m_reset(new QPushButton(tr("Reset")))
    , m_pin(new QPushButton(tr("Pin")))
{
    setAccessibleName(tr("What-if parameters"));
    setFrameShape(QFrame::NoFrame);
    setFocusPolicy(Qt::NoFocus);
    setWidgetResizable(true);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAsNeeded); // so that narrow panes do not clip fields
    describe(m_device, QStringLiteral("whatIfDevice"), tr("Device type"),
             tr("Device type from the catalog, with its memory, bandwidths and lowest known on-demand price"));
    m_device->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    m_device->setMinimumContentsLength(10);
    connect(m_device, &QComboBox::activated, this, [this] { Q_EMIT deviceChosen(m_device->currentText()); });
    describe(m_apply, QStringLiteral("applyWhatIf"), tr("Apply to the problem"),
             tr("Change the problem to these values (can be undone)"));
    describe(m_reset, QStringLiteral("resetWhatIf"), tr("Reset"),
             tr("Reset the values to those of the problem and remove the run limits"));
    describe(m_pin, QStringLiteral("pinWhatIf"), tr("Pin as a scenario"),
             tr("Save these values and their plan as a scenario for comparison"));

    auto* content = new QWidget;
    content->setAutoFillBackground(true);
    content->setBackgroundRole(QPalette::Base);
    auto* layout = new QVBoxLayout(content);
    layout->setContentsMargins(14, 2, 12, 10);
    layout->setSpacing(7);
    addWhatIfFields(layout, tr("Hardware"),
                    {WhatIfParameter::Nodes, WhatIfParameter::NodeDevices, WhatIfParameter::Memory,
                     WhatIfParameter::NodeLink, WhatIfParameter::Network, WhatIfParameter::Price});
    addWhatIfFields(layout, tr("Workload"), {WhatIfParameter::Batch, WhatIfParameter::Sequence});
    addWhatIfFields(layout, tr("Model"), {WhatIfParameter::Depth, WhatIfParameter::Width});
    addLimits(layout);
    alignLabels(m_forms);
    layout->addStretch(1);
    content->setMinimumWidth(content->minimumSizeHint().width());
    setWidget(content);
}

void SizingForm::addWhatIfFields(QVBoxLayout* layout, const QString& heading,
                                 std::initializer_list<WhatIfParameter> which)
{
    layout->addWidget(makeHeading(heading, m_forms.isEmpty()));
    QFormLayout* form = addFormLayout(layout);
    if (m_forms.isEmpty()) {
        addFormRow(form, tr("Device type"), m_device);
    }
    m_forms << form;
    for (const WhatIfParameter parameter : which) {
        auto* field = new WhatIfField(parameter);
        m_fields[parameter] = field;
        field->setLabel(whatIfParameterName(parameter, SampleKind::Tokens),
                        whatIfParameterMeaning(parameter, SampleKind::Tokens));
        addFormRow(form, whatIfParameterName(parameter, SampleKind::Tokens), field);
        connect(field, &WhatIfField::changed, this,
                [this, parameter](double value) { Q_EMIT whatIfValueChanged(parameter, value); });
    }
}

// Budget and deadline of the training run.
void SizingForm::addLimits(QVBoxLayout* layout)
{
    constexpr double mostDollars = 1e12;
    constexpr double mostDays = 36500;
    layout->addWidget(makeHeading(tr("Run limits")));
    m_whyNoLimits->setWordWrap(true);
    layout->addWidget(m_whyNoLimits);
    QFormLayout* form = addFormLayout(layout);
    m_forms << form;
    const auto add = [&](QDoubleSpinBox* field, const char* name, const QString& label) {
        describe(field, QLatin1String(name), label, QString());
        field->setKeyboardTracking(false);
        field->setGroupSeparatorShown(true);
        field->setSpecialValueText(tr("No limit"));
        addFormRow(form, label, field);
        connect(field, &QDoubleSpinBox::valueChanged, this, &SizingForm::limitsChanged);
    };
    const QString dollars = tr("$%1"); // some languages put the sign after the number
    m_budget->setRange(0, mostDollars);
    m_budget->setDecimals(0);
    m_budget->setSingleStep(10'000);
    m_budget->setPrefix(dollars.section(QStringLiteral("%1"), 0, 0));
    m_budget->setSuffix(dollars.section(QStringLiteral("%1"), 1));
    add(m_budget, "runBudget", tr("Budget"));
    m_deadline->setRange(0, mostDays);
    m_deadline->setDecimals(1);
    m_deadline->setSuffix(tr(" days"));
    add(m_deadline, "runDeadline", tr("Deadline"));
}

RunLimits SizingForm::limits() const
{
    RunLimits limits;
    if (m_budget->value() > 0) {
        limits.budget = Usd(m_budget->value());
    }
    if (m_deadline->value() > 0) {
        limits.deadline = Seconds(m_deadline->value() * secondsOfADay);
    }
    return limits;
}

void SizingForm::clearLimits()
{
    for (QDoubleSpinBox* field : {m_budget, m_deadline}) {
        const QSignalBlocker blocker(field);
        field->setValue(0);
    }
}

// Run limits require a run length.
void SizingForm::showLimits(const Problem& tried)
{
    const bool run = tried.billing.amount > 0;
    const bool one = tried.cluster.groups.size() == 1;
    const QString amount = tried.model.sample == SampleKind::Tokens
        ? tr("Set the number of tokens first (Problem > Run and price).")
        : tr("Set the number of samples first (Problem > Run and price).");
    const QString why = !run ? amount : one ? QString() : tr("Requires a cluster with a single device type.");
    m_whyNoLimits->setText(why);
    m_whyNoLimits->setVisible(!why.isEmpty());
    const auto say = [&](QDoubleSpinBox* field, const QString& what) {
        const QString words = why.isEmpty() ? what : why;
        field->setToolTip(plainToolTip(words));
        field->setAccessibleDescription(words);
        field->setEnabled(why.isEmpty());
    };
    say(m_budget, tr("Maximum total cost of the run; 0 means no limit"));
    say(m_deadline, tr("Maximum time to train; 0 means no limit"));
}

void SizingForm::setProblem(const Problem& problem, const Problem& tried)
{
    if (!m_problem || *m_problem != problem) {
        m_problem = problem;
        for (const auto& [parameter, field] : m_fields) {
            m_stops[parameter] = whatIfStops(problem, parameter);
        }
    }
    const bool one = tried.cluster.groups.size() == 1;
    const QString device = one ? QString::fromStdString(tried.cluster.groups.front().device.name) : QString();
    QStringList devices;
    for (const CatalogueEntry& entry : catalogue().entries) {
        devices << QString::fromStdString(entry.device.name);
    }
    if (one && !devices.contains(device)) {
        devices << device;
    }
    if (devices != m_devices) { // do not reset an open list
        m_devices = devices;
        m_device->clear();
        m_device->addItems(devices);
    }
    showLimits(tried);
    m_device->setCurrentIndex(m_device->findText(device));
    m_device->setEnabled(one);
    for (const auto& [parameter, field] : m_fields) {
        showWhatIfParameter(parameter, problem, tried);
    }
}

// Parameters that the problem does not have are disabled, with the reason in the tooltip.
void SizingForm::showWhatIfParameter(WhatIfParameter parameter, const Problem& problem, const Problem& tried)
{
    WhatIfField* field = m_fields[parameter];
    const SampleKind sample = problem.model.sample;
    const QString name = whatIfParameterName(parameter, sample);
    const auto own = whatIfValue(problem, parameter);
    const auto value = own ? whatIfValue(tried, parameter) : own;
    field->setEnabled(value.has_value());
    field->setLabel(name, value ? whatIfParameterMeaning(parameter, sample) : errorText(value.error()));
    if (value) {
        field->setValue(*own, *value, m_stops[parameter]);
    } else {
        field->setNothing();
    }
    for (QFormLayout* form : m_forms) {
        if (auto* label = qobject_cast<QLabel*>(form->labelForField(field))) {
            label->setText(name);
        }
    }
}

void SizingForm::setRefusal(const QString& words)
{
    m_refusal->setText(words);
}

QString SizingForm::refusal() const
{
    return m_refusal->text();
}

void SizingForm::setChanged(bool changed, bool limited, bool appliable)
{
    m_reset->setEnabled(changed || limited);
    m_apply->setEnabled(changed && appliable);
}

QSize SizingForm::minimumSizeHint() const
{
    return {widget()->minimumSizeHint().width() + verticalScrollBar()->sizeHint().width(),
            QScrollArea::minimumSizeHint().height()};
}

}
