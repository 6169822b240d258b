// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/cost/stacks/calibration.h"
#include "ui/mainwindow/pane.h"
#include "ui/models/validationdata.h"
#include "ui/support/background.h"

class QComboBox;
class QProgressBar;
class QPushButton;
class QTimer;

namespace stagecraft {

class CalibrationRunner;
class Dialogs;
class InlineMessage;
class Settings;
class ValidationResults;
class Workbench;

// Predicted against measured: chooses runs and a stack, compares them away from the window's thread, and calibrates
// stacks from them.
class ValidationPane : public Pane {
    Q_OBJECT
public:
    ValidationPane(Workbench& workbench, Dialogs& dialogs, Settings& settings, QWidget* parent = nullptr);
    ~ValidationPane() override; // stops what is running

    QComboBox* runsField() const { return m_runs; }
    QComboBox* stackField() const { return m_stack; }
    QToolButton* openButton() const { return m_open; }
    QToolButton* uncorrectedChip() const { return m_uncorrected; }
    QPushButton* calibrateButton() const { return m_calibrate; }
    QPushButton* cancelButton() const { return m_cancel; }
    ValidationResults* results() const { return m_results; }
    QString message() const; // of the last calibration
    QString summary() const;
    bool isBusy() const { return m_comparing || isCalibrating(); }
    void compareFile(const QString& file); // adds it to the choice
    // Whether it is in sight: only then what is on show follows another workspace, or another stack.
    void setShown(bool shown);

    QSize sizeHint() const override; // with room for charts and tables

Q_SIGNALS:
    void refreshed(); // shows something else

private:
    QWidget* makeTools();
    QWidget* makeProgress();
    void fillRuns();
    void refresh();
    void fillStacks();
    void onRunsChosen(int index);
    void openFile();
    QStringList files() const;
    void compare();
    void show(const Result<std::shared_ptr<const ValidationData>>& data);
    void showNothing();
    void showProgress();
    void cancel();
    void askToCalibrate();
    void onCalibrated(const Stack& stack);
    bool isCalibrating() const;
    void updateButtons();

    Workbench& m_workbench;
    Dialogs& m_dialogs;
    Settings& m_settings;
    CalibrationRunner* m_runner;
    ValidationResults* m_results;
    QComboBox* m_runs;
    QToolButton* m_open;
    QComboBox* m_stack;
    QToolButton* m_uncorrected;
    QPushButton* m_calibrate;
    QWidget* m_busy = nullptr;
    QLabel* m_phase;
    QProgressBar* m_progress;
    QPushButton* m_cancel;
    QLabel* m_news;
    InlineMessage* m_trouble;
    QStringList m_own; // files of the user's own, the newest first
    QStringList m_known; // names of stacks
    int m_chosen = -1; // of the runs, that is on show
    bool m_shown = false;
    bool m_stale = true; // its stacks, and what was compared with them
    bool m_comparing = false;
    int m_requests = 0; // the newest wins
    QTimer* m_patience; // a comparison that one waits for is shown
    std::stop_source m_stop;
    Background m_background; // last: it ends before the others go
};

}
