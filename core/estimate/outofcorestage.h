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

// Who decides what each layer's saved activations do: KARMA's choice of keep, swap and recompute, TFLMS's distance
// threshold as its tuning finds it, or what they are compared with.
enum class OutOfCoreMethod { Karma, Lms, EagerSwap, CapacitySwap };

template <>
inline constexpr auto enumNames<OutOfCoreMethod> = std::array {
    std::pair {OutOfCoreMethod::Karma, std::string_view("karma")},
    std::pair {OutOfCoreMethod::Lms, std::string_view("lms")},
    std::pair {OutOfCoreMethod::EagerSwap, std::string_view("eager-swap")},
    std::pair {OutOfCoreMethod::CapacitySwap, std::string_view("capacity-swap")},
};

// What is settled of LMS. With a limit the allocator pages (playPaging()) instead of levels deciding.
struct LmsOptions {
    LmsOverrides given {};
    std::optional<Bytes> limit {}; // of a device, for what the layers of a stage keep and work on

    bool any() const { return limit || given.any(); }
};

// One stage as the methods see it: one micro-batch on three streams (derived), beside what the others in flight hold.
class OutOfCoreStageModel {
public:
    // `chain`: with everything kept, of a model, not of a layer table; it must outlive this, as must the problem.
    OutOfCoreStageModel(const Problem& problem, const ChainCosts& chain, LayerRange layers, BytesPerSecond host,
                        double in_flight);

    // Choices of its layers, from its first one on, that take so many bytes for the saved activations of all
    // micro-batches in flight, by the method's own model. Of those in flight one runs, in as much of the room as leaves
    // enough to the others; with LMS each has an equal share. Nothing where the model finds none.
    std::optional<LayerChoices> chosen(OutOfCoreMethod method, Bytes capacity, const LmsOptions& lms = {}) const;

    // Those of LMS that take the least memory. Settings that are given stay.
    LayerChoices lowestMemory(const LmsOverrides& given) const;

    // Of paging (LmsOptions::limit): with less no micro-batch can run.
    Bytes leastLimit() const;

    LayerRange layers() const { return m_layers; }
    // Of the largest block: less is no room at all.
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
