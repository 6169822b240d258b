// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/app/background.h"
#include "ui/models/comparedplan.h"
#include "ui/panes/pane.h"

#include <QTimer>

#include <stop_token>

class QAction;
class QSplitter;

namespace stagecraft {

class ComparedDevices;
class CompareModel;
class Comparing;
class InlineMessage;
class MemoryBars;
class Workbench;

// Compares two to four plans or scenarios in columns, with device memory as bars on one scale. Estimates again when the
// problem or the measurements change, only while visible.
class ComparePane : public Pane {
    Q_OBJECT
public:
    // Both must outlive this.
    ComparePane(Workbench& workbench, Comparing& comparing, QWidget* parent = nullptr);
    ~ComparePane() override;

    void setShown(bool shown);
    bool isUpToDate() const { return !m_soon.isActive() && m_open == 0; }

    QTableView* table() const { return m_table; }
    CompareModel* model() const { return m_model; }
    MemoryBars* bars() const { return m_bars; }
    QTableView* deviceTable() const { return m_deviceTable; }
    QToolButton* differencesChip() const { return m_differences; }
    QString message() const;
    // Column indices exclude the property column.
    int currentColumn() const;
    void selectColumn(int column);

    QAction* baselineAction() const { return m_baseline; }
    QAction* leftAction() const { return m_left; }
    QAction* rightAction() const { return m_right; }
    QAction* removeAction() const { return m_remove; }

Q_SIGNALS:
    void refreshed();

protected:
    void resizeEvent(QResizeEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    QWidget* makeContent();
    QWidget* makeTools();
    QAction* makeColumnAction(const QString& name, const QString& text, const QKeySequence& keys,
                              void (ComparePane::*does)());
    void onSession();
    void ask();
    void show(std::vector<ComparedPlan> plans);
    void showTitles();
    void fitColumns();
    void shareRoom();
    void updateActions();
    void makeBaseline();
    void moveLeft();
    void moveRight();
    void remove();
    void move(int by);

    Workbench& m_workbench;
    Comparing& m_comparing;
    CompareModel* m_model;
    ComparedDevices* m_devices;
    TableView* m_table;
    QTableView* m_deviceTable;
    MemoryBars* m_bars;
    InlineMessage* m_message;
    QToolButton* m_differences = nullptr;
    QAction* m_baseline = nullptr;
    QAction* m_left = nullptr;
    QAction* m_right = nullptr;
    QAction* m_remove = nullptr;
    QString m_refusal; // last message; cleared by the next change
    int m_selected = 0; // column that actions apply to
    bool m_shown = false;
    bool m_stale = true;
    int m_open = 0;
    std::stop_source m_stop;
    QTimer m_soon;
    Background m_background; // last member: ends before the others are destroyed
};

}
