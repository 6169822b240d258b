// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/problem/layerpolicy.h"
#include "core/schedule/operation.h"

#include <cstdint>
#include <map>
#include <span>
#include <vector>

namespace stagecraft {

struct SwappedLayer {
    int layer = 0; // of its stage, from 0
    SwapWindow window;
    int shared = 0; // so many layers behind it work on its saved activations as well, in both passes
};

struct StageSwaps {
    int layers = 0; // of the stage
    std::vector<SwappedLayer> swapped; // in the order of the layers
};

enum class SwapStep : std::uint8_t {
    CopyOutMayBegin, // its forward pass is over: the copy out may begin
    CopyOutEnds, // the copy out has to be over
    CopyInMayBegin, // the copy back may begin: its bytes are taken
};

// What becomes of saved activations before a pass of an operation.
struct SwapEvent {
    int pass = 0; // of the operation's layers, in their order, from 0; behind the last one: when it ends
    SwapStep step = SwapStep::CopyOutMayBegin;
    int stage = 0; // whose saved activations, as operations call it
    int swapped = 0; // which of StageSwaps::swapped
    std::int64_t micro_batch = 0;
};

// The layer of a stage whose backward pass is the first to need these saved activations.
inline int firstUser(const SwappedLayer& swapped)
{
    return swapped.layer + swapped.shared;
}

// Where the saved activations of a pipeline rank's swapped layers go while it works through its operations: what ledger
// and simulation both follow. Activations whose windows meet between forward and backward pass stay, and have no
// events.
class SwapEvents {
public:
    // `stages`: by what operations call them; all that they name.
    SwapEvents(std::span<const Operation> operations, const std::map<int, StageSwaps>& stages);

    // In their order.
    std::span<const SwapEvent> of(std::size_t operation) const;

private:
    std::vector<SwapEvent> m_events;
    std::vector<std::size_t> m_first; // by operation: its first move; one more at the end
};

// The layer of a stage whose pass this is; of an operation that is a pass of its layers.
int layerOfPass(OperationKind kind, int pass, int layers);

}
