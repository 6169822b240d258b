// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panes/problem/frameworkfield.h"

#include "core/framework/framework.h"
#include "ui/widgets/forms.h"
#include "ui/widgets/inlinemessage.h"
#include "ui/widgets/staleoverlay.h"
#include "ui/words/frameworkwords.h"
#include "ui/words/plaintext.h"

#include <QComboBox>
#include <QFormLayout>
#include <QVBoxLayout>

#include <vector>

namespace stagecraft {

namespace {

bool isCompiled(const FrameworkChoice& framework)
{
    return framework.name == Framework::Torchtitan && framework.options.compile;
}

QString textOf(std::string_view name)
{
    return QString::fromLatin1(name.data(), static_cast<qsizetype>(name.size()));
}

QString keyOf(const FrameworkChoice& framework)
{
    return textOf(nameOf(framework.name)) + (isCompiled(framework) ? QStringLiteral("+compile") : QString());
}

// Returns every framework, and torchtitan also with torch.compile.
std::vector<FrameworkChoice> choices()
{
    std::vector<FrameworkChoice> all;
    for (const auto& [framework, name] : enumNames<Framework>) {
        all.push_back({framework});
    }
    all.push_back({Framework::Torchtitan});
    all.back().options.compile = true;
    return all;
}

}

FrameworkField::FrameworkField(QFormLayout* form, QVBoxLayout* below, QObject* parent)
    : QObject(parent), m_form(form), m_framework(new QComboBox), m_recipe(new QComboBox), m_complaint(new InlineMessage)
{
    const QString toolTip = tr("Training framework. It determines which kernels run, which tensors they save, and how "
                               "gradients and optimizer state are stored.");
    m_framework->setObjectName(QStringLiteral("framework"));
    m_framework->setAccessibleName(tr("Framework"));
    m_framework->setToolTip(plainToolTip(toolTip));
    m_framework->setAccessibleDescription(toolTip);
    m_framework->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    m_framework->setMinimumContentsLength(10);
    for (const FrameworkChoice& choice : choices()) {
        const QString title = frameworkTitle(choice.name);
        m_framework->addItem(choice.isLibtorch()      ? tr("Generic PyTorch")
                                 : isCompiled(choice) ? tr("%1 (compiled)").arg(title)
                                                      : title,
                             keyOf(choice));
        m_framework->setItemData(m_framework->count() - 1,
                                 plainToolTip(tr("Modeled after %1").arg(frameworkVersion(choice.name))),
                                 Qt::ToolTipRole);
    }
    addFormRow(form, tr("Framework"), m_framework);
    describe(m_recipe, QStringLiteral("fp8Recipe"), tr("FP8 recipe"),
             tr("Scaling recipe of FP8 matrix products in blocks and experts (Megatron-Core option --fp8-recipe)"));
    for (const auto& [recipe, name] : enumNames<Fp8Recipe>) {
        m_recipe->addItem(recipe == Fp8Recipe::None ? tr("Off") : textOf(name), static_cast<int>(recipe));
    }
    addFormRow(form, tr("FP8 recipe"), m_recipe);
    below->addWidget(m_complaint);
    for (const QComboBox* field : {m_framework, m_recipe}) {
        connect(field, &QComboBox::activated, this, &FrameworkField::chosen);
    }
}

void FrameworkField::setValue(const Problem& problem)
{
    const FrameworkChoice& wanted = problem.constraints.framework;
    m_framework->setCurrentIndex(m_framework->findData(keyOf(wanted)));
    m_recipe->setCurrentIndex(m_recipe->findData(static_cast<int>(wanted.options.fp8_recipe)));
    m_form->setRowVisible(m_framework, problem.model.sample == SampleKind::Tokens || !wanted.isLibtorch());
    m_form->setRowVisible(m_recipe, wanted.name == Framework::MegatronCore);
}

QString FrameworkField::value() const
{
    return m_framework->currentData().toString();
}

// Keeps options that the list does not offer.
void FrameworkField::applyTo(Problem& problem) const
{
    FrameworkOptions& options = problem.constraints.framework.options;
    if (value() == keyOf(problem.constraints.framework)) {
        options.fp8_recipe = static_cast<Fp8Recipe>(m_recipe->currentData().toInt());
        return;
    }
    options.fp8_recipe = Fp8Recipe::None; // the recipe belongs to the previous framework
    for (const FrameworkChoice& choice : choices()) {
        if (value() == keyOf(choice)) {
            useFramework(problem, choice.name);
            options.compile = choice.options.compile;
        }
    }
}

void FrameworkField::setComplaint(const QString& words)
{
    m_complaint->setText(words);
}

QString FrameworkField::complaint() const
{
    return m_complaint->text();
}

void FrameworkField::setOld(bool old)
{
    StaleOverlay::setOld(*m_complaint, old);
}

}
