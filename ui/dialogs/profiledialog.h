// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/measuring/request.h"
#include "core/session/document.h"

#include <QDialog>

class QComboBox;
class QLabel;
class QLineEdit;
class QPushButton;
class QSpinBox;

namespace stagecraft {

class InlineMessage;

// Asks at which micro-batches to measure a model and says what that means.
class ProfileDialog : public QDialog {
    Q_OBJECT
public:
    ProfileDialog(std::shared_ptr<const Question> question, std::shared_ptr<const Measurements> known,
                  QWidget* parent = nullptr);

    // Begins with these micro-batches, this sequence and this device instead.
    void propose(const ProfileRequest& request);

Q_SIGNALS:
    void chosen(const stagecraft::ProfileRequest& request);

private:
    // Nothing while the micro-batches are not numbers.
    std::optional<ProfileRequest> request() const;
    void update();

    std::shared_ptr<const Question> m_question;
    std::shared_ptr<const Measurements> m_known;
    std::int64_t m_sequence;
    QLineEdit* m_microBatches;
    QComboBox* m_device;
    QSpinBox* m_minutes;
    QLabel* m_points;
    InlineMessage* m_message;
    QPushButton* m_start;
};

}
