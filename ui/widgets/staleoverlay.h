// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QTimer>
#include <QWidget>

namespace stagecraft {

// Greys a widget while its content belongs to an earlier planning session: an overlay in its background color. Content
// that is replaced within `patience` is not grayed, so that fast results do not flicker. Ignores input.
class StaleOverlay : public QWidget {
    Q_OBJECT
public:
    static constexpr int patience = 60; // ms; with the next frame, outdated content is gray within 100 ms

    // Marks the content of `widget` as outdated or current. The overlay is owned by the widget and follows its size.
    static void setOld(QWidget& widget, bool old);
    static bool isOld(const QWidget& widget); // also true before the overlay appears

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;
    void paintEvent(QPaintEvent* event) override;

private:
    explicit StaleOverlay(QWidget& widget);
    static StaleOverlay* of(const QWidget& widget);
    void cover();

    QWidget& m_widget;
    QTimer m_patience;
};

}
