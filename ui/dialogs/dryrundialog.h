// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/dryrun/dryrunrequest.h"

#include <QDialog>

class QComboBox;
class QLineEdit;
class QPushButton;
class QSpinBox;

namespace stagecraft {

class InlineMessage;

// Asks for a training script, a device that need not be in this machine, and the permission to run it. Invalid values
// are reported beside the fields.
class DryRunDialog : public QDialog {
    Q_OBJECT
public:
    // `folder`: initial folder of the script. `device`: initial device type, if the catalogue has it.
    DryRunDialog(const QString& folder, const QString& device, QWidget* parent = nullptr);

    // Request from the fields.
    DryRunChoice choice() const;

Q_SIGNALS:
    void chosen(const stagecraft::DryRunRequest& request); // the user allowed the run

private:
    Result<DryRunRequest> request() const;
    void update();

    QLineEdit* m_command;
    QLineEdit* m_folder;
    QComboBox* m_device;
    QSpinBox* m_world;
    QLineEdit* m_ranks;
    QSpinBox* m_steps;
    InlineMessage* m_message;
    QPushButton* m_run;
};

}
