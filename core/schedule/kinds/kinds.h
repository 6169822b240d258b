// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/schedule/rules.h"

// Rules of the schedules, one file each, which names their papers and programs.
namespace stagecraft::schedules {

extern const ScheduleRules sequential;
extern const ScheduleRules gpipe;
extern const ScheduleRules oneForwardOneBackward;
extern const ScheduleRules dappleA;
extern const ScheduleRules dappleB;
extern const ScheduleRules interleaved;
extern const ScheduleRules interleavedRounds;
extern const ScheduleRules combined;
extern const ScheduleRules zeroBubbleH1;
extern const ScheduleRules zeroBubbleH2;
extern const ScheduleRules zeroBubbleV;
extern const ScheduleRules chimera;
extern const ScheduleRules dualPipe;
extern const ScheduleRules pipeDream;
extern const ScheduleRules pipeDreamVertical;
extern const ScheduleRules twoBufferedWeights;
extern const ScheduleRules specTrain;
extern const ScheduleRules xPipe;
extern const ScheduleRules timePreSt;
extern const ScheduleRules localLearning;
extern const ScheduleRules graphPipe;

}
