// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/mainwindow/readonlynotice.h"

#include "core/session/document.h"
#include "ui/support/inlinemessage.h"

#include <QAction>
#include <QHBoxLayout>
#include <QPushButton>

#include <algorithm>

namespace stagecraft {

ReadOnlyNotice::ReadOnlyNotice(QWidget* parent)
    : QToolBar(tr("Read only"), parent)
    , m_words(new InlineMessage)
    , m_again(new QPushButton(tr("&Open again")))
    , m_copy(new QPushButton(tr("Save a copy…")))
{
    setObjectName(QStringLiteral("readOnlyNotice"));
    setMovable(false);
    setContextMenuPolicy(Qt::PreventContextMenu);
    toggleViewAction()->setVisible(false); // it comes and goes by itself
    m_again->setToolTip(tr("Read the workspace again; it can be edited here once nobody else has it open"));
    m_copy->setToolTip(tr("Write a copy under another name and go on with that"));
    auto* line = new QWidget;
    auto* layout = new QHBoxLayout(line);
    layout->setContentsMargins(8, 2, 8, 2);
    layout->addWidget(m_words, 1, Qt::AlignVCenter);
    layout->addWidget(m_again);
    layout->addWidget(m_copy);
    // As high as its buttons, which is two lines of words: wrapped words ask for the height that they have when narrow.
    line->setMaximumHeight(std::max(m_again->sizeHint().height(), 2 * fontMetrics().lineSpacing()) + 8);
    addWidget(line);
    hide();
}

void ReadOnlyNotice::follow(const Document& document)
{
    const auto why = document.whyReadOnly();
    const bool busy = why && why->code == ErrorCode::WorkspaceBusy;
    m_words->setText(!why ? QString()
                         : busy
                         ? tr("Another window or program has this workspace open: here it is only read, as it was when "
                              "it was opened. Close it there and open it again here, or save a copy to edit.")
                         : tr("This workspace cannot be written: here it is only read. Save a copy to edit."));
    setVisible(why.has_value());
}

QString ReadOnlyNotice::text() const
{
    return m_words->text();
}

}
