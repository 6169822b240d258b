// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/panes/timeline/timelinelayout.h"

#include <QPixmap>
#include <QWidget>

namespace stagecraft {

// Overview of the whole step with a frame around the part that the timeline shows. A click or a drag moves that part.
// Not focusable, because the timeline has keys for the same actions.
class TimelineMinimap : public QWidget {
    Q_OBJECT
public:
    explicit TimelineMinimap(QWidget* parent = nullptr);

    void setData(std::shared_ptr<const TimelineData> data);
    void setAxis(const TimeAxis& axis); // visible part and horizontal extent of the timeline
    bool isWhole() const; // true if the timeline shows the whole step
    QRectF frame() const; // area of the visible part; empty without data

Q_SIGNALS:
    void moved(stagecraft::Seconds middle); // center of the part to show

protected:
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void changeEvent(QEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    QSize sizeHint() const override;

private:
    Seconds end() const;
    void moveTo(qreal x);
    void paintStep(QPainter& painter) const;

    std::shared_ptr<const TimelineData> m_data;
    TimeAxis m_axis;
    QPixmap m_step; // painted once for each size and palette
};

}
