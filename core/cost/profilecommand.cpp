// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "core/cost/profilecommand.h"

#include "core/base/format.h"

#include <string_view>

namespace stagecraft {

namespace {

// The model as the command line has it.
std::string modelOption(const Model& model)
{
    const auto script = scriptOf(model);
    return shellWord(model.source)
        + (script ? " --trust --input " + shellWord(exampleInputText(script->input)) : std::string());
}

// What the command line has to say besides micro-batch and sequence.
std::string optionsOf(const Workload& workload, const LayerWay& way)
{
    const Workload usual;
    std::string options;
    const auto add = [&](bool wanted, const char* option, std::string_view value) {
        options += wanted ? " --" + std::string(option) + " " + shellWord(std::string(value)) : "";
    };
    add(workload.precision != usual.precision, "precision", nameOf(workload.precision));
    add(workload.optimizer != usual.optimizer, "optimizer", nameOf(workload.optimizer));
    add(workload.attention != usual.attention, "attention", nameOf(workload.attention));
    add(workload.trainable != usual.trainable, "trainable", trainableText(workload.trainable));
    add(workload.dropout != usual.dropout, "dropout", nameOf(workload.dropout));
    add(way.sharding.tensor > 1, "tensor", std::to_string(way.sharding.tensor));
    add(way.sharding.expert > 1, "expert", std::to_string(way.sharding.expert));
    options += way.sharding.sequence ? " --sequence-parallel" : "";
    return options + (way.recompute ? " --recompute" : "");
}

}

std::string profileCommand(const Model& model, const Workload& workload, const LayerWay& way, std::int64_t micro_batch)
{
    return "stagecraft-cli profile " + modelOption(model) + " --micro-batch " + std::to_string(micro_batch)
        + " --sequence " + std::to_string(workload.sequence) + optionsOf(workload, way);
}

}
