// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

namespace stagecraft {

// Formats an interval of two figures with units for display. A common unit is written once: "430–608 MiB", "908 MiB –
// 1.10 GiB"; equal figures are written once.
QString intervalText(const QString& low, const QString& high);

}
