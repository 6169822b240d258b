// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/timeline/timelinelayout.h"

#include <QString>

namespace stagecraft {

// The timeline in the user's language.

QString spanKindName(SpanKind kind); // "Forward"
QString spanLetter(SpanKind kind); // "F", "B", "W", "U", "R"; empty for what is not computed
QString laneName(Lane lane); // "Send down"
QString pipelineRankName(int pipeline_rank); // "Pipeline rank 3"
QString pipelineRankText(const TimelineData& data, int pipeline_rank); // with its layers and devices

QString spanTitle(const Span& span); // "Forward of micro-batch 3"
// What it is, when, and what it waited for.
QString spanSentence(const TimelineData& data, std::int32_t span);
QString rulerText(const TimelineRuler& ruler); // "12.3 ms, from 1.2 ms to 13.5 ms"
// The whole step in one sentence or two.
QString timelineSummary(const TimelineData& data);
// What the step's time goes to, most first: "What would make it faster".
QString criticalText(const TimelineData& data);

// Exact figures of what lies under the pointer, as rich text.
QString toolTipOf(const TimelineLayout& layout, const TimelineLayout::Hit& hit);

}
