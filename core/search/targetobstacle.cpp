// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "core/search/targetobstacle.h"

#include "core/words/common.h"
#include "core/words/framework.h"

#include <algorithm>
#include <array>

namespace stagecraft {

namespace {

struct SettingWords {
    TargetSetting setting;
    const PhraseOf<0>& words;
    std::optional<Dimension> dimension {};
};

constexpr std::array targetSettings {
    SettingWords {TargetSetting::Schedule, words::framework::schedule, Dimension::Schedule},
    SettingWords {TargetSetting::ZeroStage, words::framework::zero_stage, Dimension::Zero},
    SettingWords {TargetSetting::Policy, words::framework::policy, Dimension::Recompute},
    SettingWords {TargetSetting::SearchedPolicy, words::framework::policy},
    SettingWords {TargetSetting::Offload, words::framework::offload, Dimension::Offload},
    SettingWords {TargetSetting::SequenceParallelism, words::framework::sequence_parallelism, Dimension::Sequence},
    SettingWords {TargetSetting::ContextKind, words::framework::context_kind, Dimension::Context},
    SettingWords {TargetSetting::ContextDegree, words::common::field_context_degree, Dimension::Context},
    SettingWords {TargetSetting::Sequence, words::framework::sequence, Dimension::Context},
    SettingWords {TargetSetting::ExpertDegree, words::common::field_expert_degree, Dimension::Expert},
    SettingWords {TargetSetting::Stages, words::framework::stages},
    SettingWords {TargetSetting::Precision, words::framework::precision},
    SettingWords {TargetSetting::Optimizer, words::framework::optimizer},
    SettingWords {TargetSetting::Trainable, words::framework::trainable},
    SettingWords {TargetSetting::Layers, words::framework::layers},
    SettingWords {TargetSetting::Model, words::framework::model},
    SettingWords {TargetSetting::Activation, words::framework::activation},
    SettingWords {TargetSetting::Bias, words::framework::bias},
    SettingWords {TargetSetting::ReplicaUse, words::framework::replica_use},
    SettingWords {TargetSetting::BoundaryCompression, words::framework::boundary_compression},
    SettingWords {TargetSetting::InFlightLimit, words::framework::in_flight_limit},
    SettingWords {TargetSetting::SplitPoints, words::framework::split_points},
    SettingWords {TargetSetting::Cluster, words::framework::cluster},
};

const SettingWords& settingWords(TargetSetting setting)
{
    return *std::find_if(targetSettings.begin(), targetSettings.end(),
                         [&](const SettingWords& each) { return each.setting == setting; });
}

Message settingTitle(const TargetObstacle& obstacle)
{
    if (obstacle.setting == TargetSetting::SearchedPolicy) {
        return say(words::framework::policy_of_search, titleOf(obstacle.target));
    }
    return say(words::framework::setting_of_plan, settingWords(obstacle.setting).words, titleOf(obstacle.target));
}

// Joins the possible values with semicolons: "0, 1, 2; 0, 1 (with pipeline parallelism)".
Argument possibleOf(const TargetObstacle& obstacle)
{
    Argument all = obstacle.possible.front();
    for (std::size_t i = 1; i < obstacle.possible.size(); ++i) {
        all = say(words::common::both, std::move(all), obstacle.possible[i]);
    }
    return all;
}

}

std::optional<Dimension> dimensionOf(TargetSetting setting)
{
    return settingWords(setting).dimension;
}

Error errorOf(const TargetObstacle& obstacle)
{
    return {ErrorCode::TargetUnsupported, {settingTitle(obstacle), obstacle.value, possibleOf(obstacle)}, {}};
}

Message messageOf(const TargetObstacle& obstacle)
{
    return say(words::framework::obstacle, settingTitle(obstacle), obstacle.value, possibleOf(obstacle));
}

}
