// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "core/cost/profilecommand.h"

#include "core/base/format.h"

#include <string_view>

namespace stagecraft {

namespace {

// Returns the model as a command-line argument.
std::string modelOption(const Model& model)
{
    const auto script = scriptOf(model);
    return shellWord(model.source)
        + (script ? " --trust --input " + shellWord(exampleInputText(script->input)) : std::string());
}

// Returns the command-line options other than micro-batch size and sequence length.
std::string optionsOf(const Workload& workload, const LayerRunOptions& run_options)
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
    add(run_options.sharding.tensor > 1, "tensor", std::to_string(run_options.sharding.tensor));
    add(run_options.sharding.expert > 1, "expert", std::to_string(run_options.sharding.expert));
    options += run_options.sharding.sequence ? " --sequence-parallel" : "";
    return options + (run_options.recompute ? " --recompute" : "");
}

}

std::string profileCommand(const Model& model, const Workload& workload, const LayerRunOptions& run_options,
                           std::int64_t micro_batch)
{
    return "stagecraft-cli profile " + modelOption(model) + " --micro-batch " + std::to_string(micro_batch)
        + " --sequence " + std::to_string(workload.sequence) + optionsOf(workload, run_options);
}

}
