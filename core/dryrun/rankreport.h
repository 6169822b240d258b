// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/message.h"
#include "core/base/names.h"
#include "core/base/units.h"

#include <array>
#include <optional>
#include <string>
#include <vector>

namespace stagecraft {

// Category of memory that a training script allocates.
enum class ScriptMemory {
    Parameters, // including module buffers
    Gradients,
    Optimizer, // states, and master copies of parameters
    Activations, // allocated in a forward pass and alive beyond the call of their module
    Communication, // gathered parameters, buckets, buffers of collectives and of pipelines
    Temporary, // temporary tensors of the running module, backward pass or optimizer step
    Kept, // allocated in an earlier step: library workspaces, caches
    Rounding, // excess of the allocator's blocks over the requested bytes
    Other
};

template <>
inline constexpr auto enumNames<ScriptMemory> =
    std::array {std::pair {ScriptMemory::Parameters, std::string_view("parameters")},
                std::pair {ScriptMemory::Gradients, std::string_view("gradients")},
                std::pair {ScriptMemory::Optimizer, std::string_view("optimizer")},
                std::pair {ScriptMemory::Activations, std::string_view("activations")},
                std::pair {ScriptMemory::Communication, std::string_view("communication")},
                std::pair {ScriptMemory::Temporary, std::string_view("temporary")},
                std::pair {ScriptMemory::Kept, std::string_view("kept")},
                std::pair {ScriptMemory::Rounding, std::string_view("rounding")},
                std::pair {ScriptMemory::Other, std::string_view("other")}};

enum class ScriptPhase { Forward, Backward, Optimizer, Other };

template <>
inline constexpr auto enumNames<ScriptPhase> =
    std::array {std::pair {ScriptPhase::Forward, std::string_view("forward")},
                std::pair {ScriptPhase::Backward, std::string_view("backward")},
                std::pair {ScriptPhase::Optimizer, std::string_view("optimizer")},
                std::pair {ScriptPhase::Other, std::string_view("other")}};

// Reason why a script ended.
enum class ScriptEnd {
    Steps, // it completed the requested optimizer steps
    Script, // it returned earlier by itself
    OutOfMemory, // it raised an out-of-memory error
    Error // it raised another error
};

template <>
inline constexpr auto enumNames<ScriptEnd> =
    std::array {std::pair {ScriptEnd::Steps, std::string_view("steps")},
                std::pair {ScriptEnd::Script, std::string_view("script")},
                std::pair {ScriptEnd::OutOfMemory, std::string_view("out_of_memory")},
                std::pair {ScriptEnd::Error, std::string_view("error")}};

struct ScriptPart {
    ScriptMemory category = ScriptMemory::Other;
    Bytes bytes {};

    friend bool operator==(const ScriptPart&, const ScriptPart&) = default;
};

struct ScriptModule {
    std::string module; // "layers.3.mlp", or "train.py:12" for memory allocated outside of any module
    Bytes bytes {}; // activations

    friend bool operator==(const ScriptModule&, const ScriptModule&) = default;
};

struct ScriptBlock {
    Bytes bytes {};
    ScriptMemory category = ScriptMemory::Other;
    std::string module;
    std::vector<std::string> frames; // innermost first; empty for allocations of the backward pass itself

    friend bool operator==(const ScriptBlock&, const ScriptBlock&) = default;
};

// Memory allocated at the peak. The parts add up to the report's peak_allocated.
struct ScriptPeak {
    int step = 0; // counts from 1
    ScriptPhase phase = ScriptPhase::Other;
    std::string module; // the running module; empty if none
    std::vector<ScriptPart> parts; // largest first
    std::vector<ScriptModule> modules; // largest first
    std::vector<ScriptBlock> largest;

    friend bool operator==(const ScriptPeak&, const ScriptPeak&) = default;
};

// The first allocation that did not fit, even if the script continued.
struct ScriptShortage {
    Bytes bytes {}; // requested size
    int step = 0;
    ScriptPhase phase = ScriptPhase::Other;
    std::string module;
    std::vector<std::string> frames;

    friend bool operator==(const ScriptShortage&, const ScriptShortage&) = default;
};

struct ScriptError {
    ScriptEnd how = ScriptEnd::Script;
    std::string type; // exception type
    Message message; // the exception's message, or how the script ended
    std::vector<std::string> frames;

    friend bool operator==(const ScriptError&, const ScriptError&) = default;
};

// An object that a rank needs from another rank, which has not sent it yet.
struct ScriptNeed {
    int rank = 0; // sender
    std::string file; // path at which the object will appear

    friend bool operator==(const ScriptNeed&, const ScriptNeed&) = default;
};

// A moment of a run: number of blocks allocated and freed so far, and bytes allocated and reserved.
struct ScriptMoment {
    std::int64_t event = 0;
    Bytes allocated {};
    Bytes reserved {};

    friend bool operator==(const ScriptMoment&, const ScriptMoment&) = default;
};

// Outcome of a run in which the script reads other values from the device.
struct ScriptVariation {
    ScriptEnd how = ScriptEnd::Script;
    int steps = 0;
    Bytes peak_allocated {};
    Bytes peak_reserved {};

    friend bool operator==(const ScriptVariation&, const ScriptVariation&) = default;
};

// An optimizer that never stepped although it has parameters that no other optimizer has.
struct UnsteppedOptimizer {
    std::string type; // "AdamW"
    int parameters = 0; // number of tensors

    friend bool operator==(const UnsteppedOptimizer&, const UnsteppedOptimizer&) = default;
};

// A GPU that a rank uses.
struct ScriptDevice {
    int index = 0; // CUDA device index
    Bytes peak_allocated {};
    Bytes peak_reserved {};

    friend bool operator==(const ScriptDevice&, const ScriptDevice&) = default;
};

// Allocations of one rank of a training script on a dry device, from the history of the caching allocator.
struct RankReport {
    int rank = 0;
    int world = 1;
    std::string torch; // version
    std::string device; // device name as the driver reports it; the most used device, to which the bytes below refer
    int device_index = 0;
    std::vector<ScriptDevice> devices; // all GPUs that the rank uses
    Bytes device_bytes {}; // device memory as torch reports it
    int steps = 0; // steps of the optimizer that stepped most often
    std::vector<UnsteppedOptimizer> unstepped;
    ScriptError ended;
    std::optional<ScriptNeed> needs; // the missing object because of which it failed
    std::optional<ScriptShortage> out_of_memory;
    std::vector<std::string> refused; // unsupported CUDA functions that the script called
    // Script lines that read unknown integers, Booleans, arrays or plain floats from the device, or compare numbers on
    // it. All such values were 0.
    std::vector<std::string> read;
    bool reads_numbers = false; // true if integers were among them
    bool reads_truths = false; // true if anything else was
    // True if allocations change when these integers are `other_number`; empty if unknown.
    std::optional<bool> read_matters;
    std::optional<int> other_number;
    // Outcome if Booleans are true, other numbers 100, and comparisons inverted; empty if unknown.
    std::optional<ScriptVariation> variation;
    Bytes peak_allocated {};
    Bytes peak_reserved {};
    Bytes requested {}; // sum over all allocations
    int retries = 0; // number of times that the allocator released all its cached memory
    ScriptPeak peak;
    std::vector<ScriptMoment> timeline;

    friend bool operator==(const RankReport&, const RankReport&) = default;
};

}
