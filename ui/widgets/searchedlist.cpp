// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/searchedlist.h"

#include <QApplication>
#include <QKeyEvent>
#include <QLabel>

namespace stagecraft {

SearchedList::SearchedList(QWidget* parent) : QListView(parent), m_hint(new QLabel(this))
{
    m_hint->setObjectName(QStringLiteral("searchHint"));
    m_hint->setTextFormat(Qt::PlainText);
    m_hint->setContentsMargins(6, 2, 6, 2);
    m_hint->setAutoFillBackground(true);
    m_hint->setEnabled(false);
    setViewportMargins(0, 0, 0, m_hint->sizeHint().height());
}

void SearchedList::keyboardSearch(const QString& typed)
{
    const bool goes_on =
        isVisible() || (m_sinceTyped.isValid() && m_sinceTyped.elapsed() < QApplication::keyboardInputInterval());
    m_sinceTyped.start();
    search(goes_on ? m_text + typed : typed);
}

void SearchedList::keyPressEvent(QKeyEvent* event)
{
    if (event->key() == Qt::Key_Backspace && !m_text.isEmpty()) {
        search(m_text.chopped(1));
        return;
    }
    QListView::keyPressEvent(event);
}

void SearchedList::search(const QString& text)
{
    m_text = text;
    QModelIndex found;
    bool begins = false;
    for (int row = 0; model() != nullptr && row < model()->rowCount(rootIndex()); ++row) {
        const QModelIndex index = model()->index(row, modelColumn(), rootIndex());
        const QString name = index.data(Qt::DisplayRole).toString();
        const bool contains = name.contains(text, Qt::CaseInsensitive)
            || index.data(Qt::UserRole).toString().startsWith(text, Qt::CaseInsensitive);
        setRowHidden(row, isVisible() && !contains);
        if (contains && !begins && (!found.isValid() || name.startsWith(text, Qt::CaseInsensitive))) {
            begins = name.startsWith(text, Qt::CaseInsensitive);
            found = index;
        }
    }
    showHint(found.isValid());
    QModelIndex next = found;
    if (text.isEmpty()) {
        next = isVisible() ? QModelIndex(m_chosen) : QModelIndex();
    }
    // Return chooses the current entry of an open list even if it is hidden. A closed list keeps its entry.
    if (next.isValid() || isVisible()) {
        setCurrentIndex(next);
        scrollTo(next);
    }
}

void SearchedList::showHint(bool found)
{
    m_hint->setText(m_text.isEmpty() ? tr("Type to search")
                        : found      ? tr("Search: %1").arg(m_text)
                                     : tr("No match: %1").arg(m_text));
}

void SearchedList::showEvent(QShowEvent* event)
{
    QListView::showEvent(event);
    m_chosen = currentIndex();
    m_text.clear();
    showHint(true);
    placeHint();
}

void SearchedList::hideEvent(QHideEvent* event)
{
    QListView::hideEvent(event);
    if (!currentIndex().isValid() && m_chosen.isValid()) { // the model still exists
        setCurrentIndex(m_chosen); // F4 closes the list and chooses the current entry
    }
    for (int row = 0; model() != nullptr && row < model()->rowCount(rootIndex()); ++row) {
        setRowHidden(row, false);
    }
    m_text.clear();
}

void SearchedList::resizeEvent(QResizeEvent* event)
{
    QListView::resizeEvent(event);
    placeHint();
}

void SearchedList::placeHint()
{
    const QRect inside = contentsRect();
    const int height = m_hint->sizeHint().height();
    m_hint->setGeometry(inside.left(), inside.bottom() - height + 1, inside.width(), height);
}

}
