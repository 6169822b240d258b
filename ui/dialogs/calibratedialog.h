// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/cost/stacks/calibration.h"

#include <QDialog>

class QCheckBox;
class QComboBox;
class QLineEdit;
class QPushButton;

namespace stagecraft {

class InlineMessage;

// Asks how a stack that is calibrated from some runs is to be called, and how it trains.
class CalibrateDialog : public QDialog {
    Q_OBJECT
public:
    // `runs`: what they are, in words. `known`: names of stacks that it would replace.
    CalibrateDialog(const QString& runs, const QStringList& known, QWidget* parent = nullptr);

    QLineEdit* nameField() const { return m_name; }
    QPushButton* startButton() const { return m_start; }

Q_SIGNALS:
    void chosen(const stagecraft::CalibrationRequest& request);

protected:
    void showEvent(QShowEvent* event) override;

private:
    void update();
    void fit(); // as high as its words need
    CalibrationRequest request() const;

    QStringList m_known;
    QLineEdit* m_name;
    QComboBox* m_form;
    QCheckBox* m_modes;
    InlineMessage* m_message;
    QPushButton* m_start;
};

}
