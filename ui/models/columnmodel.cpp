// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/columnmodel.h"

#include "ui/models/tablecsv.h"
#include "ui/words/plaintext.h"

namespace stagecraft {

namespace {

// Returns an invalid value for empty text, so that no empty tooltip appears.
QVariant said(const QString& text)
{
    return text.isEmpty() ? QVariant() : QVariant(text);
}

QVariant alignmentOf(bool words)
{
    return QVariant((words ? Qt::AlignLeft : Qt::AlignRight) | Qt::AlignVCenter);
}

}

ColumnModel::ColumnModel(int columns, QObject* parent) : QAbstractTableModel(parent), m_columns(columns) {}

int ColumnModel::columnCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : m_columns;
}

QVariant ColumnModel::data(const QModelIndex& index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid | CheckIndexOption::ParentIsInvalid)) {
        return {};
    }
    switch (role) {
    case Qt::TextAlignmentRole:
        return alignmentOf(hasWords(index.column()));
    case Qt::DisplayRole:
        return said(text(index.row(), index.column()));
    case Qt::ToolTipRole:
        return said(hasRichToolTips() ? toolTip(index.row(), index.column())
                                      : plainToolTip(toolTip(index.row(), index.column())));
    case copyRole:
        return copiedText(index.row(), index.column());
    case sortRole:
        return sortValue(index.row(), index.column());
    default:
        return {};
    }
}

QVariant ColumnModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || section < 0 || section >= m_columns) {
        return {};
    }
    switch (role) {
    case Qt::TextAlignmentRole:
        return alignmentOf(hasWords(section));
    case Qt::DisplayRole:
        return title(section);
    case Qt::ToolTipRole:
        return said(plainToolTip(meaning(section)));
    case copyRole:
        return copiedTitle(section);
    case Qt::AccessibleTextRole:
        return meaning(section).isEmpty() ? title(section)
                                          : QStringLiteral("%1: %2").arg(title(section), meaning(section));
    default:
        return {};
    }
}

}
