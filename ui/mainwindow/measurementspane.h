// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/charts/measuredchart.h"
#include "ui/mainwindow/pane.h"
#include "ui/support/tableview.h"

class QPushButton;
class QToolButton;

namespace stagecraft {

class KnownFirst;
class PointModel;
class SignatureModel;
class Workbench;

// What was measured of each distinct layer of the model, on one device and perhaps beside another.
class MeasurementsPane : public Pane {
    Q_OBJECT
public:
    explicit MeasurementsPane(Workbench& workbench, QWidget* parent = nullptr);

    void setProfile(std::shared_ptr<const ProfileData> data); // null: there is no question
    void setContinuation(const QString& words); // what "Continue" would do; empty: nothing

    QTableView* signatures() const { return m_signatures; }
    QTableView* points() const { return m_points; }
    MeasuredChart* chart() const { return m_chart; }
    QPushButton* profileButton() const { return m_profile; }
    QPushButton* continueButton() const { return m_continue; }
    QPushButton* deleteButton() const { return m_delete; }

Q_SIGNALS:
    void profileRequested();
    void continueRequested();
    void deleteRequested(const stagecraft::Measurements& measurements);

private:
    QWidget* makeTables();
    QWidget* makeChart();
    QWidget* makeFoot();
    void offerTimes();
    void showSignature();
    void showPoint();
    void updateButtons();
    void sayNothingMeasured();
    Measurements selected() const;
    int rowAt(const QModelIndex& shown) const; // of the point model
    bool choosePlace(); // selects the point there, where the layer has it

    Workbench& m_workbench;
    std::shared_ptr<const ProfileData> m_data;
    SignatureModel* m_signatureModel;
    PointModel* m_pointModel;
    KnownFirst* m_order; // of the points on show
    TableView* m_signatures;
    TableView* m_points;
    QToolButton* m_time = nullptr; // what the chart plots
    QToolButton* m_memory = nullptr;
    MeasuredChart* m_chart;
    QPushButton* m_profile;
    QPushButton* m_continue;
    QPushButton* m_delete;
    QString m_continuation;
    PointPlace m_place; // chosen, kept over refreshes
    bool m_filling = false; // selections are being set from outside
};

}
