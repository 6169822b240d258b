// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>

namespace stagecraft {

// Keeps the wheel from changing fields that happen to pass under the pointer: spin boxes, lists and sliders take it
// only while they have the focus, and it gives none of them the focus. Without it the wheel scrolls the form that holds
// the field. For all windows of the application, as long as this lives.
class WheelGuard : public QObject {
    Q_OBJECT
public:
    explicit WheelGuard(QObject* parent);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;
};

}
