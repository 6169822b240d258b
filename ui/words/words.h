// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/basis.h"
#include "core/memory/breakdown.h"
#include "core/problem/problem.h"
#include "core/profile/measurement.h"
#include "core/search/search.h"

#include <QString>

namespace stagecraft {

// Enumerations of the core in the user's language.

QString basisName(Basis basis); // "measured"
QString basisMeaning(Basis basis); // one sentence
QString objectiveName(Objective objective); // "Fastest that fits"
QString measureName(PeakMeasure measure); // "Share of capacity"
QString scheduleName(ScheduleKind schedule); // "1F1B"
QString policyName(LayerPolicy policy); // "Full recomputation"
QString zeroName(int stage); // "ZeRO-1: optimizer"
QString gradientsName(GradientHandling gradients);
QString offloadName(StateOffload offload); // "Optimizer"
QString contextKindName(ContextKind kind); // "Ring attention"
QString optimizerName(OptimizerKind optimizer); // "AdamW"
QString attentionName(AttentionKind attention);
QString dropoutName(DropoutUse use);
QString precisionName(Precision precision); // "bf16, fp32 master"
QString precisionMeaning(Precision precision); // one sentence
QString trainableKindName(TrainableKind kind); // "LoRA adapters"
QString trainableName(const Trainable& trainable); // "LoRA rank 8"
QString runOptionsName(const ProfilePoint& point); // non-default settings: "TP2"; may be empty
QString phaseName(MemoryPhase phase); // "in the backward pass"
QString workerPhaseName(const QString& phase); // `phase`: name that the profiler uses

// Values that proofs and bounds cover if the search skips others; otherwise empty.
QString rangesSentence(const SearchResult& result);

// Outcome of a search: the peak of the recommended plan, its comparison with the fastest and the cheapest plan and
// whether these are proven, or the shortfall.
QString answerSentence(const SearchResult& result);

// The same, then the values and the number of configurations searched.
QString outcomeSentence(const SearchResult& result);

// Basis of plans whose layers are not all measured.
QString missingSentence(const MissingMeasurements& missing);

// "24 configurations in 38 ms".
QString searchEffort(const SearchResult& result);

}
