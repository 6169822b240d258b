// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <QTimer>

namespace stagecraft {

class SizingRunner;
class Workbench;

// Shows the searches of the sizing pane as a cancelable job. Listed after a short delay, so that quick searches while a
// slider moves do not flicker in the job list. GUI thread.
class SizingJob : public QObject {
    Q_OBJECT
public:
    static QString id();

    // Both must outlive this.
    SizingJob(const SizingRunner& runner, Workbench& workbench, QObject* parent);

    void cancelled(); // the user canceled the searches

private:
    void follow();
    void list();
    void end();

    const SizingRunner& m_runner;
    Workbench& m_workbench;
    QTimer m_moment;
    QTimer m_end; // delay, because a change stops all searches and starts new ones
    bool m_listed = false; // the running searches are in the job list
};

}
