// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/search/chainlibrary.h"
#include "core/search/load.h"
#include "core/search/searchspace.h"
#include "core/search/stagetable.h"
#include "core/search/stepfloor.h"

#include <cstdint>
#include <optional>
#include <stop_token>
#include <vector>

namespace stagecraft {

// A family of plans over several groups of devices: its stages have the same degrees wherever they lie.
struct MixedFamily {
    PlanFamily family;
    std::vector<SpreadOption> options; // one for each group that can have a stage
    Load bound; // no plan has a lower one
    StepFloor floor; // no plan has a shorter or a cheaper step
};

// All families of a problem over several groups that can be told of, by their bounds. Holds references to its
// arguments. For one thread.
class MixedFamilies {
public:
    // Errors: where there is no family the first reason that one of them has.
    static Result<MixedFamilies> make(const Problem& problem, const CostModel& model, const std::stop_token& stop);

    const std::vector<MixedFamily>& all() const { return m_families; }
    std::int64_t size() const { return m_size; } // depths of all families
    std::int64_t leftOut() const { return m_left_out; } // families that are none of these
    // Schedules without a closed form, of which plans over several groups are not searched for.
    const std::vector<ScheduleKind>& unsearched() const { return m_unsearched; }

    // What the stages of a family take. Made anew with each call.
    StageTable tableOf(const MixedFamily& family);
    // The same where all but its tensor and data degrees are as the family has it, and those are each stage's own.
    // `data`: of the first stage, whose is the micro-batch.
    StageTable spreadTableOf(const MixedFamily& family, std::int64_t micro_batches, int data);

private:
    MixedFamilies(const Problem& problem, const CostModel& model) : m_problem(problem), m_library(problem, model) {}

    void leaveOut(ScheduleKind schedule);
    void add(PlanFamily family, std::optional<Error>& reason);
    Result<MixedFamily> withOptions(PlanFamily family);
    bool mayLie(const PlanFamily& family, int device_group) const;
    Load boundOf(const MixedFamily& of, const std::vector<const LibraryChain*>& chains) const;
    Problem fixedAs(const MixedFamily& family) const;

    const Problem& m_problem;
    ChainLibrary m_library;
    std::vector<MixedFamily> m_families;
    std::int64_t m_size = 0;
    std::int64_t m_left_out = 0;
    std::vector<ScheduleKind> m_unsearched;
};

}
