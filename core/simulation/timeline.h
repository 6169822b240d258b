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

// What a device does in a span of time.
enum class SpanKind : std::uint8_t {
    Forward,
    Recompute, // the forward pass again, before the backward pass
    Backward,
    InputGradient,
    WeightGradient,
    Update, // optimizer step
    SendActivation,
    SendGradient,
    Reduction, // of gradients over replicas
    Exchange, // of gradients between pipeline ranks that hold the same weights
    SwapOut, // to the host
    SwapIn,
    LayerCollective, // compute waits for what ranks that share layers send each other
    Gather, // of a layer's parameters, of which each replica has a part
    Scatter, // of a layer's gradients, reduced
    Fetch, // of a layer's parameters, which lie on the host
    GradientsOut, // to the host, whose optimizer step needs them
    HostUpdate, // optimizer step on the host
    ParametersIn, // from there, new
    ParameterExchange, // over replicas: what each of them updated
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

// What of a device is busy. Each lane does one thing after another. Host: its share of the host's memory, where that
// makes its optimizer step.
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

// True for what a device computes, whether or not it is of use.
constexpr bool computes(SpanKind kind)
{
    return kind <= SpanKind::Update;
}

struct Span {
    SpanKind kind = SpanKind::Forward;
    Lane lane = Lane::Compute;
    int pipeline_rank = 0; // whose lane; of a message the sender's
    int stage = 0; // of the chain
    std::int64_t micro_batch = 0;
    Seconds start;
    Seconds end; // of a message: when it has arrived
    std::int32_t waited_for = -1; // the span whose end let this one begin, by index; -1: none

    Seconds duration() const { return end - start; }
    friend bool operator==(const Span&, const Span&) = default;
};

// Everything that happens in a simulated step, or in several that follow one another without a flush, in no order but
// that waited_for is less than the span's own index.
struct Timeline {
    int pipeline_ranks = 0;
    int steps = 1;
    Seconds end;
    std::vector<Span> spans;
    std::vector<std::vector<Seconds>> begins; // by pipeline rank: of each of its operations, in order

    friend bool operator==(const Timeline&, const Timeline&) = default;
};

// The spans that decided when the last one ended, first to last: each waited for the one before it.
std::vector<std::int32_t> criticalPath(const Timeline& timeline);

// Seconds of a critical path by what they were spent on; what is left to the timeline's end was spent waiting. "What
// would make this faster": the largest.
struct CriticalShare {
    SpanKind kind = SpanKind::Forward;
    Seconds time;

    friend bool operator==(const CriticalShare&, const CriticalShare&) = default;
};
std::vector<CriticalShare> criticalShares(const Timeline& timeline); // largest first

}
