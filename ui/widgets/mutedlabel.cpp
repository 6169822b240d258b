// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/mutedlabel.h"

#include "ui/style/theme.h"

#include <QApplication>
#include <QEvent>

namespace stagecraft {

MutedLabel::MutedLabel(const QString& text, QWidget* parent) : PlainLabel(text, parent)
{
    setColors();
}

void MutedLabel::changeEvent(QEvent* event)
{
    PlainLabel::changeEvent(event);
    if (event->type() == QEvent::PaletteChange || event->type() == QEvent::StyleChange) {
        setColors();
    }
}

// Uses the application's palette: the label's palette already has the muted color.
void MutedLabel::setColors()
{
    const QColor muted = theme::mutedText(QApplication::palette());
    if (palette().color(QPalette::WindowText) == muted && palette().color(QPalette::Text) == muted) {
        return; // the change event of this palette change
    }
    QPalette colors;
    for (const auto role : {QPalette::WindowText, QPalette::Text}) { // Text applies if the pane's background is Base
        colors.setColor(role, muted);
    }
    setPalette(colors);
}

}
