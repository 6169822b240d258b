// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/help/shortcutlist.h"

#include "ui/help/chartkeys.h"
#include "ui/help/commands.h"
#include "ui/widgets/mutedlabel.h"

#include <QAction>
#include <QDialogButtonBox>
#include <QHeaderView>
#include <QMainWindow>
#include <QSet>
#include <QTreeWidget>
#include <QVBoxLayout>

namespace stagecraft {

ShortcutList::ShortcutList(const QMainWindow& window, QWidget* parent) : QDialog(parent), m_list(new QTreeWidget)
{
    setObjectName(QStringLiteral("shortcutList"));
    setWindowTitle(tr("Keyboard shortcuts"));
    m_list->setAccessibleName(tr("Keyboard shortcuts"));
    m_list->setHeaderLabels({tr("Command"), tr("Keys")});
    m_list->setRootIsDecorated(false);
    m_list->setUniformRowHeights(true);
    QSet<QString> reported; // each chart and table has its copy of the same actions
    for (const Command& command : commandsOf(window)) {
        const QString keys = keysOf(*command.action);
        if (const QString line = command.name + u'\n' + keys; !keys.isEmpty() && !reported.contains(line)) {
            reported << line;
            new QTreeWidgetItem(m_list, {command.name, keys});
        }
    }
    for (const ChartKey& key : chartKeys()) {
        new QTreeWidgetItem(m_list, {tr("%1: %2").arg(key.chart, key.what), key.keys});
    }
    m_list->header()->setStretchLastSection(false);
    m_list->header()->setSectionResizeMode(0, QHeaderView::Stretch);
    m_list->header()->setSectionResizeMode(1, QHeaderView::ResizeToContents);
    m_list->setCurrentItem(m_list->topLevelItem(0));
    auto* note = new MutedLabel(tr("Chart keys work while the chart has the focus."));
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Close);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    auto* layout = new QVBoxLayout(this);
    layout->addWidget(m_list, 1);
    layout->addWidget(note);
    layout->addWidget(buttons);
    resize(620, 600);
}

}
