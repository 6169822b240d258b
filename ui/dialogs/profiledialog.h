// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/measuring/request.h"
#include "core/session/document.h"
#include "ui/app/background.h"

#include <QDialog>
#include <QTimer>

class QLabel;
class QPushButton;

namespace stagecraft {

class InlineMessage;
class ProfileForm;
class FullHeightArea;

// Asks for the points to measure and shows the resulting number of measurements.
class ProfileDialog : public QDialog {
    Q_OBJECT
public:
    ProfileDialog(std::shared_ptr<const PlanningSession> session, std::shared_ptr<const Measurements> known,
                  QWidget* parent = nullptr);

    // Fills the fields from this request for the planning session's model.
    void propose(const ProfileRequest& request);

Q_SIGNALS:
    // `retry`: repeat points that ran out of memory before.
    void chosen(const stagecraft::ProfileRequest& request, bool retry);

protected:
    void showEvent(QShowEvent* event) override;

private:
    void update();
    void count(const ProfileRequest& request); // shows the number of measurements in the request
    // Adapts the height to the content, at most to the screen. Shrinks only after the user collapsed a section.
    void fit();

    std::shared_ptr<const Measurements> m_known;
    ProfileForm* m_form;
    FullHeightArea* m_area;
    QLabel* m_points;
    InlineMessage* m_message;
    QPushButton* m_start;
    QTimer m_fit;
    bool m_shrink = false;
    int m_counts = 0;
    Background m_background; // last member: it stops before the others are destroyed
};

}
