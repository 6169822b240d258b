// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QDataStream>
#include <QTest>
#include <QWidget>

namespace stagecraft::test {

// Returns the geometry and visibility of all widgets below a widget.
inline QByteArray geometryOf(const QWidget& root)
{
    QByteArray all;
    QDataStream stream(&all, QIODevice::WriteOnly);
    for (const QWidget* widget : root.findChildren<QWidget*>()) {
        stream << widget->isVisibleTo(&root) << widget->geometry();
    }
    return all;
}

// Runs the event loop until no widget below `root` moves: layouts request each other, which takes long on a busy
// machine. Returns false if the geometry does not settle.
inline bool settle(const QWidget& root)
{
    constexpr int rounds = 1000;
    constexpr int enough = 3;
    QByteArray before;
    for (int round = 0, quiet = 0; round < rounds; ++round) {
        QTest::qWait(10);
        const QByteArray now = geometryOf(root);
        quiet = now == before ? quiet + 1 : 0;
        if (quiet == enough) {
            return true;
        }
        before = now;
    }
    return false;
}

}
