// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/estimate/estimate.h"

#include <QString>
#include <QStringList>

namespace stagecraft {

// Peak allocated, peak reserved and device memory are three numbers. The peak of a plan is the allocated one.

QString peakTitle(); // "Peak memory"
QString boundsTitle(); // title of the bounds of the peak: "Allocated bounds"

// Upper bound that decides whether a plan fits: "up to 83 % full", "upper bound 84.1 GiB exceeds 79.1 GiB".
QString fillWords(const DeviceEstimate& device);
// Text for a device that does not fit: "upper bound 84.1 GiB, 5.00 GiB over capacity".
QString overWords(const DeviceEstimate& device);

// Peak allocated, peak reserved and device memory in bytes, each with its name, and the bounds of peak allocated.
QStringList peakLines(const DeviceEstimate& device);

}
