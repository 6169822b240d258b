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

// Exports the charts and tables of the panes: Copy, Save as and Print in their context menus, and as actions of the
// window for the focused one. Charts are written as PNG, SVG or PDF, tables as CSV.
class Exports : public QObject {
    Q_OBJECT
public:
    // All must outlive this; `window` is asked from and has the three actions.
    Exports(Workbench& workbench, Dialogs& dialogs, Settings& settings, QWidget& window);

    // Every chart (a widget that is an ExportableChart) and table in the pane gets its menu.
    void addPane(QWidget& pane);
    // The window's actions are about the chart or table there from now on, or about the first on show of its pane.
    void follow(QWidget* focus);

    QAction* copyAction() const { return m_copy; }
    QAction* saveAction() const { return m_save; }
    QAction* printAction() const { return m_print; }
    QWidget* current() const; // null: nothing is on show
    QList<QWidget*> items() const { return m_items; }

    void refresh(); // what can be done to what is on show now

    void copy(QWidget& item) const;
    void save(QWidget& item);
    void print(QWidget& item);
    enum class Readiness { Ready, Coming, Nothing };
    // At once, or as soon as its pane, which works only while it is seen and comes to the front, has something to show.
    // A change of the planning session ends the wait; where nothing will come, that is told.
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
    QString subject() const; // of the plans on show
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
    QPointer<QWidget> m_focused; // item, or a pane
};

}
