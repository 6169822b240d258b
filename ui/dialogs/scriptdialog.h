// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/measuring/describerequest.h"

#include <QDialog>

#include <optional>

class QLineEdit;
class QPushButton;

namespace stagecraft {

class InlineMessage;

// Asks for permission to load a TorchScript file, which runs code from it, and for the shape of one of its samples.
class ScriptDialog : public QDialog {
    Q_OBJECT
public:
    explicit ScriptDialog(const QString& file, QWidget* parent = nullptr);

Q_SIGNALS:
    void chosen(const stagecraft::DescribeRequest& request); // the request includes the permission

private:
    std::optional<DescribeRequest> request() const; // request from the fields; empty if the fields are invalid
    void update();

    QString m_file;
    QLineEdit* m_input;
    InlineMessage* m_message;
    QPushButton* m_load = nullptr; // always present
};

}
