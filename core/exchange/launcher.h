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

// Settings that make a framework run a plan.
struct LauncherSettings {
    std::string text; // contents of the file
    // Parts of the plan that the file cannot express; listed in the file too, in English.
    std::vector<Message> not_expressed;

    friend bool operator==(const LauncherSettings&, const LauncherSettings&) = default;
};

// Makes the settings for a target other than Target::Any. Errors: OptionUnsupported for models that the target cannot
// run: layer tables; for Megatron-LM and torchtitan, anything but language decoders; for torchtitan, models unlike any
// of its own (isKnownToTorchtitan()): it has no GPT-2.
Result<LauncherSettings> launcherSettings(const PlanDocument& document, Target target);

}
