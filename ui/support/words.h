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

// The core's enumerations in the user's language.

QString basisName(Basis basis); // "measured"
QString basisMeaning(Basis basis); // one sentence
QString objectiveName(Objective objective); // "Fastest that fits"
QString measureName(PeakMeasure measure); // "Share of capacity"
QString scheduleName(ScheduleKind schedule); // "1F1B"
QString policyName(LayerPolicy policy); // "Recompute"
QString zeroName(int stage); // "1: optimizer"
QString gradientsName(GradientHandling gradients);
QString offloadName(StateOffload offload); // "Optimizer"
QString contextKindName(ContextKind kind); // "Ring attention"
QString optimizerName(OptimizerKind optimizer); // "AdamW"
QString attentionName(AttentionKind attention);
QString dropoutName(DropoutUse use);
QString precisionName(Precision precision); // "bf16, fp32 master"
QString precisionMeaning(Precision precision); // one sentence
QString trainableKindName(TrainableKind kind); // "LoRA adapters"
QString trainableName(const Trainable& trainable); // "LoRA of rank 8"
QString wayName(const ProfilePoint& point); // what is not usual about it: "tensor degree 2"; else empty
QString phaseName(MemoryPhase phase); // "in the backward pass"
QString workerPhaseName(const QString& phase); // phases of the profiler, as it names them

// The values that proofs and bounds are of, where a search leaves others out; else empty.
QString rangesSentence(const SearchResult& result);

// How a search ended: the star's peak, how it stands beside the fastest and the cheapest and whether that is proved, or
// what is missing; and how much was searched.
QString outcomeSentence(const SearchResult& result);

// The basis of plans whose layers are not measured.
QString missingSentence(const MissingMeasurements& missing);

// "24 configurations in 38 ms".
QString searchEffort(const SearchResult& result);

}
