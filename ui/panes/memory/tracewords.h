// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/panes/memory/tracedata.h"
#include "ui/words/memoryparts.h"

namespace stagecraft {

// The words about recorded runs.

QString categoryName(TraceCategory category); // "Optimizer"
QString categoryMeaning(TraceCategory category); // how stack traces show it
// The part of a prediction with the same color; the allocator has no framework memory of its own.
MemoryPart partOf(TraceCategory category);

QString frameText(const TraceFrame& frame); // "layer.py:28 forward"
// The innermost frames outside of PyTorch, from the inside out; where there are none, the innermost ones.
QString stackText(const std::vector<TraceFrame>& frames);
QString wholeStackText(const std::vector<TraceFrame>& frames); // a frame a line, with whole paths

QString traceTitle(const MemoryTrace& trace); // "rank3.pickle, device 0"
// The run, and the prediction beside it, in one or two sentences.
QString traceSummary(const MemoryTrace& trace, const TracePrediction* prediction);
QString signedBytesText(Bytes bytes); // "+1.2 GiB"
QString differenceText(Bytes measured, Bytes predicted); // "+1.2 GiB (+4.3 %)": the prediction over the run

}
