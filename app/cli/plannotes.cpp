// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "app/cli/plannotes.h"

#include "core/base/english.h"
#include "core/framework/framework.h"
#include "core/search/searchspace.h"

#include <algorithm>

namespace stagecraft {

std::vector<std::string> planNotes(const Problem& problem, const Plan& plan)
{
    const bool alone = std::all_of(plan.stages.begin(), plan.stages.end(),
                                   [&](const Stage& stage) { return stage.degrees.data * plan.context == 1; });
    // With sharded fp32 copies the ZeRO stage also determines how parameters are stored, even with one replica.
    if (plan.zero_stage == 0 || !alone || modeOf(problem.constraints.framework).shards_masters) {
        return {};
    }
    return {"ZeRO " + std::to_string(plan.zero_stage)
            + " has no effect: stages have one replica (DP x CP = 1), so there is nothing to shard."};
}

std::vector<std::string> lmsNotes(const ShapeOptions& shape)
{
    if (!shape.lms.given.group) {
        return {};
    }
    return {
        "--lms-group affects only the memory model with which LMS tunes its parameters. The plan itself has no groups, "
        "because the saved activations of a layer have one use."};
}

std::vector<std::string> targetNotes(const Problem& problem)
{
    std::vector<std::string> notes;
    if (problem.target != Target::Any && !problem.constraints.split_points) {
        for (const TargetObstacle& obstacle : leftOutByTarget(problem)) {
            notes.push_back("plans that the target does not support are skipped: " + describe(messageOf(obstacle)));
        }
    }
    return notes;
}

std::vector<std::string> keptNotes(const Problem& problem)
{
    const Constraints& given = problem.constraints;
    const bool asked = std::any_of(given.vary.begin(), given.vary.end(),
                                   [](Dimension dimension) { return dimension != Dimension::Tensor; });
    if (asked || given.split_points || given.zero != 0 || !given.policies.keepsAll() || hasGivenCosts(problem.model)
        || problem.cluster.devices() == 1) {
        return {};
    }
    return {"ZeRO, recomputation, micro-batch size and sequence parallelism are fixed. To search them too, add "
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
