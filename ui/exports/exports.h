// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QList>
#include <QObject>
#include <QPointer>

#include <functional>
#include <optional>

class QAction;
class QWidget;

namespace stagecraft {

class Dialogs;
class Settings;
class Workbench;

// Exports the charts and tables of the panes: Copy, Save as and Print in their context menus, and as window actions for
// the focused item. Charts are written as PNG, SVG or PDF, tables as CSV.
class Exports : public QObject {
    Q_OBJECT
public:
    // All must outlive this; `window` is the parent of the dialogs and gets the three actions.
    Exports(Workbench& workbench, Dialogs& dialogs, Settings& settings, QWidget& window);

    // Adds the context menu to every table and every chart (a widget that is an ExportableChart) in the pane.
    void addPane(QWidget& pane);
    // Makes the window actions apply to the chart or table at `focus`, or otherwise to the first visible item of its
    // pane.
    void follow(QWidget* focus);

    QAction* copyAction() const { return m_copy; }
    QAction* saveAction() const { return m_save; }
    QAction* printAction() const { return m_print; }
    QWidget* current() const; // null if no item is visible
    QList<QWidget*> items() const { return m_items; }

    void refresh(); // updates the enabled actions for the current item

    void copy(QWidget& item) const;
    void save(QWidget& item);
    void print(QWidget& item);
    enum class Readiness { Ready, Coming, Nothing };
    // Saves the chart at once, or when it is ready: its pane is brought to the front, because panes compute only while
    // visible. A change of the planning session cancels the wait. If the chart cannot become ready, a message gives the
    // reason.
    void saveOnceReady(QWidget& chart, std::function<Readiness()> readiness);

private:
    struct Own { // actions of one item
        QWidget* item;
        QList<QAction*> actions;
    };

    struct Awaited {
        QWidget* chart;
        std::function<Readiness()> readiness;
    };

    void saveAwaited();
    QString subject() const; // subject of the displayed plans
    QAction* makeOwn(QWidget& item, const QString& icon, const QString& text);
    void addItem(QWidget& item);
    void write(QWidget& item, const QString& path);

    Workbench& m_workbench;
    Dialogs& m_dialogs;
    Settings& m_settings;
    QWidget& m_window;
    QAction* m_copy;
    QAction* m_save;
    QAction* m_print;
    QList<QWidget*> m_panes;
    QList<QWidget*> m_items;
    QList<Own> m_own;
    std::optional<Awaited> m_awaited;
    QPointer<QWidget> m_focused; // focused item or pane
};

}
