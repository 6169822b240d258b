// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panes/timeline/timelinewords.h"

#include "ui/models/devicemodel.h"
#include "ui/words/language.h"
#include "ui/words/numbers.h"

#include <QCoreApplication>

#include <algorithm>
#include <array>
#include <utility>

namespace stagecraft {

namespace {

class TimelineWords {
    Q_DECLARE_TR_FUNCTIONS(Timeline)
};

QString bold(const QString& text)
{
    return QStringLiteral("<b>%1</b><br>").arg(text.toHtmlEscaped());
}

QString memoryToolTip(const TimelineLayout& layout, const TimelineLayout::Hit& hit)
{
    const TimelineData& data = *layout.data;
    const MemoryPoint* point = layout.memoryAt(hit.pipeline_rank, hit.time);
    if (!point) {
        return {};
    }
    const MemoryOverTime& memory = data.simulated.memory[static_cast<std::size_t>(hit.pipeline_rank)];
    QString text = bold(TimelineWords::tr("%1 at %2").arg(pipelineRankName(hit.pipeline_rank), secondsText(hit.time)));
    text += TimelineWords::tr("Maximum during the operation: %1").arg(exactBytesText(point->highest))
        + QStringLiteral("<br>");
    text += TimelineWords::tr("Between operations: %1").arg(exactBytesText(point->alive)) + QStringLiteral("<br>");
    text += TimelineWords::tr("Peak: %1").arg(exactBytesText(memory.peak)) + QStringLiteral("<br>");
    text += TimelineWords::tr("Reached %1").arg(momentText(memory.moment, data.layer_names).toHtmlEscaped());
    const Bytes capacity = data.capacity[static_cast<std::size_t>(hit.pipeline_rank)];
    return capacity.value > 0
        ? text + QStringLiteral("<br>") + TimelineWords::tr("Capacity: %1").arg(exactBytesText(capacity))
        : text;
}

}

QString spanKindName(SpanKind kind)
{
    constexpr std::array names {
        QT_TRANSLATE_NOOP("Timeline", "Forward"),
        QT_TRANSLATE_NOOP("Timeline", "Recompute"),
        QT_TRANSLATE_NOOP("Timeline", "Backward"),
        QT_TRANSLATE_NOOP("Timeline", "Input gradient"),
        QT_TRANSLATE_NOOP("Timeline", "Weight gradient"),
        QT_TRANSLATE_NOOP("Timeline", "Optimizer step"),
        QT_TRANSLATE_NOOP("Timeline", "Send activation"),
        QT_TRANSLATE_NOOP("Timeline", "Send gradient"),
        QT_TRANSLATE_NOOP("Timeline", "Gradient reduction"),
        QT_TRANSLATE_NOOP("Timeline", "Tied-weight exchange"),
        QT_TRANSLATE_NOOP("Timeline", "Copy to host"),
        QT_TRANSLATE_NOOP("Timeline", "Copy from host"),
        QT_TRANSLATE_NOOP("Timeline", "TP collectives"),
        QT_TRANSLATE_NOOP("Timeline", "Parameter gather"),
        QT_TRANSLATE_NOOP("Timeline", "Gradient scatter"),
        QT_TRANSLATE_NOOP("Timeline", "Parameter fetch"),
        QT_TRANSLATE_NOOP("Timeline", "Gradients to host"),
        QT_TRANSLATE_NOOP("Timeline", "Optimizer step (CPU)"),
        QT_TRANSLATE_NOOP("Timeline", "Parameters from host"),
        QT_TRANSLATE_NOOP("Timeline", "Parameter exchange"),
    };
    static_assert(names.size() == enumNames<SpanKind>.size());
    return TimelineWords::tr(names[static_cast<std::size_t>(kind)]);
}

QString spanLetter(SpanKind kind)
{
    switch (kind) {
    case SpanKind::Forward:
        return QStringLiteral("F");
    case SpanKind::Recompute:
        return QStringLiteral("R");
    case SpanKind::Backward:
    case SpanKind::InputGradient:
        return QStringLiteral("B");
    case SpanKind::WeightGradient:
        return QStringLiteral("W");
    case SpanKind::Update:
        return QStringLiteral("U");
    default:
        return {};
    }
}

QString laneName(Lane lane)
{
    constexpr std::array names {
        QT_TRANSLATE_NOOP("Timeline", "Compute"),
        QT_TRANSLATE_NOOP("Timeline", "Send to next stage"),
        QT_TRANSLATE_NOOP("Timeline", "Send to previous stage"),
        QT_TRANSLATE_NOOP("Timeline", "Collectives"),
        QT_TRANSLATE_NOOP("Timeline", "To the host"),
        QT_TRANSLATE_NOOP("Timeline", "From the host"),
        QT_TRANSLATE_NOOP("Timeline", "Host"),
    };
    static_assert(names.size() == laneCount);
    return TimelineWords::tr(names[static_cast<std::size_t>(lane)]);
}

QString pipelineRankName(int pipeline_rank)
{
    return TimelineWords::tr("Pipeline rank %1").arg(countText(pipeline_rank));
}

QString pipelineRankText(const TimelineData& data, int pipeline_rank)
{
    int devices = 0;
    for (const Stage& stage : data.plan.stages) {
        devices = stage.pipeline_rank == pipeline_rank ? std::max(devices, data.plan.devicesOf(stage)) : devices;
    }
    QString text =
        TimelineWords::tr("%1, layers %2").arg(pipelineRankName(pipeline_rank), data.layers.value(pipeline_rank));
    if (devices > 1) {
        text += TimelineWords::tr(", %n identical devices", nullptr, devices);
    }
    return text;
}

QString spanTitle(const Span& span)
{
    return TimelineWords::tr("%1, micro-batch %2").arg(spanKindName(span.kind), countText(span.micro_batch));
}

namespace {

// Formats two moments, with more digits if they would otherwise look equal.
std::pair<QString, QString> momentTexts(Seconds from, Seconds to)
{
    const std::pair usual(secondsText(from), secondsText(to));
    return usual.first != usual.second ? usual : std::pair(exactSecondsText(from), exactSecondsText(to));
}

}

QString rulerText(const TimelineRuler& ruler)
{
    const auto moments = momentTexts(std::min(ruler.from, ruler.to), std::max(ruler.from, ruler.to));
    return TimelineWords::tr("Ruler: %1, from %2 to %3 of the step.")
        .arg(secondsText(ruler.length()), moments.first, moments.second);
}

QString spanSentence(const TimelineData& data, std::int32_t index)
{
    const Span& span = data.span(index);
    const auto moments = momentTexts(span.start, span.end);
    const QString what = TimelineWords::tr("%1, stage %2 on pipeline rank %3: %4, from %5 to %6.")
                             .arg(spanTitle(span), countText(span.stage), countText(span.pipeline_rank),
                                  secondsText(span.duration()), moments.first, moments.second);
    if (span.waited_for < 0) {
        return what + QLatin1Char(' ') + TimelineWords::tr("It did not wait for another operation.");
    }
    const Span& before = data.span(span.waited_for);
    return what + QLatin1Char(' ')
        + TimelineWords::tr("It waited for: %1, stage %2 on pipeline rank %3, until %4.")
              .arg(spanTitle(before), countText(before.stage), countText(before.pipeline_rank),
                   secondsText(before.end));
}

QString timelineSummary(const TimelineData& data)
{
    const auto& memory = data.simulated.memory;
    QString text = TimelineWords::tr("Step time %1 on %Ln pipeline ranks; %2 idle.", nullptr, data.pipelineRanks())
                       .arg(secondsText(data.simulated.step.step), percentText(data.simulated.step.bubble_fraction));
    const auto fullest =
        std::max_element(memory.begin(), memory.end(), [](const auto& a, const auto& b) { return a.peak < b.peak; });
    if (fullest != memory.end() && fullest->peak_at < fullest->points.size()) {
        text += QLatin1Char(' ')
            + TimelineWords::tr("Highest peak on pipeline rank %1: %2 at %3.")
                  .arg(fullest - memory.begin())
                  .arg(bytesText(fullest->peak), secondsText(fullest->points[fullest->peak_at].time));
    }
    return text;
}

QString criticalText(const TimelineData& data)
{
    QStringList shares;
    for (const CriticalShare& share : data.simulated.critical) {
        if (shares.size() < 4 && share.time > Seconds(0)) {
            shares += TimelineWords::tr("%1 %2").arg(language::inSentence(spanKindName(share.kind)),
                                                     percentText(share.time / data.timeline().end));
        }
    }
    const auto operations = static_cast<int>(data.critical.size());
    const QString path = data.timeline().steps > 1
        ? TimelineWords::tr("The critical path of the %1 simulated steps has %Ln operations.", nullptr, operations)
              .arg(countText(data.timeline().steps))
        : TimelineWords::tr("The critical path has %Ln operations.", nullptr, operations);
    return TimelineWords::tr("%1 Shares of the step time: %2.").arg(path, shares.join(QStringLiteral(", ")));
}

QString toolTipOf(const TimelineLayout& layout, const TimelineLayout::Hit& hit)
{
    if (hit.memory) {
        return memoryToolTip(layout, hit);
    }
    const TimelineData& data = *layout.data;
    if (hit.span < 0) {
        return bold(pipelineRankText(data, hit.pipeline_rank))
            + (hit.lane ? TimelineWords::tr("%1: idle at %2").arg(laneName(*hit.lane), exactSecondsText(hit.time))
                        : QString());
    }
    const Span& span = data.span(hit.span);
    QString text = bold(spanTitle(span));
    text += TimelineWords::tr("Stage %1, %2")
                .arg(countText(span.stage), pipelineRankText(data, span.pipeline_rank).toHtmlEscaped())
        + QStringLiteral("<br>");
    text += TimelineWords::tr("Duration: %1").arg(exactSecondsText(span.duration())) + QStringLiteral("<br>");
    text += TimelineWords::tr("From %1 to %2").arg(exactSecondsText(span.start), exactSecondsText(span.end));
    if (span.waited_for >= 0) {
        text += QStringLiteral("<br>")
            + TimelineWords::tr("Waited for: %1 on pipeline rank %2")
                  .arg(spanTitle(data.span(span.waited_for)), countText(data.span(span.waited_for).pipeline_rank));
    }
    return data.is_critical[static_cast<std::size_t>(hit.span)]
        ? text + QStringLiteral("<br>") + TimelineWords::tr("On the critical path")
        : text;
}

}
