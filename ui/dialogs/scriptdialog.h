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

// Asks whether a TorchScript file may be loaded, which runs code from it, and what one of its samples is.
class ScriptDialog : public QDialog {
    Q_OBJECT
public:
    explicit ScriptDialog(const QString& file, QWidget* parent = nullptr);

Q_SIGNALS:
    void chosen(const stagecraft::DescribeRequest& request); // with trust

private:
    std::optional<DescribeRequest> request() const; // as the field says it; empty: it cannot be read
    void update();

    QString m_file;
    QLineEdit* m_input;
    InlineMessage* m_message;
    QPushButton* m_load = nullptr; // always there
};

}
