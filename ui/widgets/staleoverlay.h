// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QTimer>
#include <QWidget>

namespace stagecraft {

// Greys a widget while what it shows answers an earlier planning session: an overlay in the color of its background
// above it. What is replaced sooner than `patience` is not grayed, so that fast answers do not flicker. Takes no input.
class StaleOverlay : public QWidget {
    Q_OBJECT
public:
    static constexpr int patience = 60; // ms; with the next frame old answers are gray within 100 ms

    // Marks what `widget` shows as old or as current. The overlay belongs to the widget and follows its size.
    static void setOld(QWidget& widget, bool old);
    static bool isOld(const QWidget& widget); // also while the overlay is about to come

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
