// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/words/peakwords.h"

#include "core/estimate/fullestdevice.h"
#include "ui/words/numbers.h"

#include <QCoreApplication>

namespace stagecraft {

namespace {

QString peakTranslated(const char* text)
{
    return QCoreApplication::translate("PeakWords", text);
}

}

QString peakTitle()
{
    return peakTranslated(QT_TRANSLATE_NOOP("PeakWords", "Peak memory"));
}

QString fillWords(const DeviceEstimate& device)
{
    if (device.fits) {
        return peakTranslated(QT_TRANSLATE_NOOP("PeakWords", "upper bound %1 of capacity"))
            .arg(percentText(filledShare(device)));
    }
    const QString most = bytesText(device.device_high);
    const QString capacity = bytesText(device.capacity);
    return most == capacity
        ? peakTranslated(QT_TRANSLATE_NOOP("PeakWords", "upper bound exceeds %1 by %2"))
              .arg(capacity, bytesText(shortfallOf(device)))
        : peakTranslated(QT_TRANSLATE_NOOP("PeakWords", "upper bound %1 exceeds %2")).arg(most, capacity);
}

QString overWords(const DeviceEstimate& device)
{
    return peakTranslated(QT_TRANSLATE_NOOP("PeakWords", "upper bound %1, %2 over capacity"))
        .arg(bytesText(device.device_high), bytesText(shortfallOf(device)));
}

QString boundsTitle()
{
    return peakTranslated(QT_TRANSLATE_NOOP("PeakWords", "Allocated bounds"));
}

QStringList peakLines(const DeviceEstimate& device)
{
    QStringList lines;
    const auto add = [&lines](const char* text, Bytes bytes) {
        lines << peakTranslated(text).arg(exactBytesText(bytes));
    };
    add(QT_TRANSLATE_NOOP("PeakWords", "Allocated (tensors): %1"), device.peak);
    add(QT_TRANSLATE_NOOP("PeakWords", "Reserved by the allocator: %1"), device.reserved);
    add(QT_TRANSLATE_NOOP("PeakWords", "Device memory, including libraries and driver context: %1"), device.device);
    if (device.peak_low != device.peak_high) {
        lines << peakTranslated(QT_TRANSLATE_NOOP("PeakWords", "%1: %2 to %3"))
                     .arg(boundsTitle(), bytesText(device.peak_low), bytesText(device.peak_high));
    }
    if (device.device_high != device.device) {
        add(QT_TRANSLATE_NOOP("PeakWords", "Upper bound of device memory: %1"), device.device_high);
    }
    return lines;
}

}
