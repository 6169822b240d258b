// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/panes/memory/tracedata.h"
#include "ui/words/memoryparts.h"

namespace stagecraft {

// Texts about recorded runs.

QString categoryName(TraceCategory category); // "Optimizer"
QString categoryMeaning(TraceCategory category); // how to recognize it in stack traces
// Part of a prediction with the same color. The allocator has no framework overhead.
MemoryPart partOf(TraceCategory category);

QString frameText(const TraceFrame& frame); // "layer.py:28 forward"
// The innermost frames outside of PyTorch, innermost first. If there are none, the innermost frames.
QString stackText(const std::vector<TraceFrame>& frames);
QString wholeStackText(const std::vector<TraceFrame>& frames); // one frame per line, with full paths

QString traceTitle(const MemoryTrace& trace); // "rank3.pickle, device 0"
// Describes the run and its prediction in one or two sentences.
QString traceSummary(const MemoryTrace& trace, const TracePrediction* prediction);
QString signedBytesText(Bytes bytes); // "+1.2 GiB"
QString differenceText(Bytes measured, Bytes predicted); // "+1.2 GiB (+4.3 %)": prediction minus measurement

}
