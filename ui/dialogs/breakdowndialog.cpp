// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/dialogs/breakdowndialog.h"

#include "ui/models/tablecsv.h"
#include "ui/widgets/mutedlabel.h"
#include "ui/widgets/plainlabel.h"
#include "ui/words/messagetext.h"
#include "ui/words/plaintext.h"
#include "ui/words/planrole.h"

#include <QApplication>
#include <QClipboard>
#include <QDialogButtonBox>
#include <QHeaderView>
#include <QLabel>
#include <QPushButton>
#include <QStandardItemModel>
#include <QTreeWidget>
#include <QVBoxLayout>

namespace stagecraft {

namespace {

QTreeWidgetItem* rowOf(const QString& what, const QString& value, const QString& how)
{
    auto* row = new QTreeWidgetItem({what, value, QString(how).replace(u'\n', QStringLiteral(" · "))});
    for (int column = 0; column < row->columnCount(); ++column) {
        row->setToolTip(column, plainToolTip(how));
    }
    return row;
}

}

BreakdownDialog::BreakdownDialog(const BreakdownInput& input, QWidget* parent)
    : QDialog(parent)
    , m_message(new PlainLabel(tr("Computing…")))
    , m_how(new MutedLabel)
    , m_tree(new QTreeWidget)
    , m_ofDevice(input.device >= 0)
{
    setObjectName(QStringLiteral("breakdownDialog"));
    setWindowTitle(
        tr("How was this computed? %1 · %2").arg(planName(input.candidate), degreesText(input.candidate.plan)));
    m_message->setWordWrap(true);
    m_tree->setAccessibleName(tr("Figures of the plan and their terms"));
    m_tree->setHeaderLabels({tr("Figure"), tr("Value"), tr("Formula and source")});
    m_tree->setUniformRowHeights(true);
    m_tree->setAlternatingRowColors(true);
    m_how->setWordWrap(true);
    m_how->setMinimumHeight(3 * fontMetrics().height());
    m_how->setAlignment(Qt::AlignLeft | Qt::AlignTop);
    connect(m_tree, &QTreeWidget::currentItemChanged, m_how,
            [this](const QTreeWidgetItem* row) { m_how->setText(row ? row->toolTip(0) : QString()); });
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Close);
    m_copy = buttons->addButton(tr("&Copy table"), QDialogButtonBox::ActionRole);
    m_copy->setToolTip(tr("Copy all figures and their terms as CSV"));
    m_copy->setEnabled(false);
    connect(m_copy, &QPushButton::clicked, this, [this] { QApplication::clipboard()->setText(csv()); });
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    auto* layout = new QVBoxLayout(this);
    layout->addWidget(m_message);
    layout->addWidget(m_tree, 1);
    layout->addWidget(m_how);
    layout->addWidget(buttons);
    resize(980, 640);
    m_background.run([input] { return breakdownOf(input); },
                     [this](const Result<std::vector<BreakdownFigure>>& figures) {
                         if (figures) {
                             showFigures(*figures);
                         } else {
                             m_message->setText(errorText(figures.error()));
                         }
                     });
}

QString BreakdownDialog::explanation() const
{
    return m_how->text();
}

QString BreakdownDialog::message() const
{
    return m_message->isHidden() ? QString() : m_message->text();
}

QString BreakdownDialog::csv() const
{
    QStandardItemModel table;
    table.setHorizontalHeaderLabels({tr("Figure"), tr("Term"), tr("Value"), tr("Seconds"), tr("Formula and source")});
    const auto add = [&](const QString& figure, const QString& term, const QTreeWidgetItem& row) {
        QList<QStandardItem*> cells;
        for (const QString& text : {figure, term, row.text(1), row.data(1, copyRole).toString(), row.text(2)}) {
            cells << new QStandardItem(text);
        }
        table.appendRow(cells);
    };
    for (int i = 0; i < m_tree->topLevelItemCount(); ++i) {
        const QTreeWidgetItem& figure = *m_tree->topLevelItem(i);
        add(figure.text(0), {}, figure);
        for (int term = 0; term < figure.childCount(); ++term) {
            add(figure.text(0), figure.child(term)->text(0), *figure.child(term));
        }
    }
    return tableCsv(table, {0, 1, 2, 3, 4});
}

void BreakdownDialog::showFigures(const std::vector<BreakdownFigure>& figures)
{
    m_message->hide();
    for (const BreakdownFigure& figure : figures) {
        QTreeWidgetItem* branch = rowOf(figure.title, figure.value, figure.how);
        QFont bold = m_tree->font();
        bold.setBold(true);
        branch->setFont(0, bold);
        m_tree->addTopLevelItem(branch);
        for (const BreakdownTerm& term : figure.terms) {
            auto* row = rowOf(term.what, term.value, term.how);
            if (term.time) {
                row->setData(1, copyRole, copiedNumber(term.time->value));
            }
            branch->addChild(row);
        }
        // Collapse the layers of a long chain, unless the breakdown is of one device.
        branch->setExpanded(figure.terms.size() < 16 || (m_ofDevice && m_tree->topLevelItemCount() == 2));
    }
    m_copy->setEnabled(true);
    m_tree->setCurrentItem(m_tree->topLevelItem(0));
    m_tree->resizeColumnToContents(0);
    m_tree->resizeColumnToContents(1);
}

}
