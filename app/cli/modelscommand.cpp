// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "app/cli/commands.h"
#include "app/cli/options.h"
#include "app/cli/texttable.h"
#include "core/json/codec.h"
#include "core/model/parameters.h"

#include <nlohmann/json.hpp>

#include <memory>

namespace stagecraft {

namespace {

Result<ExitCode> list(const Output& output)
{
    output.document({{"families", knownFamilies()}, {"zoo", zooModels()}});
    std::string text = "Model types of Hugging Face's config.json:\n";
    for (const std::string& family : knownFamilies()) {
        text += "  " + family + "\n";
    }
    text += "Models that come along:\n";
    for (const std::string& name : zooModels()) {
        text += "  zoo:" + name + "\n";
    }
    output.print(text + "Any other model can be given as a layer table (.csv).\n");
    return ExitCode::Done;
}

Result<ExitCode> show(const std::string& source, const Output& output)
{
    const auto model = readModel(source);
    if (!model) {
        return failure(model.error());
    }
    auto json = encodeJson(*model);
    json["parameters"] = parameterCount(*model);
    TextTable table({{"layer", Align::Right}, {"name"}, {"kind"}, {"parameters", Align::Right}});
    for (std::size_t i = 0; i < model->layers.size(); ++i) {
        const Layer& layer = model->layers[i];
        json["layers"][i]["parameters"] = parameterCount(layer.spec);
        table.add({std::to_string(i), layer.name, kindName(layer.spec), std::to_string(parameterCount(layer.spec))});
    }
    output.document(json);
    std::string text = model->name + ": " + std::to_string(parameterCount(*model)) + " parameters, "
        + std::to_string(model->layers.size()) + " layers\n\n" + table.text();
    for (const std::string& note : model->notes) {
        text += "Note: " + note + "\n";
    }
    output.print(text);
    return ExitCode::Done;
}

}

void addModelsCommand(CLI::App& app, Task& task)
{
    CLI::App& command = *app.add_subcommand("models", "Models that can be profiled, their layers and parameters");
    command.require_subcommand(1);
    CLI::App& all = *command.add_subcommand("list", "What kinds of models are known");
    addJsonOption(all, task);
    all.callback([&task] { task.run = [](const Output& output, const Interrupt&) { return list(output); }; });

    const auto source = std::make_shared<std::string>();
    CLI::App& one = *command.add_subcommand("show", "The layers of a model");
    one.add_option("MODEL", *source, "config.json of Hugging Face, zoo:NAME, or a layer table (.csv)")->required();
    addJsonOption(one, task);
    one.callback([source, &task] {
        task.run = [source](const Output& output, const Interrupt&) { return show(*source, output); };
    });
}

}
