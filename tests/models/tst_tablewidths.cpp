// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
// Column widths converge: an idle window uses no processor time.
#include "ui/widgets/tableview.h"

#include <QApplication>
#include <QHeaderView>
#include <QSignalSpy>
#include <QStandardItemModel>
#include <QTest>

using namespace stagecraft;

class TableWidthsTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void columnsComeToRest_data();
    void columnsComeToRest();
};

void TableWidthsTest::columnsComeToRest_data()
{
    QTest::addColumn<QHeaderView::ResizeMode>("first");
    QTest::addColumn<QHeaderView::ResizeMode>("others");
    QTest::addColumn<bool>("last");
    QTest::newRow("words share what contents leave") << QHeaderView::Stretch << QHeaderView::ResizeToContents << false;
    QTest::newRow("as contents are") << QHeaderView::ResizeToContents << QHeaderView::ResizeToContents << false;
    QTest::newRow("by hand") << QHeaderView::Interactive << QHeaderView::Interactive << false;
    QTest::newRow("by hand, the last one has the rest") << QHeaderView::Interactive << QHeaderView::Interactive << true;
}

// Column widths converge for text and figures that need more space than the table has.
void TableWidthsTest::columnsComeToRest()
{
    QFETCH(QHeaderView::ResizeMode, first);
    QFETCH(QHeaderView::ResizeMode, others);
    QFETCH(bool, last);
    QStandardItemModel model(3, 4);
    for (int row = 0; row < model.rowCount(); ++row) {
        model.setItem(row, 0, new QStandardItem(QStringLiteral("embedding, of all that there is")));
        for (int column = 1; column < model.columnCount(); ++column) {
            auto* figure = new QStandardItem(QStringLiteral("1,234,567.89 GiB"));
            figure->setTextAlignment(Qt::AlignRight | Qt::AlignVCenter);
            model.setItem(row, column, figure);
        }
    }
    TableView table(QStringLiteral("Table"));
    table.setModel(&model);
    QHeaderView* header = table.horizontalHeader();
    header->setStretchLastSection(last);
    header->setSectionResizeMode(others);
    header->setSectionResizeMode(0, first);
    table.resize(240, 160);
    table.show();
    QTest::qWait(200);
    const QSignalSpy resized(header, &QHeaderView::sectionResized);
    QTest::qWait(200);
    QCOMPARE(resized.count(), 0);
}

QTEST_MAIN(TableWidthsTest)
#include "tst_tablewidths.moc"
