// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/estimate/estimate.h"

#include <QString>
#include <QStringList>

namespace stagecraft {

// Allocated, reserved and device total are three numbers. A plan's peak is the allocated one.

QString peakTitle(); // "Peak memory"
QString boundsTitle(); // of the peak's bounds: "Allocated bounds"

// What decides whether it fits: "up to 83 % full", or "upper bound 84.1 GiB exceeds 79.1 GiB".
QString fillWords(const DeviceEstimate& device);
// The same in short, of a device that does not fit: "at most 84.1 GiB, 5.00 GiB over".
QString overWords(const DeviceEstimate& device);

// The three of a device to the byte, each with its name, and the bounds of the allocated one.
QStringList peakLines(const DeviceEstimate& device);

}
