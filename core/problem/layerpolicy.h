// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/names.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace stagecraft {

// What becomes of what a layer saves for its backward pass. Full: only its input is kept, the forward pass runs again.
// Selective: of attention that is not fused the scores are dropped and computed again (Korthikanti et al. 2022). Swap:
// it lies in the host's memory meanwhile. Compress: it waits in a smaller form, which is not the same
// (core/problem/compressor.h).
enum class LayerPolicy { Keep, Full, Selective, Swap, Compress };

template <>
inline constexpr auto enumNames<LayerPolicy> = std::array {
    std::pair {LayerPolicy::Keep, std::string_view("none")},
    std::pair {LayerPolicy::Full, std::string_view("full")},
    std::pair {LayerPolicy::Selective, std::string_view("selective")},
    std::pair {LayerPolicy::Swap, std::string_view("swap")},
    std::pair {LayerPolicy::Compress, std::string_view("compress")},
};

// How long copies of a swapped layer's saved activations may take before computing waits for them, in passes of layers
// of its place: the copy out ends while so many passes run that follow its forward pass, the copy back begins with the
// one that so many lie before its backward pass. More of them hide more of a copy, and hold its bytes for longer.
struct SwapWindow {
    int out = 1;
    int back = 1;

    friend bool operator==(const SwapWindow&, const SwapWindow&) = default;
};

// A policy for layers [first, last) of the chain.
struct PolicyRange {
    LayerPolicy policy = LayerPolicy::Keep;
    int first = 0;
    int last = 0;
    SwapWindow window {}; // of LayerPolicy::Swap

    friend bool operator==(const PolicyRange&, const PolicyRange&) = default;
};

// The policies of a chain's layers.
struct LayerPolicies {
    LayerPolicy usual = LayerPolicy::Keep; // of layers that no range names
    std::vector<PolicyRange> ranges {}; // of those that name a layer the last counts

    LayerPolicy of(int layer) const;
    // Where it is swapped.
    SwapWindow windowOf(int layer) const;
    // Whether any layer has this policy.
    bool has(LayerPolicy policy) const;
    bool keepsAll() const { return *this == LayerPolicies {}; }
    friend bool operator==(const LayerPolicies&, const LayerPolicies&) = default;

private:
    const PolicyRange* rangeOf(int layer) const;
};

// Adds a range behind the others; one with the last range where they are alike and touch. None that keeps all.
void addPolicy(LayerPolicies& policies, const PolicyRange& range);

// "none", "full", "full@1-12,swap@13" (layers by index, both ends told), "full,none@0-3", "swap@2-5:3:2" (with a
// window: out, back).
std::string policiesText(const LayerPolicies& policies);
// The same backwards; nothing if it is none.
std::optional<LayerPolicies> parsePolicies(std::string_view text);

}
