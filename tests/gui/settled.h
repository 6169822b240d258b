// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QDataStream>
#include <QTest>
#include <QWidget>

namespace stagecraft::test {

// Where everything below a widget is, and what is shown.
inline QByteArray geometryOf(const QWidget& root)
{
    QByteArray all;
    QDataStream stream(&all, QIODevice::WriteOnly);
    for (const QWidget* widget : root.findChildren<QWidget*>()) {
        stream << widget->isVisibleTo(&root) << widget->geometry();
    }
    return all;
}

// Runs the event loop until nothing below the widget moves any more: layouts ask for each other's turn, however long
// that takes on a busy machine. False if it never comes to rest.
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
