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

// Asks for a training script and whether it may run, on a device that this machine need not have. What cannot run is
// refused beside the fields.
class DryRunDialog : public QDialog {
    Q_OBJECT
public:
    // `folder`: where the script starts, at first. `device`: the type that is chosen at first, if the catalogue has it.
    DryRunDialog(const QString& folder, const QString& device, QWidget* parent = nullptr);

    // Request from the fields.
    DryRunChoice choice() const;

Q_SIGNALS:
    void chosen(const stagecraft::DryRunRequest& request); // the user allowed it to run

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
