// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/support/causetext.h"

#include "ui/support/frameworkwords.h"
#include "ui/support/numbers.h"

#include <QCoreApplication>
#include <QLocale>

#include <array>

namespace stagecraft {

namespace {

QString translated(const char* text)
{
    return QCoreApplication::translate("CauseText", text);
}

}

QString featureName(RunFeature feature)
{
    constexpr std::array names {
        QT_TRANSLATE_NOOP("CauseText", "micro-batch"),
        QT_TRANSLATE_NOOP("CauseText", "recomputation"),
        QT_TRANSLATE_NOOP("CauseText", "vocabulary"),
        QT_TRANSLATE_NOOP("CauseText", "kind of bytes"),
    };
    static_assert(names.size() == enumNames<RunFeature>.size());
    return translated(names[static_cast<std::size_t>(feature)]);
}

QString causeSentence(const ErrorCause& cause)
{
    switch (cause.kind) {
    case CauseKind::SlowRun:
        return translated(
            QT_TRANSLATE_NOOP("CauseText", "A slow run: its pipeline lost far more than its plan explains."));
    case CauseKind::RepeatsDiffer:
        return translated(QT_TRANSLATE_NOOP("CauseText", "%1 runs of this configuration differ by %2."))
            .arg(countText(cause.count), percentText(cause.value));
    case CauseKind::InSample:
        return translated(QT_TRANSLATE_NOOP("CauseText", "Its device type was calibrated on runs of this file."));
    case CauseKind::FilledIn:
        return translated(QT_TRANSLATE_NOOP("CauseText",
                                            "Its row has no value for the %1; the framework's usual one is assumed."))
            .arg(featureName(cause.feature));
    case CauseKind::WithinBounds:
        return translated(QT_TRANSLATE_NOOP("CauseText", "Within the bounds of the prediction."));
    }
    return {};
}

QString groupingName(RunGrouping grouping)
{
    constexpr std::array names {
        QT_TRANSLATE_NOOP("CauseText", "Model"),           QT_TRANSLATE_NOOP("CauseText", "Device"),
        QT_TRANSLATE_NOOP("CauseText", "Framework"),       QT_TRANSLATE_NOOP("CauseText", "Tensor degree"),
        QT_TRANSLATE_NOOP("CauseText", "Pipeline degree"),
    };
    static_assert(names.size() == enumNames<RunGrouping>.size());
    return translated(names[static_cast<std::size_t>(grouping)]);
}

QString groupName(const RunGroup& group, RunGrouping grouping)
{
    const QString name = QString::fromStdString(group.name);
    if (name.isEmpty()) {
        return translated(QT_TRANSLATE_NOOP("CauseText", "Not told"));
    }
    if (const auto framework = fromName<Framework>(group.name); grouping == RunGrouping::Framework && framework) {
        return frameworkTitle(*framework);
    }
    if (grouping == RunGrouping::Tensor) {
        return translated(QT_TRANSLATE_NOOP("CauseText", "Tensor %1")).arg(name);
    }
    return grouping == RunGrouping::Pipeline ? translated(QT_TRANSLATE_NOOP("CauseText", "Pipeline %1")).arg(name)
                                             : name;
}

QString quantityText(double value, ComparedQuantity quantity)
{
    switch (quantity) {
    case ComparedQuantity::Memory:
        return bytesText(Bytes(static_cast<qint64>(value)));
    case ComparedQuantity::Step:
        return secondsText(Seconds(value));
    case ComparedQuantity::Speed:
        break;
    }
    return translated(QT_TRANSLATE_NOOP("CauseText", "%1 tokens/s")).arg(numberText(value));
}

QString exactQuantityText(double value, ComparedQuantity quantity)
{
    switch (quantity) {
    case ComparedQuantity::Memory:
        return exactBytesText(Bytes(static_cast<qint64>(value)));
    case ComparedQuantity::Step:
        return exactSecondsText(Seconds(value));
    case ComparedQuantity::Speed:
        break;
    }
    return translated(QT_TRANSLATE_NOOP("CauseText", "%1 tokens/s")).arg(QLocale().toString(value, 'f', 1));
}

QString signedPercentText(double share)
{
    const QString text = percentText(share);
    return share >= 5e-6 ? QLatin1Char('+') + text : text;
}

}
