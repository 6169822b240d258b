// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/measuring/plan.h"
#include "core/model/model.h"
#include "core/profile/published.h"

#include <array>
#include <string>

namespace stagecraft::bench {

// A model to profile for a pipeline.
struct ProfiledModel {
    const char* name;
    const char* source;
    int devices;
};

inline constexpr std::array profiledModels {
    ProfiledModel {"GPT-2 small", "zoo:gpt2", 4}, ProfiledModel {"GPT-2 medium", "zoo:gpt2-medium", 8},
    ProfiledModel {"GPT-2 XL", "zoo:gpt2-xl", 8}, ProfiledModel {"GPT-3 175B", "zoo:gpt3-175b", 8},
    ProfiledModel {"ResNet-50", "zoo:resnet50", 8}};

inline std::string withThousands(std::int64_t count)
{
    std::string text = std::to_string(count);
    for (auto at = static_cast<std::ptrdiff_t>(text.size()) - 3; at > 0; at -= 3) {
        text.insert(static_cast<std::size_t>(at), ",");
    }
    return text;
}

// Makes the table of the number of layers trained to profile each model, by published strategies and by ours at two
// micro-batch sizes. Errors: those of readModel() and of the strategies.
inline Result<std::string> profileRunsTable()
{
    std::string text = "| model, number of layers | devices | mCAP | CAPSlog | Stagecraft |\n|---|--:|--:|--:|--:|\n";
    for (const ProfiledModel& profiled : profiledModels) {
        const auto model = readModel(profiled.source);
        if (!model) {
            return failure(model.error());
        }
        const int layers = static_cast<int>(model->layers.size());
        const auto mcap = mcapRuns(profiled.devices, layers);
        const auto capslog = capslogRuns(profiled.devices, layers);
        if (!mcap || !capslog) {
            return failure(mcap ? capslog.error() : mcap.error());
        }
        Workload workload;
        workload.sequence = model->default_sequence;
        const auto points = pointsOf({*model, workload, {1, 2}, {workload.sequence}, DeviceKind::Cpu, 0, {}});
        text += std::string("| ") + profiled.name + ", " + std::to_string(layers) + " | "
            + std::to_string(profiled.devices) + " | " + withThousands(layerRuns(*mcap)) + " | "
            + withThousands(layerRuns(*capslog)) + " | " + std::to_string(points.size()) + " |\n";
    }
    return text;
}

}
