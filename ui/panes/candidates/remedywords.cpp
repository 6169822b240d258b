// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panes/candidates/remedywords.h"

#include "core/base/format.h"
#include "core/estimate/fullestdevice.h"
#include "ui/words/frameworkwords.h"
#include "ui/words/numbers.h"
#include "ui/words/planrole.h"

#include <QCoreApplication>
#include <QStringList>

#include <cmath>

namespace stagecraft {

namespace {

QString words(const char* english)
{
    return QCoreApplication::translate("Remedies", english);
}

QString frameworkText(const std::string& name)
{
    const auto framework = fromName<Framework>(name);
    return framework ? frameworkTitle(*framework) : QString::fromStdString(name);
}

QString changeText(const RemedyChange& change)
{
    const QString value = QString::fromStdString(change.value);
    switch (change.kind) {
    case RemedyKind::Attention:
        return words(QT_TRANSLATE_NOOP("Remedies", "Fused attention (SDPA)"));
    case RemedyKind::Tensor:
        return words(QT_TRANSLATE_NOOP("Remedies", "Tensor-parallel size %1, across nodes")).arg(value);
    case RemedyKind::Context:
        return words(QT_TRANSLATE_NOOP("Remedies", "Context-parallel size %1")).arg(value);
    case RemedyKind::SequenceParallel:
        return words(QT_TRANSLATE_NOOP("Remedies", "Sequence parallelism"));
    case RemedyKind::Recompute:
        return change.value == nameOf(LayerPolicy::Selective)
            ? words(QT_TRANSLATE_NOOP("Remedies", "Selective recomputation"))
            : words(QT_TRANSLATE_NOOP("Remedies", "Full recomputation"));
    case RemedyKind::Zero:
        return words(QT_TRANSLATE_NOOP("Remedies", "ZeRO-%1")).arg(value);
    case RemedyKind::MicroBatch:
        return words(QT_TRANSLATE_NOOP("Remedies", "Micro-batch size %1")).arg(value);
    case RemedyKind::MicroBatches:
        return words(QT_TRANSLATE_NOOP("Remedies", "%1 micro-batches")).arg(value);
    case RemedyKind::Offload:
        return words(QT_TRANSLATE_NOOP("Remedies", "CPU offload of the optimizer"));
    case RemedyKind::Framework:
        return change.value == nameOf(Framework::Libtorch)
            ? words(QT_TRANSLATE_NOOP("Remedies", "Generic PyTorch instead of a framework"))
            : words(QT_TRANSLATE_NOOP("Remedies", "Framework %1")).arg(frameworkText(change.value));
    case RemedyKind::Nodes:
        break;
    }
    return words(QT_TRANSLATE_NOOP("Remedies", "Use %1 nodes")).arg(value);
}

// The total number of nodes, not the number of added nodes.
QString nodesText(const RemedyChange& change)
{
    return words(QT_TRANSLATE_NOOP("Remedies", "on %1 nodes")).arg(QString::fromStdString(change.value));
}

// Speed relative to the first remedy; empty for the first one.
QString speedText(double slowdown)
{
    if (!std::isfinite(slowdown) || !isDistinguishable(slowdown)) {
        return {};
    }
    if (slowdown > 2) {
        return words(QT_TRANSLATE_NOOP("Remedies", "a step takes %1× as long as with the first"))
            .arg(numberText(slowdown));
    }
    return slowdown < 1
        ? words(QT_TRANSLATE_NOOP("Remedies", "%1 faster than the first")).arg(percentText(1 / slowdown - 1))
        : words(QT_TRANSLATE_NOOP("Remedies", "%1 slower than the first")).arg(percentText(slowdown - 1));
}

}

QString remedyText(const Remedy& remedy)
{
    QStringList changes;
    QString nodes;
    for (const RemedyChange& change : remedy.changes) {
        if (change.kind == RemedyKind::Nodes && !changes.isEmpty()) {
            nodes = QStringLiteral(", ") + nodesText(change); // the last number of nodes applies
        } else {
            changes << changeText(change);
        }
    }
    return changes.join(QStringLiteral(" + ")) + nodes;
}

QString remedyFacts(const Remedy& remedy)
{
    const Estimate& estimate = remedy.estimate;
    const DeviceEstimate& fullest = *fullestDevice(estimate);
    const QString rate = estimate.tokens_per_second > 0
        ? words(QT_TRANSLATE_NOOP("Remedies", "%1 tokens/s")).arg(numberText(estimate.tokens_per_second))
        : words(QT_TRANSLATE_NOOP("Remedies", "%1 samples/s")).arg(numberText(estimate.samples_per_second));
    QStringList facts {degreesText(remedy.plan),
                       words(QT_TRANSLATE_NOOP("Remedies", "upper bound %1")).arg(bytesText(fullest.device_high)),
                       rate};
    if (const QString speed = speedText(remedy.slowdown); !speed.isEmpty()) {
        facts << speed;
    }
    return facts.join(QStringLiteral(" · "));
}

}
