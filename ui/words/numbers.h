// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/units.h"

#include <QString>
#include <QStringList>

namespace stagecraft {

// Numbers formatted in the default locale. Short forms have three significant figures; exact forms are for tooltips
// and copies.

QString numberText(double value); // "21.4", "0.00312", "12,300"
QString countText(qint64 count); // "124,439,808"
QString shortCountText(qint64 count); // "124 M", "1.56 B"
QString bytesText(Bytes bytes); // "21.4 GiB"
// Returns increasingly short forms of a figure with a unit: "63.5 GiB", "63.5GiB", "63.5G".
QStringList shortenings(const QString& figure);
QString exactBytesText(Bytes bytes); // "21.4 GiB (22,978,297,856 bytes)"
QString secondsText(Seconds seconds); // "12.3 ms", "4.05 s", "2 min 10 s"
QString exactSecondsText(Seconds seconds); // "0.0123456 s"
QString flopsText(Flops flops); // "14.5 GFLOP"
QString percentText(double fraction); // "12.3 %"
QString dollarsText(double dollars); // "$0.0123"
QString dateText(const QString& iso); // "23 Nov 2026" for "2026-11-23"; other text is returned unchanged

// Common unit for an axis whose largest value is `largest`.
struct ByteUnit {
    double size = 1;
    QString name;
};
ByteUnit byteUnitFor(Bytes largest);

}
