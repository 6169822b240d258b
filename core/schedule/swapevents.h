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
    int layer = 0; // index within its stage, from 0
    SwapWindow window;
    int shared = 0; // number of later layers that use its saved activations too, in both passes
};

struct StageSwaps {
    int layers = 0; // number of layers of the stage
    std::vector<SwappedLayer> swapped; // ascending layers
};

enum class SwapStep : std::uint8_t {
    CopyOutMayBegin, // the layer's forward pass has ended: the copy out may begin
    CopyOutEnds, // the copy out must be complete
    CopyInMayBegin, // the copy back may begin: its memory is allocated
};

// Step of a saved activation's swap, before a pass of an operation.
struct SwapEvent {
    int pass = 0; // index among the operation's passes, in their order; the number of passes: at the operation's end
    SwapStep step = SwapStep::CopyOutMayBegin;
    int stage = 0; // stage of the saved activations, as in operations
    int swapped = 0; // index into StageSwaps::swapped
    std::int64_t micro_batch = 0;
};

// Returns the layer of a stage whose backward pass is the first to need these saved activations.
inline int firstUser(const SwappedLayer& swapped)
{
    return swapped.layer + swapped.shared;
}

// Swap events of a pipeline rank over its operations, for both ledger and simulation. Activations whose copies out and
// back would overlap between forward and backward pass stay on the device and have no events.
class SwapEvents {
public:
    // `stages`: by the stage index of operations, complete.
    SwapEvents(std::span<const Operation> operations, const std::map<int, StageSwaps>& stages);

    // Returns the events of an operation, in order.
    std::span<const SwapEvent> of(std::size_t operation) const;

private:
    std::vector<SwapEvent> m_events;
    std::vector<std::size_t> m_first; // first event of each operation; one more entry at the end
};

// Returns the layer of a stage for a pass of an operation.
int layerOfPass(OperationKind kind, int pass, int layers);

}
