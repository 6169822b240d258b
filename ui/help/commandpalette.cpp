// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/help/commandpalette.h"

#include <QAction>
#include <QApplication>
#include <QHeaderView>
#include <QKeyEvent>
#include <QLineEdit>
#include <QMainWindow>
#include <QTreeWidget>
#include <QVBoxLayout>

#include <algorithm>

namespace stagecraft {

namespace {

constexpr int commandRole = Qt::UserRole; // index of the command

QString labelOf(const Command& command)
{
    return command.place.isEmpty() ? command.name : QStringLiteral("%1 › %2").arg(command.place, command.name);
}

bool hasAll(const QString& label, const QStringList& words)
{
    return std::all_of(words.begin(), words.end(),
                       [&](const QString& word) { return label.contains(word, Qt::CaseInsensitive); });
}

}

CommandPalette::CommandPalette(const QMainWindow& window, QWidget* parent)
    : QDialog(parent), m_commands(commandsOf(window)), m_field(new QLineEdit), m_list(new QTreeWidget)
{
    setObjectName(QStringLiteral("commandPalette"));
    setWindowTitle(tr("Commands"));
    m_field->setPlaceholderText(tr("Search commands"));
    m_field->setAccessibleName(tr("Command search"));
    m_field->setClearButtonEnabled(true);
    m_field->installEventFilter(this);
    m_list->setAccessibleName(tr("Commands"));
    m_list->setColumnCount(2);
    m_list->setHeaderHidden(true);
    m_list->setRootIsDecorated(false);
    m_list->setUniformRowHeights(true);
    m_list->setFrameShape(QFrame::NoFrame);
    m_list->header()->setStretchLastSection(false);
    m_list->header()->setSectionResizeMode(0, QHeaderView::Stretch);
    m_list->header()->setSectionResizeMode(1, QHeaderView::ResizeToContents);
    auto* layout = new QVBoxLayout(this);
    layout->addWidget(m_field);
    layout->addWidget(m_list, 1);
    resize(620, 420);
    connect(m_field, &QLineEdit::textChanged, this, &CommandPalette::fill);
    connect(m_field, &QLineEdit::returnPressed, this, &CommandPalette::choose);
    connect(m_list, &QTreeWidget::itemClicked, this, &CommandPalette::choose);
    connect(m_list, &QTreeWidget::itemActivated, this, &CommandPalette::choose);
    fill({});
}

void CommandPalette::fill(const QString& text)
{
    m_list->clear();
    const QStringList words = text.split(u' ', Qt::SkipEmptyParts);
    QTreeWidgetItem* first = nullptr;
    for (std::size_t i = 0; i < m_commands.size(); ++i) {
        const Command& command = m_commands[i];
        if (!command.action || !hasAll(labelOf(command), words)) {
            continue;
        }
        auto* item = new QTreeWidgetItem(m_list, {labelOf(command), keysOf(*command.action)});
        item->setData(0, commandRole, static_cast<int>(i));
        item->setDisabled(!command.action->isEnabled());
        if (!first && command.action->isEnabled()) {
            first = item;
        }
    }
    m_list->setCurrentItem(first);
}

// Arrow keys move in the list while the text field has the focus.
bool CommandPalette::eventFilter(QObject* watched, QEvent* event)
{
    if (event->type() == QEvent::KeyPress) {
        switch (static_cast<QKeyEvent*>(event)->key()) {
        case Qt::Key_Up:
        case Qt::Key_Down:
        case Qt::Key_PageUp:
        case Qt::Key_PageDown:
            QApplication::sendEvent(m_list, event);
            return true;
        default:
            break;
        }
    }
    return QDialog::eventFilter(watched, event);
}

void CommandPalette::choose()
{
    const QTreeWidgetItem* item = m_list->currentItem();
    if (!item || item->isDisabled()) {
        return;
    }
    const QPointer<QAction> action = m_commands[item->data(0, commandRole).toUInt()].action;
    accept(); // the palette must be closed before the command opens a window
    if (action) {
        action->trigger();
    }
}

}
