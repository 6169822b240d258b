// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

namespace stagecraft {

// Helpers for names that users or files define: plans, models, layers, files. They may have any length and look like
// HTML.

// Elides the middle of a name that is too long for a line of a pane.
QString shortName(const QString& name);

// Elides each long word of a text, so that long words do not widen a label with word wrap.
QString withShortWords(const QString& text);

// Returns a tooltip that shows a text literally: Qt interprets text that looks like HTML.
QString plainToolTip(const QString& text);

}
