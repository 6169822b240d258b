// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QTimer>
#include <QWidget>

class QPushButton;

namespace stagecraft {

class Workbench;

// The newest running job in the status bar, because the Jobs pane may be behind a tab. Excludes the search for plans,
// which has its own text there, and jobs that end at once.
class JobStatus : public QWidget {
    Q_OBJECT
public:
    // `workbench` must outlive this.
    explicit JobStatus(Workbench& workbench, QWidget* parent = nullptr);

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override { return sizeHint(); }

Q_SIGNALS:
    void clicked(); // the user asks to see the job

private:
    int runningRow() const; // -1 if none
    void follow();
    void showJob();
    void cancel();

    Workbench& m_workbench;
    QPushButton* m_words;
    QPushButton* m_cancel;
    QTimer m_patience;
};

}
