// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/words/causetext.h"

#include "ui/words/frameworkwords.h"
#include "ui/words/numbers.h"

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
        QT_TRANSLATE_NOOP("CauseText", "micro-batch size"),
        QT_TRANSLATE_NOOP("CauseText", "recomputation"),
        QT_TRANSLATE_NOOP("CauseText", "vocabulary"),
        QT_TRANSLATE_NOOP("CauseText", "kind of peak"),
    };
    static_assert(names.size() == enumNames<RunFeature>.size());
    return translated(names[static_cast<std::size_t>(feature)]);
}

QString causeSentence(const ErrorCause& cause)
{
    switch (cause.kind) {
    case CauseKind::SlowRun:
        return translated(
            QT_TRANSLATE_NOOP("CauseText", "Slow run: the pipeline lost far more time than the plan explains."));
    case CauseKind::RepeatsDiffer:
        return translated(QT_TRANSLATE_NOOP("CauseText", "%1 runs of this configuration differ by %2."))
            .arg(countText(cause.count), percentText(cause.value));
    case CauseKind::InSample:
        return translated(QT_TRANSLATE_NOOP("CauseText", "The device type was calibrated on runs in this file."));
    case CauseKind::FilledIn:
        return translated(QT_TRANSLATE_NOOP(
                              "CauseText", "The row has no value for the %1; the default of the framework is assumed."))
            .arg(featureName(cause.feature));
    case CauseKind::WithinBounds:
        return translated(QT_TRANSLATE_NOOP("CauseText", "The measured value is within the predicted bounds."));
    }
    return {};
}

QString groupingName(RunGrouping grouping)
{
    constexpr std::array names {
        QT_TRANSLATE_NOOP("CauseText", "Model"),
        QT_TRANSLATE_NOOP("CauseText", "Device"),
        QT_TRANSLATE_NOOP("CauseText", "Framework"),
        QT_TRANSLATE_NOOP("CauseText", "Tensor-parallel size"),
        QT_TRANSLATE_NOOP("CauseText", "Pipeline-parallel size"),
    };
    static_assert(names.size() == enumNames<RunGrouping>.size());
    return translated(names[static_cast<std::size_t>(grouping)]);
}

QString groupName(const RunGroup& group, RunGrouping grouping)
{
    const QString name = QString::fromStdString(group.name);
    if (name.isEmpty()) {
        return translated(QT_TRANSLATE_NOOP("CauseText", "Not stated"));
    }
    if (const auto framework = fromName<Framework>(group.name); grouping == RunGrouping::Framework && framework) {
        return frameworkTitle(*framework);
    }
    if (grouping == RunGrouping::Tensor) {
        return translated(QT_TRANSLATE_NOOP("CauseText", "TP%1")).arg(name);
    }
    return grouping == RunGrouping::Pipeline ? translated(QT_TRANSLATE_NOOP("CauseText", "PP%1")).arg(name) : name;
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
