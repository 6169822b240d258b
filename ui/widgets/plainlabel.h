// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QLabel>

namespace stagecraft {

// A label that shows text literally. A QLabel interprets text that looks like HTML, and then loads images that the name
// of a model or device refers to.
class PlainLabel : public QLabel {
public:
    explicit PlainLabel(const QString& text = {}, QWidget* parent = nullptr) : QLabel(parent)
    {
        setTextFormat(Qt::PlainText);
        setText(text);
    }
};

}
