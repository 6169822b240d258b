// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/mainwindow/columnmemory.h"

#include "ui/app/settings.h"
#include "ui/widgets/tableview.h"

#include <QStringList>

#include <map>

namespace stagecraft {

namespace {

// Pane and index of the table in it: "sizingPane/1".
QString nameOfTable(const TableView& table)
{
    for (const QWidget* above = table.parentWidget(); above; above = above->parentWidget()) {
        if (above->objectName().endsWith(QStringLiteral("Pane"))) {
            const auto tables = above->findChildren<TableView*>();
            return QStringLiteral("%1/%2").arg(above->objectName()).arg(tables.indexOf(&table));
        }
    }
    return {};
}

// Entries have the form "memoryPane/0|stagecraft::DeviceModel/Capacity=hidden".
QString beginOf(const QString& table)
{
    return table + u'|';
}

void restoreTable(TableView& table, const QString& name, const QStringList& stored)
{
    std::map<QString, bool> chosen;
    for (const QString& entry : stored) {
        if (entry.startsWith(beginOf(name))) {
            const QString choice = entry.mid(beginOf(name).size());
            bool number = false; // earlier versions stored column numbers, which no longer apply
            choice.section(u'=', 0, 0).section(u'/', -1).toInt(&number);
            if (number) {
                continue;
            }
            chosen[choice.section(u'=', 0, 0)] = choice.section(u'=', 1) == QStringLiteral("shown");
        }
    }
    table.setChosenColumns(chosen);
}

void storeTable(const TableView& table, const QString& name, Settings& settings)
{
    QStringList stored = settings.value(Setting::TableColumns).toStringList();
    stored.removeIf([&](const QString& entry) { return entry.startsWith(beginOf(name)); });
    for (const auto& [column, shown] : table.chosenColumns()) {
        stored << beginOf(name) + column + QLatin1String(shown ? "=shown" : "=hidden");
    }
    settings.setValue(Setting::TableColumns, stored);
}

}

void rememberColumns(QWidget& window, Settings& settings)
{
    const QStringList stored = settings.value(Setting::TableColumns).toStringList();
    for (TableView* table : window.findChildren<TableView*>()) {
        const QString name = nameOfTable(*table);
        if (name.isEmpty()) {
            continue;
        }
        restoreTable(*table, name, stored);
        QObject::connect(table, &TableView::columnChosen, table,
                         [table, name, &settings] { storeTable(*table, name, settings); });
    }
}

}
