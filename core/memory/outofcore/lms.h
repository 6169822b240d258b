// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/cost/costmodel.h"
#include "core/memory/outofcore/swaprate.h"
#include "core/plan/plan.h"

#include <array>
#include <climits>
#include <optional>
#include <vector>

// Large model support (Le et al. 2018, "TFLMS", arXiv 1807.02037, and its version 2, IBM's
// tensorflow-large-model-support): tensors that are used again long after they were made are swapped to the host
// meanwhile. Here on chains of layers instead of graphs of operations, so coarser than there.
namespace stagecraft {

// The forward or backward pass of a layer: all layers forward, then all of them backward, each a level.
struct LmsLevel {
    int layer = 0;
    bool backward = false;
    Seconds time;
    Bytes working; // on top of the tensors that are alive while it runs

    friend bool operator==(const LmsLevel&, const LmsLevel&) = default;
};

// What a layer keeps for its backward pass, or a boundary.
struct LmsTensor {
    Bytes bytes;
    int producer = 0; // level
    std::vector<int> consumers; // levels behind it, ascending, at least one

    friend bool operator==(const LmsTensor&, const LmsTensor&) = default;
};

struct LmsGraph {
    std::vector<LmsLevel> levels;
    std::vector<LmsTensor> tensors; // the first produced first

    int size() const { return static_cast<int>(levels.size()); }
};

// Of a measured chain (not of layer tables, which do not say what is kept of what: empty then).
LmsGraph lmsGraph(const ChainCosts& costs, LayerRange range);

// What copies make computing wait (TFLMS' sync_mode 0 to 3).
enum class LmsSync { None, Out, In, Both };

template <>
inline constexpr auto enumNames<LmsSync> = std::array {
    std::pair {LmsSync::None, std::string_view("none")},
    std::pair {LmsSync::Out, std::string_view("out")},
    std::pair {LmsSync::In, std::string_view("in")},
    std::pair {LmsSync::Both, std::string_view("both")},
};

inline constexpr int wholeGraph = INT_MAX;

struct LmsSettings {
    int tensors = -1; // so many are swapped, the first produced first; -1: all that may be; 0: off
    int threshold = 1; // levels: only what is used again later than that
    int ahead = 1; // levels before its use at which a tensor begins to come back
    int group = 0; // levels: later uses no further apart share one copy
    LmsSync sync = LmsSync::None;
    Bytes least = Bytes(0); // smaller ones stay (TFLMS leaves out what has less than two dimensions)

    friend bool operator==(const LmsSettings&, const LmsSettings&) = default;
};

struct LmsStep {
    Seconds total;
    Seconds stall; // of it: computing waits
    Bytes peak; // of tensors and working bytes
    int peak_level = 0;
    int tensors = 0; // that are swapped
    Bytes out; // traffic
    Bytes in;
    Bytes host; // of all that is swapped

    friend bool operator==(const LmsStep&, const LmsStep&) = default;
};

// Plays the levels. A swapped tensor is alive from its making to its last use within the threshold and, unless copies
// out are waited for, one level more; then around each later use, from `ahead` levels before it. A level begins when
// what is to be gone before it is gone and what it needs is there; copies each way follow one another. A larger
// threshold swaps no more bytes and, without groups, has no smaller peak; a larger `ahead` or `group` has none either.
LmsStep playLms(const LmsGraph& graph, const LmsSettings& settings, const SwapRate& rate);

// What a device leaves to these tensors: TFLMS v2's simulator takes nine tenths of the memory without variables, eight
// beside a data-parallel exchange.
Bytes lmsBudget(Bytes memory, Bytes variables, bool exchanges);

struct LmsTuning {
    bool on = false;
    LmsSettings settings; // where it is on
    LmsStep step;
};

// What somebody else has settled of the settings; tuning finds the rest.
struct LmsOverrides {
    std::optional<int> tensors {};
    std::optional<int> threshold {};
    std::optional<int> ahead {};
    std::optional<int> group {};
    std::optional<LmsSync> sync {};

    bool any() const { return *this != LmsOverrides {}; }
    friend bool operator==(const LmsOverrides&, const LmsOverrides&) = default;
};

// TFLMS v2's order: off where everything fits and nothing is given; else the largest threshold that fits (ahead 1, no
// groups), with as little waiting as possible; then the largest ahead; then the whole graph as a group, or the largest
// group. Nothing where it never fits.
std::optional<LmsTuning> tuneLms(const LmsGraph& graph, const SwapRate& rate, Bytes budget, Bytes least = Bytes(0),
                                 const LmsOverrides& given = {});

// The settings that keep the fewest bytes: threshold 1, each copy just before its use, all of them waited for.
LmsSettings lowestMemoryLms(const LmsOverrides& given = {});

// Paging by the allocator instead (PyTorch-LMS, and TFLMS v3's limit mode): whatever would go beyond the limit makes
// the tensors that were used longest ago leave, and they come back when they are used. `speculative`: what left in the
// step before is copied out as soon as it was used. Copies back are waited for. Nothing where a single level is beyond
// the limit.
std::optional<LmsStep> playPaging(const LmsGraph& graph, Bytes limit, const SwapRate& rate, bool speculative);

// A tensor that leaves for the first time.
struct PagedTensor {
    std::size_t tensor = 0;
    int gone_before = 0; // level

    friend bool operator==(const PagedTensor&, const PagedTensor&) = default;
};
// What leaves then, in that order: the same whatever the rate, and speculative or not. Nothing as above.
std::optional<std::vector<PagedTensor>> pagedTensors(const LmsGraph& graph, Bytes limit);

// The least limit that lets every level run: what the one that needs most works on.
Bytes leastPagingLimit(const LmsGraph& graph);

// The limit where none is set: 95 % of what is free (PyTorch-LMS, set_limit_lms(0)).
Bytes pagingLimit(Bytes free);

}
