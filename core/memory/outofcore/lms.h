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
// tensorflow-large-model-support): tensors that are used again long after they were produced are swapped to the host in
// between. This model works on chains of layers instead of graphs of operations and is therefore coarser.
namespace stagecraft {

// Forward or backward pass of a layer. Each is a level: all layers forward, then all of them backward.
struct LmsLevel {
    int layer = 0;
    bool backward = false;
    Seconds time;
    Bytes working; // bytes besides the live tensors while it runs

    friend bool operator==(const LmsLevel&, const LmsLevel&) = default;
};

// Tensor that a layer saves for its backward pass, or a boundary.
struct LmsTensor {
    Bytes bytes;
    int producer = 0; // level
    std::vector<int> consumers; // later levels, ascending, at least one

    friend bool operator==(const LmsTensor&, const LmsTensor&) = default;
};

struct LmsGraph {
    std::vector<LmsLevel> levels;
    std::vector<LmsTensor> tensors; // ascending producers

    int size() const { return static_cast<int>(levels.size()); }
};

// Builds the graph of a measured chain; empty for layer tables, which do not say which tensors are kept.
LmsGraph lmsGraph(const ChainCosts& costs, LayerRange range);

// Copies that compute waits for (TFLMS' sync_mode 0 to 3).
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
    int tensors = -1; // number of swapped tensors, in producer order; -1: all eligible ones; 0: off
    int threshold = 1; // levels: only uses more than this many levels later are swapped
    int ahead = 1; // levels before a use at which the copy back begins
    int group = 0; // levels: later uses no further apart share one copy
    LmsSync sync = LmsSync::None;
    Bytes least = Bytes(0); // smaller tensors stay (TFLMS excludes tensors of fewer than two dimensions)

    friend bool operator==(const LmsSettings&, const LmsSettings&) = default;
};

struct LmsStep {
    Seconds total;
    Seconds stall; // part of `total` in which compute waits
    Bytes peak; // live tensors and working bytes
    int peak_level = 0;
    int tensors = 0; // number of swapped tensors
    Bytes out; // traffic to the host
    Bytes in;
    Bytes host; // bytes of all swapped tensors

    friend bool operator==(const LmsStep&, const LmsStep&) = default;
};

// Simulates the levels. A swapped tensor is alive from its production to its last use within the threshold and, unless
// compute waits for copies out, one level longer; then around each later use, from `ahead` levels before it. A level
// begins when all earlier copies out due before it are complete and its inputs are on the device; the copies of each
// direction run one after another. A larger threshold swaps no more bytes and, without groups, has no smaller peak;
// neither has a larger `ahead` or `group`.
LmsStep playLms(const LmsGraph& graph, const LmsSettings& settings, const SwapRate& rate);

// Returns the device memory available to these tensors: TFLMS v2's simulator takes nine tenths of the memory without
// variables, eight tenths with a data-parallel exchange.
Bytes lmsBudget(Bytes memory, Bytes variables, bool exchanges);

struct LmsTuning {
    bool on = false;
    LmsSettings settings; // unused unless `on`
    LmsStep step;
};

// Settings fixed by the user; tuning finds the others.
struct LmsOverrides {
    std::optional<int> tensors {};
    std::optional<int> threshold {};
    std::optional<int> ahead {};
    std::optional<int> group {};
    std::optional<LmsSync> sync {};

    bool any() const { return *this != LmsOverrides {}; }
    friend bool operator==(const LmsOverrides&, const LmsOverrides&) = default;
};

// Tunes the settings in TFLMS v2's order: off if everything fits and nothing is fixed; else the largest threshold that
// fits (ahead 1, no groups), with as little waiting as possible; then the largest ahead; then the whole graph as a
// group, or the largest group. Empty if no settings fit.
std::optional<LmsTuning> tuneLms(const LmsGraph& graph, const SwapRate& rate, Bytes budget, Bytes least = Bytes(0),
                                 const LmsOverrides& given = {});

// Returns the settings with the fewest bytes on the device: threshold 1, each copy just before its use, waiting for all
// copies.
LmsSettings lowestMemoryLms(const LmsOverrides& given = {});

// Simulates paging by the allocator (PyTorch-LMS, and TFLMS v3's limit mode): an allocation beyond the limit evicts the
// least recently used tensors, which are copied back when used. `speculative`: tensors that were evicted in the
// previous step are copied out right after their use. Compute waits for copies back. Empty if a single level exceeds
// the limit.
std::optional<LmsStep> playPaging(const LmsGraph& graph, Bytes limit, const SwapRate& rate, bool speculative);

// First eviction of a tensor.
struct PagedTensor {
    std::size_t tensor = 0;
    int gone_before = 0; // level

    friend bool operator==(const PagedTensor&, const PagedTensor&) = default;
};
// Returns the evicted tensors, in order; they depend neither on the rate nor on speculation. Empty if a single level
// exceeds the limit.
std::optional<std::vector<PagedTensor>> pagedTensors(const LmsGraph& graph, Bytes limit);

// Returns the smallest limit at which every level can run: the largest working set of a level.
Bytes leastPagingLimit(const LmsGraph& graph);

// Returns the default limit: 95 % of the free memory (PyTorch-LMS, set_limit_lms(0)).
Bytes pagingLimit(Bytes free);

}
