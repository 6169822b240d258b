// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/widgets/plainlabel.h"

namespace stagecraft {

// Secondary text in the theme's muted color.
class MutedLabel : public PlainLabel {
    Q_OBJECT
public:
    explicit MutedLabel(const QString& text = {}, QWidget* parent = nullptr);

protected:
    void changeEvent(QEvent* event) override;

private:
    void setColors();
};

}
