// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/mainwindow/searchmenu.h"

#include "ui/app/workbench.h"
#include "ui/panes/candidates/candidatespane.h"
#include "ui/style/icons.h"

#include <algorithm>

namespace stagecraft {

SearchMenu::SearchMenu(Workbench& workbench, CandidatesPane& candidates, QWidget* parent)
    : QMenu(tr("&Search"), parent)
    , m_workbench(workbench)
    , m_again(add(tr("Search &again"), Qt::Key_F5))
    , m_cancel(add(tr("&Cancel search"), QKeySequence(Qt::SHIFT | Qt::Key_F5)))
    , m_recommended(add(tr("&Recommended plan"), QKeySequence(Qt::ALT | Qt::Key_Home)))
    , m_next(add(tr("&Next plan"), QKeySequence(Qt::ALT | Qt::Key_PageDown)))
    , m_previous(add(tr("&Previous plan"), QKeySequence(Qt::ALT | Qt::Key_PageUp)))
{
    m_again->setIcon(lineIcon(QStringLiteral("search")));
    m_cancel->setIcon(lineIcon(QStringLiteral("stop")));
    insertSeparator(m_recommended);
    connect(m_again, &QAction::triggered, &m_workbench, &Workbench::searchAgain);
    connect(m_cancel, &QAction::triggered, &m_workbench, &Workbench::cancelSearch);
    connect(m_recommended, &QAction::triggered, this, [this] {
        const auto result = m_workbench.plans().result();
        const auto& all = result->candidates;
        const auto star =
            std::find_if(all.begin(), all.end(), [](const Candidate& c) { return c.has(Label::Recommended); });
        m_workbench.plans().select(static_cast<int>(star - all.begin())); // out of range if there is none
    });
    connect(m_next, &QAction::triggered, &candidates, [&candidates] { candidates.step(1); });
    connect(m_previous, &QAction::triggered, &candidates, [&candidates] { candidates.step(-1); });
    connect(&m_workbench, &Workbench::searchingChanged, this, &SearchMenu::refresh);
    connect(&m_workbench, &Workbench::sessionChanged, this, &SearchMenu::refresh);
    connect(&m_workbench.plans(), &PlanSelection::resultChanged, this, &SearchMenu::refresh);
    refresh();
}

QAction* SearchMenu::add(const QString& text, const QKeySequence& keys)
{
    QAction* action = addAction(text);
    action->setShortcut(keys);
    return action;
}

void SearchMenu::refresh()
{
    const bool searching = m_workbench.isSearching();
    m_again->setEnabled(m_workbench.document().session() && !searching);
    m_cancel->setEnabled(searching);
    const auto result = m_workbench.plans().result();
    for (QAction* action : {m_recommended, m_next, m_previous}) {
        action->setEnabled(result && !result->candidates.empty());
    }
}

}
