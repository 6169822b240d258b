// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/widgets/staleoverlay.h"

namespace stagecraft::test {

// Whether the widget, or what it is in, is painted gray: it answers an earlier question.
inline bool isGray(const QWidget& widget)
{
    for (const QWidget* at = &widget; at != nullptr; at = at->parentWidget()) {
        const auto* overlay = at->findChild<StaleOverlay*>(QString(), Qt::FindDirectChildrenOnly);
        if (overlay != nullptr && overlay->isVisible()) {
            return true;
        }
    }
    return false;
}

}
