// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panes/memory/tracewords.h"

#include "core/snapshot/innerframes.h"
#include "ui/words/numbers.h"

#include <QCoreApplication>

#include <algorithm>

namespace stagecraft {

namespace {

struct TraceWords {
    Q_DECLARE_TR_FUNCTIONS(Trace)
};

constexpr std::size_t framesOfAStack = 3;

QString fileName(const std::string& path)
{
    const auto slash = path.find_last_of("/\\");
    return QString::fromStdString(slash == std::string::npos ? path : path.substr(slash + 1));
}

}

QString categoryName(TraceCategory category)
{
    switch (category) {
    case TraceCategory::Parameters:
        return TraceWords::tr("Parameters");
    case TraceCategory::Gradients:
        return TraceWords::tr("Gradients");
    case TraceCategory::Optimizer:
        return TraceWords::tr("Optimizer");
    case TraceCategory::Activations:
        return TraceWords::tr("Activations");
    case TraceCategory::Communication:
        return TraceWords::tr("Communication");
    case TraceCategory::Temporary:
        return TraceWords::tr("Temporary");
    case TraceCategory::Unknown:
        break;
    }
    return TraceWords::tr("Unknown");
}

QString categoryMeaning(TraceCategory category)
{
    switch (category) {
    case TraceCategory::Parameters:
        return TraceWords::tr("Allocated when a module is built, loaded or moved to the device");
    case TraceCategory::Gradients:
        return TraceWords::tr("Allocated in the backward pass and kept until the optimizer step");
    case TraceCategory::Optimizer:
        return TraceWords::tr("Allocated by the optimizer and kept after its step");
    case TraceCategory::Activations:
        return TraceWords::tr("Allocated in the forward pass and kept for the backward pass");
    case TraceCategory::Communication:
        return TraceWords::tr("Allocated by collectives and messages between pipeline ranks");
    case TraceCategory::Temporary:
        return TraceWords::tr("Freed in the pass that allocated it, or kept by a library as workspace");
    case TraceCategory::Unknown:
        break;
    }
    return TraceWords::tr("Allocated before the recording or by code outside a training step");
}

MemoryPart partOf(TraceCategory category)
{
    switch (category) {
    case TraceCategory::Parameters:
        return MemoryPart::Parameters;
    case TraceCategory::Gradients:
        return MemoryPart::Gradients;
    case TraceCategory::Optimizer:
        return MemoryPart::Optimizer;
    case TraceCategory::Activations:
        return MemoryPart::Activations;
    case TraceCategory::Communication:
        return MemoryPart::Communication;
    case TraceCategory::Temporary:
        return MemoryPart::Workspace;
    case TraceCategory::Unknown:
        break;
    }
    return MemoryPart::Framework;
}

QString frameText(const TraceFrame& frame)
{
    const QString name = QString::fromStdString(frame.name);
    return frame.file.empty() ? name : QStringLiteral("%1:%2 %3").arg(fileName(frame.file)).arg(frame.line).arg(name);
}

QString stackText(const std::vector<TraceFrame>& frames)
{
    if (frames.empty()) {
        return TraceWords::tr("No stack trace");
    }
    QStringList texts;
    for (const TraceFrame& frame : innerFrames(frames, framesOfAStack)) {
        texts << frameText(frame);
    }
    return texts.join(QStringLiteral(" ‹ "));
}

QString wholeStackText(const std::vector<TraceFrame>& frames)
{
    QStringList lines;
    for (const TraceFrame& frame : frames) {
        lines << (frame.file.empty() ? QString::fromStdString(frame.name)
                                     : QStringLiteral("%1:%2 %3")
                                           .arg(QString::fromStdString(frame.file))
                                           .arg(frame.line)
                                           .arg(QString::fromStdString(frame.name)));
    }
    return lines.isEmpty() ? TraceWords::tr("The snapshot has no stack trace for this memory: it was allocated before "
                                            "the recording or on a thread without Python.")
                           : lines.join(QLatin1Char('\n'));
}

QString traceTitle(const MemoryTrace& trace)
{
    return TraceWords::tr("%1, device %2").arg(QString::fromStdString(trace.name)).arg(trace.device);
}

QString signedBytesText(Bytes bytes)
{
    const QString size = bytesText(Bytes(std::abs(bytes.value)));
    return bytes > Bytes(0) ? QLatin1Char('+') + size : bytes < Bytes(0) ? QStringLiteral("−") + size : size;
}

QString differenceText(Bytes measured, Bytes predicted)
{
    const Bytes difference = predicted - measured;
    if (measured == Bytes(0) || difference == Bytes(0)) {
        return signedBytesText(difference);
    }
    const QString sign = difference > Bytes(0) ? QStringLiteral("+") : QStringLiteral("−");
    return QStringLiteral("%1 (%2%3)")
        .arg(signedBytesText(difference), sign, percentText(std::abs(difference / measured)));
}

QString traceSummary(const MemoryTrace& trace, const TracePrediction* prediction)
{
    const QString peak = trace.dry_run ? TraceWords::tr("Dry-run peak: %1 allocated, %2 reserved (%3).")
                                       : TraceWords::tr("Measured peak: %1 allocated, %2 reserved (%3).");
    const QString measured = peak.arg(bytesText(trace.peak), bytesText(trace.peak_reserved), traceTitle(trace));
    if (!prediction) {
        return measured;
    }
    const QString predicted = bytesText(prediction->peak);
    const QString difference = differenceText(trace.peak, prediction->peak);
    return prediction->libraries > Bytes(0)
        ? TraceWords::tr("%1 Predicted: %2, including library workspaces of %3; %4.")
              .arg(measured, predicted, bytesText(prediction->libraries), difference)
        : TraceWords::tr("%1 Predicted: %2, %3.").arg(measured, predicted, difference);
}

}
