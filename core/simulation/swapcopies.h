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

// Copies of one pipeline rank's saved activations to its host and back, serial in each direction.
class SwapCopies {
public:
    struct Moment {
        double time = 0;
        std::int32_t span = -1; // index of the span that ended then
    };
    // End of the copies requested so far, by direction, including copies of other data.
    struct Lanes {
        Moment out;
        Moment in;
    };
    // Callback for each copy; returns its span index.
    using Record =
        std::function<std::int32_t(bool out, const SwapEvent&, double start, double end, std::int32_t after)>;

    // `stages`: layers of the pipeline rank's stages, by the stage index of operations. Keeps references to both.
    SwapCopies(std::span<const Operation> operations, std::map<int, const std::vector<LayerTimes>*> stages);

    // Starts the copies that may begin before a pass of an operation. Returns when the pass may begin: `now`, or the
    // end of the copies that it waits for. With a `pass` after the last one: the operation's end.
    Moment before(std::size_t operation, const Operation& what, int pass, Moment now, Lanes& lanes,
                  const Record& record);

private:
    using SwappedKey = std::tuple<int, int, std::int64_t>; // stage, index among its swapped layers, micro-batch

    const LayerTimes& timesOf(const SwapEvent& event) const;

    std::map<int, const std::vector<LayerTimes>*> m_layers;
    std::map<int, StageSwaps> m_stages;
    SwapEvents m_events;
    std::size_t m_operation = 0; // operation of the current events
    std::size_t m_made = 0; // number of its events handled
    std::map<SwappedKey, Moment> m_gone;
    std::map<SwappedKey, Moment> m_back;
};

}
