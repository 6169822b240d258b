// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QIcon>
#include <QString>

namespace stagecraft {

// Returns a line icon of resources/icons that is painted in the palette's text color at paint time, so that it follows
// light and dark palettes.
QIcon lineIcon(const QString& name);

// Returns the application icon.
QIcon applicationIcon();

}
