// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QMenu>

namespace stagecraft {

class CandidatesPane;
class Workbench;

// Menu with shortcuts to control the search and to select its plans.
class SearchMenu : public QMenu {
    Q_OBJECT
public:
    // `workbench` and `candidates` must outlive this.
    SearchMenu(Workbench& workbench, CandidatesPane& candidates, QWidget* parent = nullptr);

private:
    QAction* add(const QString& text, const QKeySequence& keys);
    void refresh();

    Workbench& m_workbench;
    QAction* m_again;
    QAction* m_cancel;
    QAction* m_recommended;
    QAction* m_next;
    QAction* m_previous;
};

}
