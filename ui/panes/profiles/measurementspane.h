// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/panes/pane.h"
#include "ui/panes/profiles/measuredchart.h"
#include "ui/widgets/tableview.h"

class QPushButton;
class QToolButton;

namespace stagecraft {

class MissingLast;
class PointModel;
class SignatureModel;
class Workbench;

// Measurements of each distinct layer of the model on one device, optionally compared with a second one.
class MeasurementsPane : public Pane {
    Q_OBJECT
public:
    explicit MeasurementsPane(Workbench& workbench, QWidget* parent = nullptr);

    void setProfile(std::shared_ptr<const ProfileData> data); // null: no problem is open
    void setContinuation(const QString& words); // tooltip of "Continue"; empty: disabled

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
    int rowAt(const QModelIndex& shown) const; // row of the point model
    bool choosePlace(); // selects that point if the layer has it

    Workbench& m_workbench;
    std::shared_ptr<const ProfileData> m_data;
    SignatureModel* m_signatureModel;
    PointModel* m_pointModel;
    MissingLast* m_order; // sorts the points shown
    TableView* m_signatures;
    TableView* m_points;
    QToolButton* m_time = nullptr; // selects what the chart plots
    QToolButton* m_memory = nullptr;
    MeasuredChart* m_chart;
    QPushButton* m_profile;
    QPushButton* m_continue;
    QPushButton* m_delete;
    QString m_continuation;
    PointPlace m_place; // selected point; kept on refresh
    bool m_filling = false; // selections are set by the program
};

}
