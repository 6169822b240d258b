// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/tablecsv.h"

#include "core/base/csv.h"
#include "ui/words/language.h"

namespace stagecraft {

namespace {

QStringList copied(const QVariant& copy, const QVariant& shown)
{
    const QVariant& reported = copy.isValid() ? copy : shown;
    QStringList texts =
        reported.typeId() == QMetaType::QStringList ? reported.toStringList() : QStringList {reported.toString()};
    for (QString& text : texts) {
        text = QString::fromStdString(csvField(text.toStdString()));
    }
    return texts;
}

}

QString copiedNumber(double value)
{
    return QString::number(value, 'g', 15);
}

QString tableCsv(const QAbstractItemModel& table, const QList<int>& columns)
{
    const language::English english;
    QString text;
    QStringList cells;
    for (const int column : columns) {
        cells += copied(table.headerData(column, Qt::Horizontal, copyRole), table.headerData(column, Qt::Horizontal));
    }
    text += cells.join(u',') + u'\n';
    for (int row = 0; row < table.rowCount(); ++row) {
        cells.clear();
        for (const int column : columns) {
            const QModelIndex cell = table.index(row, column);
            cells += copied(cell.data(copyRole), cell.data());
        }
        text += cells.join(u',') + u'\n';
    }
    return text;
}

}
