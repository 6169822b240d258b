// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/estimate/estimate.h"

#include <QString>
#include <QStringList>

#include <optional>

namespace stagecraft {

// Allocated, reserved and device total are three numbers. A plan's peak is the allocated one unless a stack tells
// another, and is then named so.

MemoryKind peakKind(const Estimate& estimate); // of its peak: one of the three
QString peakTitle(MemoryKind kind); // "Peak memory", "Peak reserved memory"
QString peakText(Bytes peak, MemoryKind kind); // "21.4 GiB", "21.4 GiB reserved"

// Not known where `kind`, that of the device's peak, is told instead.
std::optional<Bytes> allocatedPeak(const DeviceEstimate& device, MemoryKind kind);
std::optional<Bytes> reservedPeak(const DeviceEstimate& device, MemoryKind kind);

// What decides whether it fits: "up to 83 % full", or "upper bound 84.1 GiB exceeds 79.1 GiB".
QString fillWords(const DeviceEstimate& device);
// The same in short, of a device that does not fit: "at most 84.1 GiB, 5.00 GiB over".
QString overWords(const DeviceEstimate& device);
QString boundsTitle(MemoryKind kind); // of the bounds of its peak: "Allocated bounds"

// The three of a device to the byte, each with its name, and the bounds of the one that is told.
QStringList peakLines(const DeviceEstimate& device, MemoryKind kind);

}
