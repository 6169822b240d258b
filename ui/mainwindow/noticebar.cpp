// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/mainwindow/noticebar.h"

#include "ui/widgets/inlinemessage.h"

#include <QAction>
#include <QHBoxLayout>
#include <QPushButton>

#include <algorithm>

namespace stagecraft {

NoticeBar::NoticeBar(const QString& name, const QString& title, const QString& again, QWidget* parent)
    : QToolBar(title, parent)
    , m_words(new InlineMessage)
    , m_again(new QPushButton(again))
    , m_copy(new QPushButton(tr("Save a copy…")))
{
    setObjectName(name);
    setMovable(false);
    setContextMenuPolicy(Qt::PreventContextMenu);
    toggleViewAction()->setVisible(false); // only the program shows and hides the bar
    m_copy->setToolTip(tr("Save a copy under another name and continue in the copy"));
    auto* line = new QWidget;
    auto* layout = new QHBoxLayout(line);
    layout->setContentsMargins(8, 2, 8, 2);
    layout->addWidget(m_words, 1, Qt::AlignVCenter);
    layout->addWidget(m_again);
    layout->addWidget(m_copy);
    // Height of the buttons, about two lines: wrapped labels request the height of a narrow label.
    line->setMaximumHeight(std::max(m_again->sizeHint().height(), 2 * fontMetrics().lineSpacing()) + 8);
    addWidget(line);
    hide();
}

void NoticeBar::say(const QString& words)
{
    m_words->setText(words);
    setVisible(!words.isEmpty());
}

QString NoticeBar::text() const
{
    return m_words->text();
}

}
