// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/support/stackfield.h"

#include "core/framework/framework.h"
#include "ui/support/coretext.h"
#include "ui/support/forms.h"
#include "ui/support/inlinemessage.h"
#include "ui/support/plaintext.h"
#include "ui/support/quietlabel.h"
#include "ui/support/veil.h"

#include <QComboBox>
#include <QFormLayout>
#include <QVBoxLayout>

namespace stagecraft {

namespace {

QString latin(std::string_view text)
{
    return QString::fromLatin1(text.data(), static_cast<qsizetype>(text.size()));
}

bool isCompiled(const FrameworkChoice& framework)
{
    return framework.name == Framework::Torchtitan && framework.options.compile;
}

// What no stack is called.
QString layersOf(const FrameworkChoice& framework)
{
    return QStringLiteral("layers:") + latin(nameOf(framework.name))
        + (isCompiled(framework) ? QStringLiteral("+compile") : QString());
}

// The frameworks whose layers are known, and what of their own options is asked for with them.
std::vector<FrameworkChoice> layerChoices()
{
    std::vector<FrameworkChoice> choices;
    for (const auto& [framework, name] : enumNames<Framework>) {
        if (framework != Framework::Libtorch) {
            choices.push_back({framework});
        }
    }
    choices.push_back({Framework::Torchtitan});
    choices.back().options.compile = true;
    return choices;
}

}

StackField::StackField(QFormLayout* form, QVBoxLayout* below, QObject* parent)
    : QObject(parent), m_form(form), m_stack(new QComboBox), m_use(new QuietLabel), m_complaint(new InlineMessage)
{
    const QString toolTip = tr(
        "The framework that will train. By its layers: what they keep is counted as for PyTorch. Otherwise memory, and "
        "time on its devices, are by a model of the framework that measured runs correct.");
    m_stack->setObjectName(QStringLiteral("stack"));
    m_stack->setAccessibleName(tr("Framework"));
    m_stack->setToolTip(plainToolTip(toolTip));
    m_stack->setAccessibleDescription(toolTip);
    m_stack->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    m_stack->setMinimumContentsLength(10);
    addFormRow(form, tr("Framework"), m_stack);
    m_use->setWordWrap(true);
    m_use->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_use->hide();
    below->addWidget(m_use);
    below->addWidget(m_complaint);
    connect(m_stack, &QComboBox::activated, this, &StackField::chosen);
    fill(QString());
}

void StackField::setStacks(const std::vector<FoundStack>& known)
{
    m_known.clear();
    for (const FoundStack& one : known) {
        const QString name = QString::fromStdString(one.stack.name);
        m_known << Entry {one.origin == "workspace" ? tr("%1 (yours)").arg(name) : name, name};
    }
    fill(value());
}

void StackField::fill(const QString& value)
{
    m_stack->clear();
    m_stack->addItem(tr("None: libtorch"), QString());
    for (const Entry& entry : m_known) {
        m_stack->addItem(entry.words, entry.name);
    }
    for (const FrameworkChoice& choice : layerChoices()) {
        const QString words = isCompiled(choice) ? tr("%1 compiled, by its layers") : tr("%1, by its layers");
        m_stack->addItem(words.arg(latin(modeOf(choice).title)), layersOf(choice));
    }
    if (m_stack->findData(value) < 0) {
        m_stack->addItem(tr("%1 (unknown)").arg(value), value);
    }
    m_stack->setCurrentIndex(m_stack->findData(value));
}

void StackField::setValue(const Problem& problem)
{
    const QString wanted = valueOf(problem);
    if (value() != wanted) {
        fill(wanted);
    }
    m_form->setRowVisible(m_stack, problem.model.sample == SampleKind::Tokens || !wanted.isEmpty());
}

QString StackField::valueOf(const Problem& problem)
{
    const FrameworkChoice& framework = problem.constraints.framework;
    return framework.isLibtorch() ? QString::fromStdString(problem.stack) : layersOf(framework);
}

QString StackField::value() const
{
    return m_stack->currentData().toString();
}

void StackField::applyTo(Problem& problem) const
{
    if (value() == valueOf(problem)) {
        return;
    }
    useFramework(problem, Framework::Libtorch);
    for (const FrameworkChoice& choice : layerChoices()) {
        if (value() == layersOf(choice)) {
            useFramework(problem, choice.name);
            problem.constraints.framework.options.compile = choice.options.compile;
        }
    }
    problem.stack = problem.constraints.framework.isLibtorch() ? value().toStdString() : std::string();
}

void StackField::setUse(const StackUse* use)
{
    QStringList notes;
    QString words;
    if (use != nullptr) {
        words = tr("Memory: %1. Time: %2.").arg(coreText(use->memory_source), coreText(use->time_source));
        for (const std::string& note : use->notes) {
            notes << coreText(note);
        }
    }
    m_use->setText(words);
    m_use->setToolTip(plainToolTip(notes.join(u'\n')));
    m_use->setAccessibleDescription(notes.join(u'\n'));
    m_use->setVisible(use != nullptr);
}

void StackField::setComplaint(const QString& words)
{
    m_complaint->setText(words);
}

void StackField::setOld(bool old)
{
    Veil::setOld(*m_complaint, old);
}

QString StackField::words() const
{
    return m_complaint->text().isEmpty() ? m_use->text() : m_complaint->text();
}

}
