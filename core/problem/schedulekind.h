// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/names.h"

#include <array>
#include <string_view>
#include <utility>

namespace stagecraft {

// Pipeline schedules (core/schedule/kinds, one file each).
enum class ScheduleKind {
    OneForwardOneBackward, // PipeDream-Flush
    GPipe,
    Sequential,
    DappleA,
    DappleB,
    Interleaved, // Megatron-LM's rule
    InterleavedRounds, // PyTorch's rule
    Combined, // Megatron-Core's combined 1F1B, which overlaps the all-to-alls of experts with compute
    ZeroBubbleH1,
    ZeroBubbleH2,
    ZeroBubbleV,
    Chimera,
    DualPipe,
    PipeDream,
    PipeDreamVertical,
    TwoBufferedWeights,
    SpecTrain,
    XPipe,
    TiMePReSt,
    LocalLearning, // PPLL
    GraphPipe,
};

template <>
inline constexpr auto enumNames<ScheduleKind> = std::array {
    std::pair {ScheduleKind::OneForwardOneBackward, std::string_view("1f1b")},
    std::pair {ScheduleKind::GPipe, std::string_view("gpipe")},
    std::pair {ScheduleKind::Sequential, std::string_view("sequential")},
    std::pair {ScheduleKind::DappleA, std::string_view("dapple-a")},
    std::pair {ScheduleKind::DappleB, std::string_view("dapple-b")},
    std::pair {ScheduleKind::Interleaved, std::string_view("interleaved")},
    std::pair {ScheduleKind::InterleavedRounds, std::string_view("interleaved-rounds")},
    std::pair {ScheduleKind::Combined, std::string_view("combined-1f1b")},
    std::pair {ScheduleKind::ZeroBubbleH1, std::string_view("zb-h1")},
    std::pair {ScheduleKind::ZeroBubbleH2, std::string_view("zb-h2")},
    std::pair {ScheduleKind::ZeroBubbleV, std::string_view("zbv")},
    std::pair {ScheduleKind::Chimera, std::string_view("chimera")},
    std::pair {ScheduleKind::DualPipe, std::string_view("dualpipe")},
    std::pair {ScheduleKind::PipeDream, std::string_view("pipedream")},
    std::pair {ScheduleKind::PipeDreamVertical, std::string_view("pipedream-vertical")},
    std::pair {ScheduleKind::TwoBufferedWeights, std::string_view("2bw")},
    std::pair {ScheduleKind::SpecTrain, std::string_view("spectrain")},
    std::pair {ScheduleKind::XPipe, std::string_view("xpipe")},
    std::pair {ScheduleKind::TiMePReSt, std::string_view("timeprest")},
    std::pair {ScheduleKind::LocalLearning, std::string_view("ppll")},
    std::pair {ScheduleKind::GraphPipe, std::string_view("graphpipe")},
};

}
