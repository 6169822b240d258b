// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/mainwindow/mainwindow.h"

class QAction;
class QMenu;

namespace stagecraft {

// The actions of the window's menus and toolbar.
struct MainWindow::Actions {
    QAction* newWorkspace = nullptr;
    QAction* newFromModel = nullptr;
    QAction* open = nullptr;
    QAction* save = nullptr;
    QAction* saveAs = nullptr;
    QAction* exportJson = nullptr;
    QAction* exportYaml = nullptr;
    QList<QAction*> exportSettings; // one per target
    QAction* exportTradeoff = nullptr;
    QAction* exportMemory = nullptr;
    QAction* exportMeasured = nullptr;
    QAction* exportModel = nullptr;
    QAction* exportValidation = nullptr;
    QAction* exportTimeline = nullptr;
    QAction* exportStages = nullptr;
    QAction* exportSizing = nullptr;
    QAction* exportPartitioners = nullptr;
    QAction* quit = nullptr;
    QAction* undo = nullptr;
    QAction* redo = nullptr;
    QAction* profile = nullptr;
    QAction* dryRun = nullptr;
    QAction* explain = nullptr;
    QAction* compare = nullptr;
    QAction* zoom = nullptr;
    QAction* exportCompared = nullptr;
    QMenu* recent = nullptr;
    QMenu* exports = nullptr;
};

}
