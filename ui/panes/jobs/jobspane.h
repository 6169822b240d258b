// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/panes/pane.h"

class QListView;
class QPlainTextEdit;
class QPushButton;
class QSplitter;

namespace stagecraft {

class Workbench;

// The pane with running and finished jobs, their progress, log and Cancel.
class JobsPane : public Pane {
    Q_OBJECT
public:
    explicit JobsPane(Workbench& workbench, QWidget* parent = nullptr);

    QListView* list() const { return m_list; }
    QPushButton* cancelButton() const { return m_cancel; }
    QPlainTextEdit* log() const { return m_log; }

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    void showJob();
    void showRows();
    void fitList();

    Workbench& m_workbench;
    QListView* m_list;
    QPlainTextEdit* m_log;
    QPushButton* m_cancel;
    QSplitter* m_halves;
    bool m_placed = false; // the user has moved the splitter
};

}
