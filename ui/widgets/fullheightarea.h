// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QScrollArea>

namespace stagecraft {

// Scroll area that requests the whole height of its content and scrolls only if it gets less.
class FullHeightArea : public QScrollArea {
    Q_OBJECT
public:
    // Takes ownership of the content. Minimum height: `enough` pixels, or the content's height if that is less.
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
