// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/panes/timeline/timelinelayout.h"

#include <QString>

namespace stagecraft {

// Texts of the timeline, in the user's language.

QString spanKindName(SpanKind kind); // "Forward"
QString spanLetter(SpanKind kind); // "F", "B", "W", "U", "R"; empty for communication
QString laneName(Lane lane); // "Send to next stage"
QString pipelineRankName(int pipeline_rank); // "Pipeline rank 3"
QString pipelineRankText(const TimelineData& data, int pipeline_rank); // with layers and devices

QString spanTitle(const Span& span); // "Forward, micro-batch 3"
// Operation, time, and the operation that it waited for.
QString spanSentence(const TimelineData& data, std::int32_t span);
QString rulerText(const TimelineRuler& ruler); // "12.3 ms, from 1.2 ms to 13.5 ms"
// The whole step in one or two sentences.
QString timelineSummary(const TimelineData& data);
// Operations of the critical path by their share of the step time, largest first.
QString criticalText(const TimelineData& data);

// Exact figures of the item under the pointer, as rich text.
QString toolTipOf(const TimelineLayout& layout, const TimelineLayout::Hit& hit);

}
