// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/words/numbers.h"

#include <QCoreApplication>
#include <QDate>
#include <QLocale>

#include <algorithm>
#include <array>
#include <cmath>

namespace stagecraft {

namespace {

constexpr std::array byteUnits {
    std::pair {1099511627776.0, "TiB"},
    std::pair {1073741824.0, "GiB"},
    std::pair {1048576.0, "MiB"},
    std::pair {1024.0, "KiB"},
};

QString withUnit(double value, const char* unit)
{
    return QStringLiteral("%1 %2").arg(numberText(value), QLatin1String(unit));
}

QString minutesText(double seconds)
{
    const auto whole = static_cast<qint64>(std::llround(seconds));
    if (whole < 7200) {
        return QCoreApplication::translate("Numbers", "%1 min %2 s").arg(whole / 60).arg(whole % 60);
    }
    return QCoreApplication::translate("Numbers", "%1 h %2 min").arg(whole / 3600).arg(whole % 3600 / 60);
}

}

QString numberText(double value)
{
    if (!std::isfinite(value)) {
        return QStringLiteral("?");
    }
    if (value == 0) {
        return QLocale().toString(0);
    }
    const double step = std::pow(10.0, std::floor(std::log10(std::fabs(value))) - 2);
    // Divides if the step is a fraction: multiplying by 0.01 would result in 8.300000000000001.
    const double rounded = step < 1 ? std::round(value / step) / std::round(1 / step) : std::round(value / step) * step;
    const int magnitude = static_cast<int>(std::floor(std::log10(std::fabs(rounded)) + 1e-9));
    if (magnitude < -4) {
        return QLocale().toString(value, 'g', 3);
    }
    return QLocale().toString(rounded, 'f', std::max(0, 2 - magnitude));
}

QString countText(qint64 count)
{
    return QLocale().toString(count);
}

QString shortCountText(qint64 count)
{
    const double value = static_cast<double>(count);
    if (std::llabs(count) < 10000) {
        return countText(count);
    }
    if (std::fabs(value) < 1e6) {
        return withUnit(value / 1e3, "k");
    }
    return std::fabs(value) < 1e9 ? withUnit(value / 1e6, "M") : withUnit(value / 1e9, "B");
}

QStringList shortenings(const QString& figure)
{
    const QString tight = QString(figure).remove(u' ');
    QStringList forms {figure, tight};
    if (tight.endsWith(QStringLiteral("iB"))) {
        forms += tight.chopped(2);
    }
    return forms;
}

QString bytesText(Bytes bytes)
{
    const ByteUnit unit = byteUnitFor(bytes);
    if (unit.size == 1) {
        return QStringLiteral("%1 B").arg(countText(bytes.value));
    }
    return QStringLiteral("%1 %2").arg(numberText(static_cast<double>(bytes.value) / unit.size), unit.name);
}

QString exactBytesText(Bytes bytes)
{
    const QString exact = QCoreApplication::translate("Numbers", "%1 bytes").arg(countText(bytes.value));
    return byteUnitFor(bytes).size == 1 ? exact : QStringLiteral("%1 (%2)").arg(bytesText(bytes), exact);
}

QString secondsText(Seconds seconds)
{
    const double value = seconds.value;
    if (value == 0) {
        return withUnit(0, "s");
    }
    constexpr double rounded = 0.9995; // rounds to 1 of the next unit
    if (std::fabs(value) < 1e-3 * rounded) {
        return QStringLiteral("%1 µs").arg(numberText(value * 1e6));
    }
    if (std::fabs(value) < rounded) {
        return withUnit(value * 1e3, "ms");
    }
    return std::fabs(value) < 120 ? withUnit(value, "s") : minutesText(value);
}

QString exactSecondsText(Seconds seconds)
{
    return QStringLiteral("%1 s").arg(QLocale().toString(seconds.value, 'g', 9));
}

QString flopsText(Flops flops)
{
    constexpr std::array units {std::pair {1e15, "PFLOP"}, std::pair {1e12, "TFLOP"}, std::pair {1e9, "GFLOP"},
                                std::pair {1e6, "MFLOP"}};
    for (const auto& [size, name] : units) {
        if (flops.value >= size) {
            return withUnit(flops.value / size, name);
        }
    }
    return withUnit(flops.value, "FLOP");
}

QString percentText(double fraction)
{
    const bool none = std::fabs(fraction) < 5e-6; // 0 within the precision of all figures here
    return QStringLiteral("%1 %").arg(numberText(none ? 0 : fraction * 100));
}

QString dollarsText(double dollars)
{
    return QCoreApplication::translate("Numbers", "$%1").arg(numberText(dollars));
}

QString dateText(const QString& iso)
{
    const QDate date = QDate::fromString(iso, Qt::ISODate);
    return date.isValid() ? QLocale().toString(date, QLocale::ShortFormat) : iso;
}

ByteUnit byteUnitFor(Bytes largest)
{
    const double magnitude = std::fabs(static_cast<double>(largest.value));
    for (const auto& [size, name] : byteUnits) {
        if (magnitude >= size * (size > 1024 ? 1000.0 / 1024 : 1)) { // "0.996 GiB" rather than "1,020 MiB"
            return {size, QLatin1String(name)};
        }
    }
    return {1, QStringLiteral("B")};
}

}
