// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <QTimer>

namespace stagecraft {

class SizingRunner;
class Workbench;

// The searches of the sizing pane as a job: listed once they take longer than a moment, so that a slider's answers do
// not come and go there, with a cancel. GUI thread.
class SizingJob : public QObject {
    Q_OBJECT
public:
    static QString id();

    // Both must outlive this.
    SizingJob(const SizingRunner& runner, Workbench& workbench, QObject* parent);

    void cancelled(); // by the user, who is told so

private:
    void follow();
    void list();
    void end();

    const SizingRunner& m_runner;
    Workbench& m_workbench;
    QTimer m_moment;
    QTimer m_end; // a change stops all searches and begins new ones
    bool m_listed = false; // what is under way, not what was stopped
};

}
