// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/tablecsv.h"

namespace stagecraft {

namespace {

QString quoted(QString text)
{
    if (text.contains(u',') || text.contains(u'"') || text.contains(u'\n')) {
        text.replace(u'"', QStringLiteral("\"\""));
        return QStringLiteral("\"%1\"").arg(text);
    }
    return text;
}

}

QString tableCsv(const QAbstractItemModel& table, const QList<int>& columns, int role)
{
    QString text;
    QStringList cells;
    for (const int column : columns) {
        cells += quoted(table.headerData(column, Qt::Horizontal, role).toString());
    }
    text += cells.join(u',') + u'\n';
    for (int row = 0; row < table.rowCount(); ++row) {
        cells.clear();
        for (const int column : columns) {
            cells += quoted(table.index(row, column).data(role).toString());
        }
        text += cells.join(u',') + u'\n';
    }
    return text;
}

}
