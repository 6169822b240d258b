// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/tablepage.h"

#include "ui/models/tablecsv.h"
#include "ui/words/numbers.h"

#include <QAbstractTextDocumentLayout>
#include <QApplication>
#include <QClipboard>
#include <QHeaderView>
#include <QMimeData>
#include <QPainter>
#include <QPrinter>
#include <QTableView>
#include <QTextDocument>
#include <QTextTable>

#include <algorithm>

namespace stagecraft {

namespace {

constexpr int mostPrinted = 2000; // rows

QList<int> columnsOnShow(const QTableView& table)
{
    QList<int> columns;
    const QHeaderView* header = table.horizontalHeader();
    for (int place = 0; place < header->count(); ++place) {
        if (const int column = header->logicalIndex(place); !header->isSectionHidden(column)) {
            columns << column;
        }
    }
    return columns;
}

// Returns the visible columns, followed by hidden columns that are copied too.
QList<int> columnsToCopy(const QTableView& table)
{
    QList<int> columns = columnsOnShow(table);
    for (int column = 0; table.property(copiesHidden).toBool() && column < table.model()->columnCount(); ++column) {
        if (!columns.contains(column)) {
            columns << column;
        }
    }
    return columns;
}

void fillCell(QTextTable& page, int row, int column, const QString& text, const QVariant& alignment, bool bold)
{
    QTextCursor cursor = page.cellAt(row, column).firstCursorPosition();
    QTextBlockFormat block;
    block.setAlignment(static_cast<Qt::Alignment>(alignment.toInt()) & Qt::AlignHorizontal_Mask);
    cursor.setBlockFormat(block);
    QTextCharFormat format;
    format.setFontWeight(bold ? QFont::Bold : QFont::Normal);
    cursor.insertText(text, format);
}

void fillTable(QTextDocument& document, const QTableView& table, int rows)
{
    const QAbstractItemModel& model = *table.model();
    const QList<int> columns = columnsOnShow(table);
    QTextTableFormat format;
    format.setHeaderRowCount(1);
    format.setBorderStyle(QTextFrameFormat::BorderStyle_None);
    format.setCellPadding(3);
    format.setWidth(QTextLength(QTextLength::PercentageLength, 100));
    QTextCursor cursor(&document);
    cursor.movePosition(QTextCursor::End);
    QTextTable* page = cursor.insertTable(rows + 1, static_cast<int>(columns.size()), format);
    for (int place = 0; place < columns.size(); ++place) {
        const int column = columns[place];
        fillCell(*page, 0, place, model.headerData(column, Qt::Horizontal).toString(),
                 model.headerData(column, Qt::Horizontal, Qt::TextAlignmentRole), true);
        for (int row = 0; row < rows; ++row) {
            const QModelIndex cell = model.index(row, column);
            fillCell(*page, row + 1, place, cell.data().toString(), cell.data(Qt::TextAlignmentRole), false);
        }
    }
}

}

QString tableCsv(const QTableView& table)
{
    return tableCsv(*table.model(), columnsToCopy(table));
}

void copyTable(const QTableView& table)
{
    const QString text = tableCsv(table);
    auto* clip = new QMimeData;
    clip->setText(text);
    clip->setData(QStringLiteral("text/csv"), text.toUtf8());
    QApplication::clipboard()->setMimeData(clip);
}

bool printTable(const QTableView& table, QPrinter& printer)
{
    const int all = table.model()->rowCount();
    const int rows = std::min(all, mostPrinted);
    QTextDocument document;
    QFont font = table.font();
    font.setPointSizeF(8);
    document.setDefaultFont(font);
    QTextCursor cursor(&document);
    QTextCharFormat title;
    title.setFontWeight(QFont::Bold);
    title.setFontPointSize(12);
    cursor.insertText(table.accessibleName(), title);
    if (rows < all) {
        cursor.insertBlock();
        cursor.insertText(QTableView::tr("First %1 of %2 rows").arg(countText(rows), countText(all)),
                          QTextCharFormat());
    }
    fillTable(document, table, rows);
    QPainter painter;
    if (!painter.begin(&printer)) {
        return false;
    }
    const QSizeF sheet = printer.pageRect(QPrinter::DevicePixel).size();
    document.documentLayout()->setPaintDevice(&printer); // point sizes relate to the printer
    document.setPageSize(sheet);
    for (int number = 0; number < document.pageCount(); ++number) {
        if (number > 0) {
            printer.newPage();
        }
        painter.save();
        painter.translate(0, -number * sheet.height());
        document.drawContents(&painter, QRectF(QPointF(0, number * sheet.height()), sheet));
        painter.restore();
    }
    return painter.end();
}

}
