// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>

class QWidget;

namespace stagecraft {

// Writes "painted" to the standard output once all of a window has been painted for the first time, and quits: by that
// the benchmark of the window tells how long a start takes. Belongs to the window.
class FirstPaint : public QObject {
public:
    explicit FirstPaint(QWidget& window);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;
};

}
