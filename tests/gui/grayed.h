// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/widgets/staleoverlay.h"

namespace stagecraft::test {

// True if the widget or one of its parents is grayed as outdated.
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
