// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>

namespace stagecraft {

// Prevents the wheel from changing fields below the pointer while a form scrolls: spin boxes, lists and sliders react
// to the wheel only while focused, and the wheel does not focus them. Otherwise the wheel scrolls the form. Applies to
// all windows of the application during the lifetime of this object.
class WheelGuard : public QObject {
    Q_OBJECT
public:
    explicit WheelGuard(QObject* parent);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;
};

}
