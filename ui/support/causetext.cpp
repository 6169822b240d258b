// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/support/causetext.h"

#include "ui/support/numbers.h"

#include <QCoreApplication>
#include <QLocale>

#include <array>
#include <cmath>

namespace stagecraft {

namespace {

QString translated(const char* text)
{
    return QCoreApplication::translate("CauseText", text);
}

QString amountText(double value)
{
    return value == std::floor(value) ? countText(static_cast<qint64>(value)) : numberText(value);
}

QString rangeSentence(const ErrorCause& cause)
{
    const QString feature = featureName(cause.feature);
    if (cause.low == cause.high) {
        return QCoreApplication::translate("CauseText", "The stack was fitted on runs of %1 %2; this one has %3.")
            .arg(feature, amountText(cause.low), amountText(cause.value));
    }
    return QCoreApplication::translate("CauseText", "The stack was fitted on runs of %1 %2 to %3; this one has %4.")
        .arg(feature, amountText(cause.low), amountText(cause.high), amountText(cause.value));
}

// What a band can be said to hold depends on how many runs it is of, and on how many were too slow for it.
QString bandSentence(int runs, int slow)
{
    const double share = bandShare(runs, slow);
    if (slow > 0) {
        return QCoreApplication::translate(
                   "CauseText",
                   "Within the band of the %Ln runs behind the stack that were not slow: %1 or more "
                   "of all %2 lie there.",
                   nullptr, runs)
            .arg(percentText(share), countText(runs + slow));
    }
    return QCoreApplication::translate(
               "CauseText", "Within the band of the %Ln runs behind the stack: %1 of such lie there.", nullptr, runs)
        .arg(percentText(share));
}

}

QString featureName(RunFeature feature)
{
    constexpr std::array names {
        QT_TRANSLATE_NOOP("CauseText", "number of layers"),  QT_TRANSLATE_NOOP("CauseText", "hidden size"),
        QT_TRANSLATE_NOOP("CauseText", "sequence length"),   QT_TRANSLATE_NOOP("CauseText", "vocabulary"),
        QT_TRANSLATE_NOOP("CauseText", "number of GPUs"),    QT_TRANSLATE_NOOP("CauseText", "pipeline degree"),
        QT_TRANSLATE_NOOP("CauseText", "tensor degree"),     QT_TRANSLATE_NOOP("CauseText", "context degree"),
        QT_TRANSLATE_NOOP("CauseText", "number of experts"), QT_TRANSLATE_NOOP("CauseText", "micro-batch"),
        QT_TRANSLATE_NOOP("CauseText", "recomputation"),     QT_TRANSLATE_NOOP("CauseText", "kind of bytes"),
    };
    static_assert(names.size() == enumNames<RunFeature>.size());
    return translated(names[static_cast<std::size_t>(feature)]);
}

QString causeSentence(const ErrorCause& cause)
{
    const QString word = QString::fromStdString(cause.word);
    switch (cause.kind) {
    case CauseKind::SlowRun:
        return translated(
            QT_TRANSLATE_NOOP("CauseText", "A slow run: its pipeline lost far more than its plan explains."));
    case CauseKind::OtherTensorMode:
        return translated(
                   QT_TRANSLATE_NOOP("CauseText", "%2 with %1: its row does not tell how tensor ranks exchange."))
            .arg(word, signedPercentText(cause.value));
    case CauseKind::RepeatsDiffer:
        return translated(QT_TRANSLATE_NOOP("CauseText", "%1 runs that tell this configuration differ by %2."))
            .arg(countText(cause.count), percentText(cause.value));
    case CauseKind::OutsideRange:
        return rangeSentence(cause);
    case CauseKind::DeviceUnknown:
        return translated(QT_TRANSLATE_NOOP("CauseText", "None of the %1 runs behind the stack is of %2."))
            .arg(countText(cause.total), word);
    case CauseKind::DeviceRare:
        return QCoreApplication::translate("CauseText", "Only %Ln of the %1 runs behind the stack are of %2.", nullptr,
                                           cause.count)
            .arg(countText(cause.total), word);
    case CauseKind::FilledIn:
        return translated(QT_TRANSLATE_NOOP("CauseText", "Its row does not tell its %1: taken as the stack does it."))
            .arg(featureName(cause.feature));
    case CauseKind::FewRuns:
        return translated(QT_TRANSLATE_NOOP("CauseText", "The stack was fitted on few runs: %1."))
            .arg(countText(cause.total));
    case CauseKind::NotCalibrated:
        return translated(QT_TRANSLATE_NOOP("CauseText", "Nothing of this was learned from runs: the bare model."));
    case CauseKind::WithinBand:
        return bandSentence(cause.total, cause.count);
    }
    return {};
}

QString groupingName(RunGrouping grouping)
{
    constexpr std::array names {
        QT_TRANSLATE_NOOP("CauseText", "Model"),           QT_TRANSLATE_NOOP("CauseText", "Device"),
        QT_TRANSLATE_NOOP("CauseText", "Stack"),           QT_TRANSLATE_NOOP("CauseText", "Tensor degree"),
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
