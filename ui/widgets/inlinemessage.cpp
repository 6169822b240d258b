// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/inlinemessage.h"

#include "ui/style/theme.h"
#include "ui/widgets/plainlabel.h"
#include "ui/words/plaintext.h"

#include <QEvent>
#include <QHBoxLayout>
#include <QLabel>

namespace stagecraft {

InlineMessage::InlineMessage(QWidget* parent)
    : QWidget(parent), m_sign(new PlainLabel(QStringLiteral("!"))), m_words(new PlainLabel)
{
    m_sign->setAlignment(Qt::AlignHCenter | Qt::AlignTop);
    m_sign->setFixedWidth(14);
    QFont bold = m_sign->font();
    bold.setBold(true);
    m_sign->setFont(bold);
    m_words->setWordWrap(true);
    m_words->setTextInteractionFlags(Qt::TextSelectableByMouse);
    auto* layout = new QHBoxLayout(this);
    layout->setContentsMargins(0, 2, 0, 2);
    layout->setSpacing(4);
    layout->addWidget(m_sign);
    layout->addWidget(m_words, 1);
    setColors();
    hide();
}

void InlineMessage::setText(const QString& text)
{
    m_text = text;
    const QString shown = withShortWords(text); // the text may quote user input
    m_words->setText(shown);
    m_words->setToolTip(shown == text ? QString() : plainToolTip(text));
    m_words->setAccessibleName(text);
    setVisible(!text.isEmpty());
}

QString InlineMessage::text() const
{
    return m_text;
}

void InlineMessage::changeEvent(QEvent* event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::PaletteChange) {
        setColors();
    }
}

void InlineMessage::setColors()
{
    QPalette colors;
    // Text applies if the pane's background is Base, ButtonText in a tool bar.
    for (const auto role : {QPalette::WindowText, QPalette::Text, QPalette::ButtonText}) {
        colors.setColor(role, theme::bad(palette()));
    }
    m_sign->setPalette(colors);
    m_words->setPalette(colors);
}

}
