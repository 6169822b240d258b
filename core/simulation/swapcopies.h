// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/units.h"
#include "core/schedule/swapevents.h"
#include "core/simulation/layertimes.h"

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <tuple>
#include <vector>

namespace stagecraft {

// The saved activations that one pipeline rank copies to its host and back, each way one after another.
class SwapCopies {
public:
    struct Moment {
        double time = 0;
        std::int32_t span = -1; // that ended then
    };
    // When the copies each way that were asked for so far have ended: also those of others than saved activations.
    struct Lanes {
        Moment out;
        Moment in;
    };
    // Told of each copy; gives its span.
    using Record =
        std::function<std::int32_t(bool out, const SwapEvent&, double start, double end, std::int32_t after)>;

    // `stages`: the layers of the pipeline rank's stages, by what operations call them. Holds references to them.
    SwapCopies(std::span<const Operation> operations, std::map<int, const std::vector<LayerTimes>*> stages);

    // Begins the copies that may begin before a pass of an operation, and says when the pass may: `now`, or when the
    // copies that it waits for have ended. A `pass` behind the last one: the operation's end.
    Moment before(std::size_t operation, const Operation& what, int pass, Moment now, Lanes& lanes,
                  const Record& record);

private:
    using SwappedKey = std::tuple<int, int, std::int64_t>; // stage, which of its swapped layers, micro-batch

    const LayerTimes& timesOf(const SwapEvent& event) const;

    std::map<int, const std::vector<LayerTimes>*> m_layers;
    std::map<int, StageSwaps> m_stages;
    SwapEvents m_events;
    std::size_t m_operation = 0; // whose events are being made
    std::size_t m_made = 0; // of them
    std::map<SwappedKey, Moment> m_gone;
    std::map<SwappedKey, Moment> m_back;
};

}
