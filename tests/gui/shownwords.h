// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QAbstractButton>
#include <QAbstractItemModel>
#include <QAbstractItemView>
#include <QAbstractSpinBox>
#include <QAction>
#include <QComboBox>
#include <QDockWidget>
#include <QDoubleSpinBox>
#include <QGroupBox>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QSpinBox>
#include <QTabBar>
#include <QTableView>
#include <QToolButton>
#include <QTreeView>

namespace stagecraft::test {

// A text that the window shows, exposes to screen readers or has in tooltips, and its location.
struct ShownText {
    QString where;
    QString text;
};

inline QString placeOf(const QWidget& widget)
{
    const QString name = widget.objectName();
    return QString::fromLatin1(widget.metaObject()->className()) + (name.isEmpty() ? QString() : u' ' + name);
}

// Collects the texts of the first rows, which represent the others.
inline void collectModel(const QAbstractItemModel& model, const QString& where, QList<ShownText>& texts)
{
    for (int column = 0; column < model.columnCount(); ++column) {
        for (const int role : {Qt::DisplayRole, Qt::ToolTipRole}) {
            texts << ShownText {where + QStringLiteral(" header"),
                                model.headerData(column, Qt::Horizontal, role).toString()};
        }
        for (int row = 0; row < std::min(model.rowCount(), 20); ++row) {
            for (const int role : {Qt::DisplayRole, Qt::ToolTipRole, Qt::AccessibleTextRole}) {
                texts << ShownText {where + QStringLiteral(" cell"), model.index(row, column).data(role).toString()};
            }
        }
    }
}

inline void collectChoices(const QComboBox& box, QList<ShownText>& texts)
{
    for (int i = 0; i < box.count(); ++i) {
        texts << ShownText {placeOf(box), box.itemText(i)};
        texts << ShownText {placeOf(box), box.itemData(i, Qt::ToolTipRole).toString()};
    }
}

inline void collectWidget(const QWidget& widget, QList<ShownText>& texts)
{
    const QString where = placeOf(widget);
    QStringList words {widget.toolTip(), widget.statusTip(), widget.accessibleName(), widget.accessibleDescription()};
    if (const auto* label = qobject_cast<const QLabel*>(&widget)) {
        words << label->text();
    } else if (const auto* button = qobject_cast<const QAbstractButton*>(&widget)) {
        words << button->text();
    } else if (const auto* group = qobject_cast<const QGroupBox*>(&widget)) {
        words << group->title();
    } else if (const auto* line = qobject_cast<const QLineEdit*>(&widget)) {
        words << line->placeholderText();
    } else if (const auto* dock = qobject_cast<const QDockWidget*>(&widget)) {
        words << dock->windowTitle();
    } else if (const auto* spin = qobject_cast<const QSpinBox*>(&widget)) {
        words << spin->specialValueText() << spin->suffix() << spin->prefix();
    } else if (const auto* number = qobject_cast<const QDoubleSpinBox*>(&widget)) {
        words << number->specialValueText() << number->suffix() << number->prefix();
    } else if (const auto* box = qobject_cast<const QComboBox*>(&widget)) {
        collectChoices(*box, texts);
    } else if (const auto* tabs = qobject_cast<const QTabBar*>(&widget)) {
        for (int i = 0; i < tabs->count(); ++i) {
            words << tabs->tabText(i) << tabs->tabToolTip(i);
        }
    } else if (const auto* view = qobject_cast<const QAbstractItemView*>(&widget)) {
        const bool shows = qobject_cast<const QTableView*>(view) || qobject_cast<const QTreeView*>(view);
        if (shows && view->model()) {
            collectModel(*view->model(), where, texts);
        }
    }
    for (const QString& text : words) {
        texts << ShownText {where, text};
    }
}

inline void collectActions(const QWidget& widget, QList<ShownText>& texts)
{
    for (const QAction* action : widget.actions()) {
        for (const QString& text : {action->text(), action->toolTip(), action->statusTip()}) {
            texts << ShownText {placeOf(widget) + QStringLiteral(" action"), text};
        }
    }
}

// Collects the texts of a widget and its children, including menus.
inline QList<ShownText> shownTexts(const QWidget& root)
{
    QList<ShownText> texts;
    collectWidget(root, texts);
    collectActions(root, texts);
    if (root.isWindow()) {
        texts << ShownText {placeOf(root), root.windowTitle()};
    }
    for (const QWidget* widget : root.findChildren<QWidget*>()) {
        if (widget->isVisibleTo(&root) && widget->window() == root.window()) {
            collectWidget(*widget, texts);
        }
        if (widget->isVisibleTo(&root) || qobject_cast<const QMenu*>(widget)) {
            collectActions(*widget, texts);
        }
    }
    return texts;
}

inline bool showsIconOnly(const QAbstractButton& button)
{
    const auto* tool = qobject_cast<const QToolButton*>(&button);
    return tool && tool->toolButtonStyle() == Qt::ToolButtonIconOnly && !tool->icon().isNull();
}

inline QStringList clippedHeaders(const QHeaderView& header)
{
    QStringList clipped;
    for (int i = 0; i < header.count(); ++i) {
        const QString text = header.model()->headerData(i, Qt::Horizontal).toString();
        for (const QString& line : text.split(u'\n')) {
            if (!header.isSectionHidden(i) && header.fontMetrics().horizontalAdvance(line) > header.sectionSize(i)) {
                clipped << QStringLiteral("%1: \"%2\"").arg(placeOf(*header.parentWidget()), line);
            }
        }
    }
    return clipped;
}

// Returns labels, buttons and headers that clip their text. Widgets that wrap, elide or scroll are not included.
inline QStringList clippedTexts(const QWidget& root)
{
    QStringList clipped;
    for (const QWidget* widget : root.findChildren<QWidget*>()) {
        if (widget->visibleRegion().isEmpty()) {
            continue;
        }
        const auto* header = qobject_cast<const QHeaderView*>(widget);
        if (header && header->orientation() == Qt::Horizontal && header->model()) {
            clipped << clippedHeaders(*header);
        }
        QString text;
        const auto* label = qobject_cast<const QLabel*>(widget);
        const auto* button = qobject_cast<const QAbstractButton*>(widget);
        if (label && !label->wordWrap() && !label->text().contains(u'\n') && !label->text().contains(u'<')) {
            text = label->text();
        } else if (button && !showsIconOnly(*button)) {
            text = button->text();
        }
        text.remove(u'&');
        const int needed = widget->fontMetrics().horizontalAdvance(text);
        if (!text.isEmpty() && needed > widget->contentsRect().width() + 1) {
            clipped << QStringLiteral("%1 in %2: \"%3\" takes %4 of %5")
                           .arg(placeOf(*widget), placeOf(*widget->parentWidget()), text)
                           .arg(needed)
                           .arg(widget->contentsRect().width());
        }
    }
    return clipped;
}

}
