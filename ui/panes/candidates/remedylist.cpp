// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panes/candidates/remedylist.h"

#include "ui/app/workbench.h"
#include "ui/panes/candidates/remedywords.h"
#include "ui/widgets/mutedlabel.h"
#include "ui/words/plaintext.h"

#include <QGridLayout>
#include <QLabel>
#include <QPushButton>
#include <QVBoxLayout>

namespace stagecraft {

RemedyList::RemedyList(Workbench& workbench, QWidget* parent)
    : QWidget(parent)
    , m_workbench(workbench)
    , m_heading(new QLabel)
    , m_again(new QPushButton(tr("Search again")))
    , m_rows(new QGridLayout)
{
    setObjectName(QStringLiteral("remedies"));
    m_heading->setTextFormat(Qt::PlainText);
    m_heading->setWordWrap(true);
    m_rows->setHorizontalSpacing(10);
    m_rows->setVerticalSpacing(4);
    m_rows->setColumnStretch(1, 1);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(12, 2, 10, 4);
    layout->setSpacing(4);
    auto* head = new QHBoxLayout;
    head->addWidget(m_heading, 1);
    head->addWidget(m_again);
    layout->addLayout(head);
    layout->addLayout(m_rows);
    connect(&m_workbench, &Workbench::remediesChanged, this, &RemedyList::show);
    connect(&m_workbench, &Workbench::planStateChanged, this, &RemedyList::show);
    connect(&m_workbench, &Workbench::searchingChanged, this, &RemedyList::showAge);
    connect(m_again, &QPushButton::clicked, &m_workbench, &Workbench::searchAgain);
    show();
}

QList<QPushButton*> RemedyList::buttons() const
{
    QList<QPushButton*> all;
    for (int row = 0; row < m_rows->rowCount(); ++row) {
        const QLayoutItem* item = m_rows->itemAtPosition(row, 0);
        if (auto* button = item != nullptr ? qobject_cast<QPushButton*>(item->widget()) : nullptr) {
            all << button;
        }
    }
    return all;
}

QString RemedyList::heading() const
{
    return m_heading->text();
}

void RemedyList::show()
{
    clear();
    const auto result = m_workbench.plans().result();
    const bool none = m_workbench.planState() == Workbench::PlanState::Planned && result && asksForRemedies(*result);
    const std::size_t count = none ? m_workbench.remedies().size() : 0;
    setVisible(none);
    showAge();
    for (std::size_t i = 0; i < count; ++i) {
        addRow(static_cast<int>(i));
    }
}

// During a search, the remedies are those of the previous problem.
void RemedyList::showAge()
{
    setEnabled(m_workbench.isUpToDate());
    m_heading->setText(headingText());
    m_again->setVisible(m_workbench.remediesCancelled());
}

QString RemedyList::headingText() const
{
    if (m_workbench.remediesCancelled()) {
        return tr("The search for changes that make a plan fit was canceled.");
    }
    if (!m_workbench.knowsRemedies()) { // the search for remedies is running or pending
        return m_workbench.wasCancelled() ? QString() : tr("Searching for changes that make a plan fit…");
    }
    return m_workbench.remedies().empty() ? tr("Found no change to settings or nodes that makes a plan fit.")
                                          : tr("These changes make a plan fit (those that add devices come last):");
}

void RemedyList::addRow(int row)
{
    const Remedy& remedy = m_workbench.remedies()[static_cast<std::size_t>(row)];
    const QString words = remedyText(remedy);
    const QString facts = remedyFacts(remedy);
    auto* button = new QPushButton(QString(words).replace(u'&', QStringLiteral("&&")));
    button->setAccessibleName(tr("Apply: %1").arg(words));
    button->setAccessibleDescription(facts);
    if (const auto options = commandOptions(remedy.changes, remedy.problem)) {
        button->setToolTip(
            plainToolTip(tr("Apply this change. Command-line options: %1").arg(QString::fromStdString(*options))));
    }
    auto* label = new MutedLabel(facts);
    label->setTextFormat(Qt::PlainText);
    label->setWordWrap(true);
    m_rows->addWidget(button, row, 0);
    m_rows->addWidget(label, row, 1);
    connect(button, &QPushButton::clicked, this, [this, row, words] {
        // copied, because applying it clears the list
        const Remedy chosen = m_workbench.remedies().at(static_cast<std::size_t>(row));
        m_workbench.applyRemedy(chosen, tr("Make it fit: %1").arg(words));
    });
}

// Deletes later, because a click on a button in a row can remove the row.
void RemedyList::clear()
{
    while (QLayoutItem* item = m_rows->takeAt(0)) {
        item->widget()->hide();
        item->widget()->setParent(nullptr);
        item->widget()->deleteLater();
        delete item;
    }
}

}
