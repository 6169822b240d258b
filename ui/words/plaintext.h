// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

namespace stagecraft {

// Words that somebody else chose: names of plans, models, layers, files. They may be of any length and look like HTML.

// The beginning and the end of a name that is longer than a line of a pane should give it.
QString shortName(const QString& name);

// The text with every word so shortened: a label that wraps becomes no wider than that by them.
QString withShortWords(const QString& text);

// The text as a tool tip that shows each of its characters: Qt takes what looks like HTML for that.
QString plainToolTip(const QString& text);

}
