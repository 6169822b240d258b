// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>

class QWidget;

namespace stagecraft {

// Prints "painted" and quits after the first paint of the window, for the start benchmark. Owned by the window.
class FirstPaint : public QObject {
public:
    explicit FirstPaint(QWidget& window);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;
};

}
