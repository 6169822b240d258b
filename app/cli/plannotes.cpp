// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "app/cli/plannotes.h"

#include "core/framework/framework.h"
#include "core/search/searchspace.h"

#include <algorithm>

namespace stagecraft {

std::vector<std::string> planNotes(const Problem& problem, const Plan& plan)
{
    const bool alone = std::all_of(plan.stages.begin(), plan.stages.end(),
                                   [&](const Stage& stage) { return stage.degrees.data * plan.context == 1; });
    // Where fp32 copies are what is divided, the stage says how parameters are kept, whoever shares them.
    if (plan.zero_stage == 0 || !alone || modeOf(problem.constraints.framework).shards_masters) {
        return {};
    }
    return {"ZeRO " + std::to_string(plan.zero_stage)
            + " changes nothing here: stages have one replica (data x context = 1), which shares with nobody."};
}

std::vector<std::string> lmsNotes(const ShapeOptions& shape)
{
    if (!shape.lms.given.group) {
        return {};
    }
    return {
        "--lms-group takes memory in LMS's own model alone, and leaves less to what it tunes; the plan has no groups, "
        "as a layer's stash has one use."};
}

std::vector<std::string> targetNotes(const Problem& problem)
{
    std::vector<std::string> notes;
    if (problem.target != Target::Any && !problem.constraints.cuts) {
        for (const TargetObstacle& obstacle : leftOutByTarget(problem)) {
            notes.push_back("plans that the target cannot be told are left out: " + textOf(obstacle));
        }
    }
    return notes;
}

std::vector<std::string> keptNotes(const Problem& problem)
{
    const Constraints& given = problem.constraints;
    const bool asked = std::any_of(given.vary.begin(), given.vary.end(),
                                   [](Dimension dimension) { return dimension != Dimension::Tensor; });
    if (asked || given.cuts || given.zero != 0 || !given.policies.keepsAll() || hasGivenCosts(problem.model)
        || problem.cluster.devices() == 1) {
        return {};
    }
    return {"ZeRO, recomputation and the micro-batch are kept as they are; the search chooses them, too, with "
            "--vary zero,recompute,micro-batch,sequence-parallel."};
}

std::string notesText(const std::vector<std::string>& notes)
{
    std::string text;
    for (const std::string& note : notes) {
        text += "Note: " + note + "\n";
    }
    return text;
}

}
