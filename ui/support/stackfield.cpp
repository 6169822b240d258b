// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/support/stackfield.h"

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

StackField::StackField(QFormLayout* form, QVBoxLayout* below, QObject* parent)
    : QObject(parent), m_form(form), m_stack(new QComboBox), m_use(new QuietLabel), m_complaint(new InlineMessage)
{
    const QString toolTip =
        tr("The framework that will train. Memory, and time on its devices, are then by the framework's own model, "
           "corrected by measured runs.");
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
    fill({});
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

void StackField::fill(const std::string& value)
{
    m_stack->clear();
    m_stack->addItem(tr("None: libtorch"), QString());
    for (const Entry& entry : m_known) {
        m_stack->addItem(entry.words, entry.name);
    }
    const QString wanted = QString::fromStdString(value);
    if (m_stack->findData(wanted) < 0) {
        m_stack->addItem(tr("%1 (unknown)").arg(wanted), wanted);
    }
    m_stack->setCurrentIndex(m_stack->findData(wanted));
}

void StackField::setValue(const Problem& problem)
{
    if (value() != problem.stack) {
        fill(problem.stack);
    }
    m_form->setRowVisible(m_stack, problem.model.sample == SampleKind::Tokens || !problem.stack.empty());
}

std::string StackField::value() const
{
    return m_stack->currentData().toString().toStdString();
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
