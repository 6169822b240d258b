// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/hardware/catalogue.h"
#include "core/problem/framework.h"
#include "ui/app/calibrationwish.h"

#include <QDialog>
#include <QString>

#include <vector>

class QComboBox;
class QLineEdit;
class QPushButton;

namespace stagecraft {

class InlineMessage;

// Asks for the name, the framework and the base type of a calibration.
class CalibrateDialog : public QDialog {
    Q_OBJECT
public:
    // `runs`: description of the runs. `likely`: framework of most runs. `user_defined`: user-defined types; one with
    // the new name is replaced.
    CalibrateDialog(const QString& runs, Framework likely, std::vector<CatalogueEntry> user_defined,
                    QWidget* parent = nullptr);

    QLineEdit* nameField() const { return m_name; }
    QComboBox* frameworkField() const { return m_framework; }
    QComboBox* baseField() const { return m_base; }
    QPushButton* startButton() const { return m_start; }
    QString message() const; // problem with the name; empty if none

Q_SIGNALS:
    void chosen(const stagecraft::CalibrationSettings& settings);

protected:
    void showEvent(QShowEvent* event) override;

private:
    void update();
    void fit(); // adapts the height to the text
    CalibrationSettings settings() const;

    std::vector<CatalogueEntry> m_userTypes;
    QLineEdit* m_name;
    QComboBox* m_framework;
    QComboBox* m_base;
    InlineMessage* m_message;
    QPushButton* m_start;
};

}
