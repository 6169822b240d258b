// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/support/veil.h"

namespace stagecraft::test {

// Whether the widget, or what it is in, is painted grey: it answers an earlier question.
inline bool isGrey(const QWidget& widget)
{
    for (const QWidget* at = &widget; at != nullptr; at = at->parentWidget()) {
        const auto* veil = at->findChild<Veil*>(QString(), Qt::FindDirectChildrenOnly);
        if (veil != nullptr && veil->isVisible()) {
            return true;
        }
    }
    return false;
}

}
