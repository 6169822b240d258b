// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QScrollArea>

namespace stagecraft {

// Asks for its content's whole height and scrolls only where it does not get it.
class FullHeightArea : public QScrollArea {
    Q_OBJECT
public:
    // Takes the content. Of less than `enough` pixels, or than what the content needs, it makes no do.
    explicit FullHeightArea(QWidget* content, int enough = 120);

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

protected:
    bool event(QEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    void setColors();

    int m_enough;
};

}
