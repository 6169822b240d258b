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

// What memory that a training script allocates is for.
enum class ScriptMemory {
    Parameters, // and buffers of modules
    Gradients,
    Optimizer, // states, and master copies of parameters
    Activations, // allocated in a forward pass and alive beyond the call of their module
    Communication, // gathered parameters, buckets, buffers of collectives and of pipelines
    Temporary, // of the module, the backward pass or the optimizer step that runs
    Kept, // from an earlier step: workspaces of libraries, caches
    Rounding, // what the allocator gives beyond what was asked for
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

// How a script came to its end.
enum class ScriptEnd {
    Steps, // it took the optimizer steps that were asked for
    Script, // by itself, before that
    OutOfMemory, // by the error that tells it
    Error // by another one
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
    std::string module; // "layers.3.mlp", or "train.py:12" for what no module allocated
    Bytes bytes {}; // of activations

    friend bool operator==(const ScriptModule&, const ScriptModule&) = default;
};

struct ScriptBlock {
    Bytes bytes {};
    ScriptMemory category = ScriptMemory::Other;
    std::string module;
    std::vector<std::string> frames; // innermost first; none of what the backward pass allocates by itself

    friend bool operator==(const ScriptBlock&, const ScriptBlock&) = default;
};

// What is allocated at the peak. The parts add up to the report's peak_allocated.
struct ScriptPeak {
    int step = 0; // from 1
    ScriptPhase phase = ScriptPhase::Other;
    std::string module; // that runs, if one does
    std::vector<ScriptPart> parts; // largest first
    std::vector<ScriptModule> modules; // largest first
    std::vector<ScriptBlock> largest;

    friend bool operator==(const ScriptPeak&, const ScriptPeak&) = default;
};

// The first allocation that did not fit, whether the script went on or not.
struct ScriptShortage {
    Bytes bytes {}; // asked for
    int step = 0;
    ScriptPhase phase = ScriptPhase::Other;
    std::string module;
    std::vector<std::string> frames;

    friend bool operator==(const ScriptShortage&, const ScriptShortage&) = default;
};

struct ScriptError {
    ScriptEnd how = ScriptEnd::Script;
    std::string type; // of the exception
    Message message; // the exception's own, or how the script ended
    std::vector<std::string> frames;

    friend bool operator==(const ScriptError&, const ScriptError&) = default;
};

// An object that a rank needs of another one, which has not sent it.
struct ScriptNeed {
    int rank = 0; // the sender
    std::string file; // where it will be

    friend bool operator==(const ScriptNeed&, const ScriptNeed&) = default;
};

// A moment of a run: blocks allocated and freed until then, and what is allocated and reserved.
struct ScriptMoment {
    std::int64_t event = 0;
    Bytes allocated {};
    Bytes reserved {};

    friend bool operator==(const ScriptMoment&, const ScriptMoment&) = default;
};

// How a run ended in which what a script reads is otherwise.
struct ScriptVariation {
    ScriptEnd how = ScriptEnd::Script;
    int steps = 0;
    Bytes peak_allocated {};
    Bytes peak_reserved {};

    friend bool operator==(const ScriptVariation&, const ScriptVariation&) = default;
};

// An optimizer that never stepped, though it has parameters of its own.
struct UnsteppedOptimizer {
    std::string type; // "AdamW"
    int parameters = 0; // tensors

    friend bool operator==(const UnsteppedOptimizer&, const UnsteppedOptimizer&) = default;
};

// A GPU that a rank uses.
struct ScriptDevice {
    int index = 0; // CUDA's
    Bytes peak_allocated {};
    Bytes peak_reserved {};

    friend bool operator==(const ScriptDevice&, const ScriptDevice&) = default;
};

// What one rank of a training script allocated on a dry device, as the caching allocator's history tells it.
struct RankReport {
    int rank = 0;
    int world = 1;
    std::string torch; // its version
    std::string device; // as the driver would call it; the one that is used most, of which the bytes are
    int device_index = 0;
    std::vector<ScriptDevice> devices; // all that the rank uses
    Bytes device_bytes {}; // as torch tells them
    int steps = 0; // of the optimizer that took most
    std::vector<UnsteppedOptimizer> unstepped;
    ScriptError ended;
    std::optional<ScriptNeed> needs; // what it failed for
    std::optional<ScriptShortage> out_of_memory;
    std::vector<std::string> refused; // functions of CUDA that the script called in vain
    // Lines of the script that read integers, Booleans, arrays or plain floats from the device that are not known, or
    // compare numbers from there: they were 0.
    std::vector<std::string> read;
    bool reads_numbers = false; // true if integers were among them
    bool reads_truths = false; // true if anything else was
    // Whether it allocates something else where these integers are `other_number`; empty: it is not known.
    std::optional<bool> read_matters;
    std::optional<int> other_number;
    // Where Booleans are true, other numbers 100, and comparisons come out the other way; empty: it is not known.
    std::optional<ScriptVariation> variation;
    Bytes peak_allocated {};
    Bytes peak_reserved {};
    Bytes requested {}; // in all allocations together
    int retries = 0; // times that the allocator gave back all that it held in reserve
    ScriptPeak peak;
    std::vector<ScriptMoment> timeline;

    friend bool operator==(const RankReport&, const RankReport&) = default;
};

}
