// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/names.h"
#include "core/estimate/policyevaluator.h"
#include "core/memory/outofcore/karma.h"
#include "core/memory/outofcore/lms.h"
#include "core/problem/problem.h"

#include <optional>
#include <string_view>
#include <utility>
#include <vector>

namespace stagecraft {

// Method that decides between keep, swap and recompute for each layer: KARMA, TFLMS's distance threshold as its tuning
// finds it, or the baselines that they are compared with.
enum class OutOfCoreMethod { Karma, Lms, EagerSwap, CapacitySwap };

template <>
inline constexpr auto enumNames<OutOfCoreMethod> = std::array {
    std::pair {OutOfCoreMethod::Karma, std::string_view("karma")},
    std::pair {OutOfCoreMethod::Lms, std::string_view("lms")},
    std::pair {OutOfCoreMethod::EagerSwap, std::string_view("eager-swap")},
    std::pair {OutOfCoreMethod::CapacitySwap, std::string_view("capacity-swap")},
};

// User-defined LMS settings. With a limit, the allocator pages (playPaging()) instead of swapping by levels.
struct LmsOptions {
    LmsOverrides given {};
    std::optional<Bytes> limit {}; // per device, for saved activations and working set of a stage's layers

    bool any() const { return limit || given.any(); }
};

// Model of one stage for the methods: one micro-batch on three streams, plus the memory of the others in flight.
class OutOfCoreStageModel {
public:
    // `chain`: costs with everything kept, of a model, not of a layer table. `chain` and `problem` must outlive this
    // object.
    OutOfCoreStageModel(const Problem& problem, const ChainCosts& chain, LayerRange layers, BytesPerSecond host,
                        double in_flight);

    // Returns choices for the stage's layers, from its first one on, whose saved activations of all micro-batches in
    // flight fit into `capacity` by the method's model. The running micro-batch gets the capacity that the others
    // leave; with LMS each gets an equal share. Empty if the model finds none.
    std::optional<LayerChoices> chosen(OutOfCoreMethod method, Bytes capacity, const LmsOptions& lms = {}) const;

    // Returns the LMS choices with the lowest memory. Settings in `given` are fixed.
    LayerChoices lowestMemory(const LmsOverrides& given) const;

    // Returns the lowest paging limit (LmsOptions::limit) with which a micro-batch can run.
    Bytes leastLimit() const;

    LayerRange layers() const { return m_layers; }
    // Returns the saved bytes of the largest block, the lowest usable capacity.
    Bytes leastCapacity() const;

private:
    struct Labelled;

    std::optional<Labelled> widest(Bytes capacity, OutOfCoreMethod method) const;
    std::optional<Labelled> labeled(Bytes capacity, OutOfCoreMethod method) const;
    LayerChoices choicesOf(const Labelled& labeled) const;
    LayerChoices swapped(const LmsSettings& settings) const;
    std::optional<LayerChoices> paged(Bytes limit) const;

    const ChainCosts& m_chain;
    LayerRange m_layers;
    SwapRate m_rate;
    double m_in_flight;
    std::vector<OutOfCoreBlock> m_blocks;
};

}
