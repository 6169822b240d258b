// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/calibration/calibration.h"
#include "ui/app/background.h"
#include "ui/models/validationdata.h"
#include "ui/panes/pane.h"

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

// Compares predictions with measured runs: selects runs, a framework and a device type, compares them on another
// thread, and calibrates device types.
class ValidationPane : public Pane {
    Q_OBJECT
public:
    ValidationPane(Workbench& workbench, Dialogs& dialogs, Settings& settings, QWidget* parent = nullptr);
    ~ValidationPane() override; // stops the running comparison or calibration

    QComboBox* runsField() const { return m_runs; }
    QComboBox* frameworkField() const { return m_framework; }
    QComboBox* typeField() const { return m_type; }
    QToolButton* openButton() const { return m_open; }
    QPushButton* calibrateButton() const { return m_calibrate; }
    QPushButton* cancelButton() const { return m_cancel; }
    ValidationResults* results() const { return m_results; }
    QString message() const; // message of the last calibration
    QString summary() const;
    bool isBusy() const { return m_comparing || isCalibrating(); }
    void compareFile(const QString& file); // adds the file to the selected runs
    // Reloads the user-defined device types when shown, since another program may have changed them.
    void setShown(bool shown);

    QSize sizeHint() const override; // leaves space for charts and tables

Q_SIGNALS:
    void refreshed(); // emitted when the displayed results change

private:
    QWidget* makeTools();
    QWidget* makeProgress();
    void fillRuns();
    void fillFrameworks();
    void readTypes();
    void showTypes(std::vector<CatalogueEntry> types);
    void onRunsChosen(int index);
    void openFile();
    QStringList files() const;
    void compare();
    void show(const Result<std::shared_ptr<const ValidationData>>& data);
    void showNothing();
    void showProgress();
    void cancel();
    void askToCalibrate();
    void onCalibrated(const TypeCalibration& calibration);
    bool isCompared() const; // the results shown are those of the selected runs
    bool isCalibrating() const;
    void updateButtons();

    Workbench& m_workbench;
    Dialogs& m_dialogs;
    Settings& m_settings;
    CalibrationRunner* m_runner;
    ValidationResults* m_results;
    QComboBox* m_runs;
    QToolButton* m_open;
    QComboBox* m_framework;
    QComboBox* m_type;
    QPushButton* m_calibrate;
    QWidget* m_busy = nullptr;
    QLabel* m_phase;
    QProgressBar* m_progress;
    QPushButton* m_cancel;
    QLabel* m_news;
    InlineMessage* m_errorText;
    QStringList m_userRuns; // the user's files, newest first
    std::vector<CatalogueEntry> m_types; // user-defined types, as last read
    std::shared_ptr<const ValidationData> m_data; // displayed results
    int m_chosen = -1; // index of the selected entry of the runs list
    bool m_comparing = false;
    int m_requests = 0; // number of the newest request; older results are dropped
    QTimer* m_patience; // shows the progress of a comparison that takes long
    std::stop_source m_stop;
    Background m_background; // last member: it stops before the others are destroyed
};

}
