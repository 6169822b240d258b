// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/namecolumn.h"

#include <QEvent>
#include <QHeaderView>
#include <QStyledItemDelegate>
#include <QTableView>

#include <algorithm>

namespace stagecraft {

namespace {

// minimum letters of a name; longer names may be elided, because the other columns scroll
constexpr int leastLetters = 40;

// Elides in the middle, because names differ at the end as often as at the beginning.
class NameDelegate : public QStyledItemDelegate {
public:
    using QStyledItemDelegate::QStyledItemDelegate;

protected:
    void initStyleOption(QStyleOptionViewItem* option, const QModelIndex& index) const override
    {
        QStyledItemDelegate::initStyleOption(option, index);
        option->textElideMode = Qt::ElideMiddle;
    }
};

}

NameColumn::NameColumn(QTableView* table, int column) : QObject(table), m_table(table), m_column(column)
{
    m_table->setItemDelegateForColumn(column, new NameDelegate(this));
    m_table->viewport()->installEventFilter(this);
}

// Resizes each section explicitly, because QTableView does not shrink a stretched last column.
void NameColumn::fit()
{
    QHeaderView* header = m_table->horizontalHeader();
    const auto* view = static_cast<const QAbstractItemView*>(m_table);
    m_others = 0;
    for (int column = 0; column < header->count(); ++column) {
        if (header->isSectionHidden(column)) {
            continue;
        }
        const int wanted = std::clamp(std::max(view->sizeHintForColumn(column), header->sectionSizeHint(column)),
                                      header->minimumSectionSize(), header->maximumSectionSize());
        header->resizeSection(column, wanted);
        if (column == m_column) {
            m_wanted = m_placed = wanted;
        } else {
            m_others += wanted;
        }
    }
    place();
}

void NameColumn::place()
{
    QHeaderView* header = m_table->horizontalHeader();
    if (header->sectionSize(m_column) != m_placed) {
        return;
    }
    const int least = std::min(m_wanted, leastLetters * m_table->fontMetrics().horizontalAdvance(u'0'));
    header->resizeSection(m_column, std::clamp(m_table->viewport()->width() - m_others, least, m_wanted));
    m_placed = header->sectionSize(m_column);
}

bool NameColumn::eventFilter(QObject* watched, QEvent* event)
{
    if (event->type() == QEvent::Resize && m_placed >= 0) {
        place();
    }
    return QObject::eventFilter(watched, event);
}

}
