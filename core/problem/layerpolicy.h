// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/names.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace stagecraft {

// Treatment of a layer's saved activations. Full: only the layer's input is kept, and the forward pass is recomputed.
// Selective: the scores of unfused attention are dropped and recomputed (Korthikanti et al. 2022). Swap: saved
// activations are offloaded to host memory. Compress: they are kept in a lossy compressed form
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

// Time for the copies of a swapped layer, in layer passes on its pipeline rank, before compute waits for them. The copy
// out ends within `out` passes after the layer's forward pass; the copy back begins `back` passes before its backward
// pass. A larger window hides more of a copy, but keeps its bytes on the device for longer.
struct SwapWindow {
    int out = 1;
    int back = 1;

    friend bool operator==(const SwapWindow&, const SwapWindow&) = default;
};

// Policy of layers [first, last) of the chain.
struct PolicyRange {
    LayerPolicy policy = LayerPolicy::Keep;
    int first = 0;
    int last = 0;
    SwapWindow window {}; // used by LayerPolicy::Swap

    friend bool operator==(const PolicyRange&, const PolicyRange&) = default;
};

// Policies of all layers of a chain.
struct LayerPolicies {
    LayerPolicy usual = LayerPolicy::Keep; // policy of layers outside every range
    std::vector<PolicyRange> ranges {}; // the last range that contains a layer applies

    LayerPolicy of(int layer) const;
    // Returns the window of a swapped layer.
    SwapWindow windowOf(int layer) const;
    // True if any layer has this policy.
    bool has(LayerPolicy policy) const;
    bool keepsAll() const { return *this == LayerPolicies {}; }
    friend bool operator==(const LayerPolicies&, const LayerPolicies&) = default;

private:
    const PolicyRange* rangeOf(int layer) const;
};

// Appends a range, or extends the last one if it is adjacent and equal. Ignores LayerPolicy::Keep.
void addPolicy(LayerPolicies& policies, const PolicyRange& range);

// Returns "none", "full", "full@1-12,swap@13" (layer indices, both ends included), "full,none@0-3" or "swap@2-5:3:2"
// (with the window: out, back).
std::string policiesText(const LayerPolicies& policies);
// Parses the text of policiesText(). Empty if the text is malformed.
std::optional<LayerPolicies> parsePolicies(std::string_view text);

}
