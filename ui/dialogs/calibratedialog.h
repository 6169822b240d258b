// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/hardware/catalogue.h"
#include "core/problem/framework.h"

#include <QDialog>
#include <QString>

#include <optional>
#include <string>
#include <vector>

class QComboBox;
class QLineEdit;
class QPushButton;

namespace stagecraft {

class InlineMessage;

// How a device type is to be calibrated from runs.
struct CalibrationWish {
    std::string name; // of the new type
    Framework framework = Framework::MegatronCore; // who trained the runs
    std::optional<CatalogueEntry> base {}; // whose figures are corrected; none: the type of most runs
};

// Asks how a device type that is calibrated from some runs is to be called, who trained them, and on which type.
class CalibrateDialog : public QDialog {
    Q_OBJECT
public:
    // `runs`: what they are, in words. `likely`: who trained most of them. `own`: the user's types, of which one with
    // the new name would be replaced.
    CalibrateDialog(const QString& runs, Framework likely, std::vector<CatalogueEntry> own, QWidget* parent = nullptr);

    QLineEdit* nameField() const { return m_name; }
    QComboBox* frameworkField() const { return m_framework; }
    QComboBox* baseField() const { return m_base; }
    QPushButton* startButton() const { return m_start; }
    QString message() const; // about the name; empty: none

Q_SIGNALS:
    void chosen(const stagecraft::CalibrationWish& wish);

protected:
    void showEvent(QShowEvent* event) override;

private:
    void update();
    void fit(); // as high as its words need
    CalibrationWish wish() const;

    std::vector<CatalogueEntry> m_own;
    QLineEdit* m_name;
    QComboBox* m_framework;
    QComboBox* m_base;
    InlineMessage* m_message;
    QPushButton* m_start;
};

}
