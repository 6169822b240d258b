// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/disclosure.h"

#include "ui/widgets/inlinemessage.h"
#include "ui/widgets/mutedlabel.h"

#include <QToolButton>
#include <QVBoxLayout>

namespace stagecraft {

namespace {

constexpr int wordsAt = 21; // pixels from the left: below the title, after its arrow

}

Disclosure::Disclosure(const QString& title, QWidget* content, QWidget* parent)
    : QWidget(parent)
    , m_button(new QToolButton)
    , m_summary(new MutedLabel)
    , m_message(new InlineMessage)
    , m_content(content)
{
    m_button->setText(title);
    m_button->setCheckable(true);
    m_button->setAutoRaise(true);
    m_button->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    m_button->setFocusPolicy(Qt::StrongFocus);
    m_summary->setWordWrap(true);
    m_summary->setContentsMargins(wordsAt, 0, 0, 0);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(6);
    layout->addWidget(m_button, 0, Qt::AlignLeft);
    layout->addWidget(m_summary);
    layout->addWidget(m_message);
    layout->addWidget(m_content);
    connect(m_button, &QToolButton::toggled, this, [this](bool open) {
        show(open);
        Q_EMIT toggled(open);
    });
    show(false);
}

void Disclosure::setOpen(bool open)
{
    m_button->setChecked(open);
}

bool Disclosure::isOpen() const
{
    return m_button->isChecked();
}

void Disclosure::setSummary(const QString& words)
{
    m_summary->setText(words);
    m_button->setAccessibleDescription(words);
    show(isOpen());
}

void Disclosure::setComplaint(const QString& words)
{
    m_complaint = words;
    show(isOpen());
}

void Disclosure::show(bool open)
{
    m_button->setArrowType(open ? Qt::DownArrow : Qt::RightArrow);
    m_content->setVisible(open);
    m_summary->setVisible(!open && m_complaint.isEmpty() && !m_summary->text().isEmpty());
    m_message->setText(open ? QString() : m_complaint); // while open, the field shows the error
}

}
