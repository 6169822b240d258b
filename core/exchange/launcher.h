// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/message.h"
#include "core/base/result.h"
#include "core/exchange/planfile.h"
#include "core/problem/target.h"

#include <string>
#include <vector>

namespace stagecraft {

// A plan as the framework that will run it is told of it.
struct LauncherSettings {
    std::string text; // of the file
    std::vector<Message> not_expressed; // of the plan; the file has them too, in English

    friend bool operator==(const LauncherSettings&, const LauncherSettings&) = default;
};

// The settings for a target, which is not Target::Any. Errors: OptionUnsupported for models of which the target's
// settings cannot be made: layer tables, for Megatron-LM and torchtitan what is no decoder of language, and for
// torchtitan what is not like one of its models (isKnownToTorchtitan()): it has no GPT-2.
Result<LauncherSettings> launcherSettings(const PlanDocument& document, Target target);

}
