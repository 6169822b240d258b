// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>

class QMimeData;
class QWidget;

namespace stagecraft {

// Whether a window can open what is dragged over it.
bool isFile(const QMimeData& data);

// A file is opened wherever on the window it is dropped: text fields, which would take its name, leave it to the
// window.
class FileDrops : public QObject {
    Q_OBJECT
public:
    // Of all fields of `window`, which owns this.
    explicit FileDrops(QWidget& window);

private:
    bool eventFilter(QObject* watched, QEvent* event) override;

    QWidget& m_window;
};

}
