// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/names.h"
#include "core/base/units.h"

#include <array>
#include <cstdint>
#include <string_view>
#include <utility>
#include <vector>

namespace stagecraft {

// Activity of a device in a span of time.
enum class SpanKind : std::uint8_t {
    Forward,
    Recompute, // recomputed forward pass before the backward pass
    Backward,
    InputGradient,
    WeightGradient,
    Update, // optimizer step
    SendActivation,
    SendGradient,
    Reduction, // gradients over replicas
    Exchange, // gradients between pipeline ranks that share weights
    SwapOut, // copy to the host
    SwapIn,
    LayerCollective, // compute waits for communication among ranks that share layers
    Gather, // all-gather of a layer's sharded parameters
    Scatter, // reduce-scatter of a layer's gradients
    Fetch, // copy of a layer's parameters from the host
    GradientsOut, // copy to the host, for its optimizer step
    HostUpdate, // optimizer step on the host
    ParametersIn, // updated parameters from the host
    ParameterExchange, // updated parameters over replicas
};

template <>
inline constexpr auto enumNames<SpanKind> = std::array {
    std::pair {SpanKind::Forward, std::string_view("forward")},
    std::pair {SpanKind::Recompute, std::string_view("recompute")},
    std::pair {SpanKind::Backward, std::string_view("backward")},
    std::pair {SpanKind::InputGradient, std::string_view("input_gradient")},
    std::pair {SpanKind::WeightGradient, std::string_view("weight_gradient")},
    std::pair {SpanKind::Update, std::string_view("update")},
    std::pair {SpanKind::SendActivation, std::string_view("send_activation")},
    std::pair {SpanKind::SendGradient, std::string_view("send_gradient")},
    std::pair {SpanKind::Reduction, std::string_view("reduction")},
    std::pair {SpanKind::Exchange, std::string_view("exchange")},
    std::pair {SpanKind::SwapOut, std::string_view("swap_out")},
    std::pair {SpanKind::SwapIn, std::string_view("swap_in")},
    std::pair {SpanKind::LayerCollective, std::string_view("layer_collective")},
    std::pair {SpanKind::Gather, std::string_view("gather")},
    std::pair {SpanKind::Scatter, std::string_view("scatter")},
    std::pair {SpanKind::Fetch, std::string_view("fetch")},
    std::pair {SpanKind::GradientsOut, std::string_view("gradients_out")},
    std::pair {SpanKind::HostUpdate, std::string_view("host_update")},
    std::pair {SpanKind::ParametersIn, std::string_view("parameters_in")},
    std::pair {SpanKind::ParameterExchange, std::string_view("parameter_exchange")},
};

// Resource of a device. Each lane is serial. Host: the device's share of host memory bandwidth, for optimizer steps
// there.
enum class Lane : std::uint8_t { Compute, SendDown, SendUp, Collective, ToHost, FromHost, Host };

template <>
inline constexpr auto enumNames<Lane> = std::array {
    std::pair {Lane::Compute, std::string_view("compute")},
    std::pair {Lane::SendDown, std::string_view("send_down")},
    std::pair {Lane::SendUp, std::string_view("send_up")},
    std::pair {Lane::Collective, std::string_view("collective")},
    std::pair {Lane::ToHost, std::string_view("to_host")},
    std::pair {Lane::FromHost, std::string_view("from_host")},
    std::pair {Lane::Host, std::string_view("host")},
};

// True for compute spans, whether or not the work is useful.
constexpr bool computes(SpanKind kind)
{
    return kind <= SpanKind::Update;
}

struct Span {
    SpanKind kind = SpanKind::Forward;
    Lane lane = Lane::Compute;
    int pipeline_rank = 0; // sender for messages
    int stage = 0; // stage of the chain
    std::int64_t micro_batch = 0;
    Seconds start;
    Seconds end; // arrival for messages
    std::int32_t waited_for = -1; // index of the span whose end allowed this one to begin; -1: none

    Seconds duration() const { return end - start; }
    friend bool operator==(const Span&, const Span&) = default;
};

// All spans of a simulated step, or of consecutive steps without a flush. Unordered, except that waited_for is less
// than the span's own index.
struct Timeline {
    int pipeline_ranks = 0;
    int steps = 1;
    Seconds end;
    std::vector<Span> spans;
    std::vector<std::vector<Seconds>> begins; // start of each operation, by pipeline rank and operation

    friend bool operator==(const Timeline&, const Timeline&) = default;
};

// Returns the spans that determined the end of the last one, first to last: each waited for the one before it.
std::vector<std::int32_t> criticalPath(const Timeline& timeline);

// Seconds of a critical path by activity; the rest of the timeline was spent waiting. The largest share shows the most
// effective speedup.
struct CriticalShare {
    SpanKind kind = SpanKind::Forward;
    Seconds time;

    friend bool operator==(const CriticalShare&, const CriticalShare&) = default;
};
std::vector<CriticalShare> criticalShares(const Timeline& timeline); // largest first

}
