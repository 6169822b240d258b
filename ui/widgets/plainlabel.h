// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QLabel>

namespace stagecraft {

// A label that shows each character of its text. A QLabel takes what looks like HTML for that, and then loads the
// images that a model's or a device's name asks for.
class PlainLabel : public QLabel {
public:
    explicit PlainLabel(const QString& text = {}, QWidget* parent = nullptr) : QLabel(parent)
    {
        setTextFormat(Qt::PlainText);
        setText(text);
    }
};

}
