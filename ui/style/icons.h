// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QIcon>
#include <QString>

namespace stagecraft {

// A line icon of resources/icons, drawn in the palette's text color at the moment of painting, so that it follows
// light and dark.
QIcon lineIcon(const QString& name);

// The application's own icon.
QIcon applicationIcon();

}
