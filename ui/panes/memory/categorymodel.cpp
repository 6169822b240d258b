// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panes/memory/categorymodel.h"

#include "ui/panes/memory/tracewords.h"
#include "ui/words/numbers.h"

namespace stagecraft {

CategoryModel::CategoryModel(QObject* parent) : ColumnModel(ColumnCount, parent) {}

void CategoryModel::setRows(std::vector<CategoryDifference> rows)
{
    beginResetModel();
    m_rows = std::move(rows);
    endResetModel();
}

int CategoryModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_rows.size());
}

QString CategoryModel::title(int column) const
{
    switch (column) {
    case Category:
        return tr("Category");
    case Recorded:
        return tr("Recorded");
    case Predicted:
        return tr("Predicted");
    default:
        return tr("Difference");
    }
}

QString CategoryModel::meaning(int column) const
{
    switch (column) {
    case Recorded:
        return tr("Allocated at the peak of the recorded run");
    case Predicted:
        return tr("Predicted at the peak of the pipeline rank selected above");
    case Difference:
        return tr("Predicted minus recorded bytes");
    default:
        return {};
    }
}

bool CategoryModel::hasWords(int column) const
{
    return column == Category;
}

QString CategoryModel::text(int row, int column) const
{
    const CategoryDifference& shown = m_rows[static_cast<std::size_t>(row)];
    switch (column) {
    case Category:
        return shown.category ? categoryName(*shown.category) : tr("Peak allocated");
    case Recorded:
        return bytesText(shown.measured);
    case Predicted:
        return shown.predicted ? bytesText(*shown.predicted) : QString();
    default:
        return shown.predicted ? signedBytesText(*shown.predicted - shown.measured) : QString();
    }
}

QString CategoryModel::toolTip(int row, int column) const
{
    const CategoryDifference& shown = m_rows[static_cast<std::size_t>(row)];
    switch (column) {
    case Category:
        return shown.category ? categoryMeaning(*shown.category) : text(row, column);
    case Recorded:
        return exactBytesText(shown.measured);
    case Predicted:
        return shown.predicted ? exactBytesText(*shown.predicted) : QString();
    default:
        return shown.predicted ? differenceText(shown.measured, *shown.predicted) : QString();
    }
}

QString CategoryModel::copiedTitle(int column) const
{
    return column == Category ? title(column) : tr("%1 (bytes)").arg(title(column));
}

QString CategoryModel::copiedText(int row, int column) const
{
    const CategoryDifference& shown = m_rows[static_cast<std::size_t>(row)];
    switch (column) {
    case Category:
        return text(row, column);
    case Recorded:
        return QString::number(shown.measured.value);
    case Predicted:
        return shown.predicted ? QString::number(shown.predicted->value) : QString();
    default:
        return shown.predicted ? QString::number((*shown.predicted - shown.measured).value) : QString();
    }
}

}
