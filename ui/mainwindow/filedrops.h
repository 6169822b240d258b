// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>

class QMimeData;
class QWidget;

namespace stagecraft {

// True if the data is a local file, which the window can try to open.
bool isFile(const QMimeData& data);

// Makes the whole window accept dropped files. Without it, text fields would insert the name of the file.
class FileDrops : public QObject {
    Q_OBJECT
public:
    // Filters the drags over all fields of `window`, which owns this.
    explicit FileDrops(QWidget& window);

private:
    bool eventFilter(QObject* watched, QEvent* event) override;

    QWidget& m_window;
};

}
