// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/mainwindow/filedrops.h"

#include <QCoreApplication>
#include <QDragEnterEvent>
#include <QMimeData>
#include <QUrl>
#include <QWidget>

namespace stagecraft {

bool isFile(const QMimeData& data)
{
    return data.hasUrls() && data.urls().first().isLocalFile();
}

FileDrops::FileDrops(QWidget& window) : QObject(&window), m_window(window)
{
    QCoreApplication::instance()->installEventFilter(this); // fields are created and destroyed at any time
}

bool FileDrops::eventFilter(QObject* watched, QEvent* event)
{
    if (event->type() != QEvent::DragEnter || watched == &m_window) {
        return false;
    }
    const auto* over = qobject_cast<QWidget*>(watched);
    if (!over || over->window() != &m_window || !isFile(*static_cast<QDragEnterEvent*>(event)->mimeData())) {
        return false;
    }
    event->ignore(); // Qt offers the drag to the parent next
    return true;
}

}
