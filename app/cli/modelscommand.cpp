// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "app/cli/commands.h"
#include "app/cli/modeloption.h"
#include "app/cli/options.h"
#include "app/cli/texttable.h"
#include "core/base/english.h"
#include "core/base/format.h"
#include "core/json/codec.h"
#include "core/model/summary.h"

#include <nlohmann/json.hpp>

#include <array>
#include <memory>

namespace stagecraft {

namespace {

Result<ExitCode> listModels(const Output& output)
{
    output.document({{"families", knownFamilies()}, {"zoo", zooModels()}});
    std::string text = "Model types of Hugging Face config.json files:\n";
    for (const std::string& family : knownFamilies()) {
        text += "  " + family + "\n";
    }
    text += "Included models:\n";
    for (const std::string& name : zooModels()) {
        text += "  zoo:" + name + "\n";
    }
    output.print(text + "Provide any other model as a TorchScript file (.pt) or a layer table (.csv).\n");
    return ExitCode::Done;
}

struct ShowOptions {
    ModelOption model;
    std::optional<std::int64_t> sequence;
    std::int64_t micro_batch = 1;
    bool compact = false;
};

// Floating-point operations, as in "14.5 GFLOP".
std::string flopsText(const std::optional<Flops>& flops)
{
    if (!flops) {
        return {};
    }
    constexpr std::array units {std::pair {1e15, " PFLOP"}, std::pair {1e12, " TFLOP"}, std::pair {1e9, " GFLOP"},
                                std::pair {1e6, " MFLOP"}};
    for (const auto& [size, name] : units) {
        if (flops->value >= size) {
            return formatNumber(flops->value / size) + name;
        }
    }
    return formatNumber(flops->value) + " FLOP";
}

// One row per layer, or with `compact` one row per run of equal neighbors.
std::string layersText(const Model& model, const ModelSummary& summary, bool compact)
{
    std::vector<LayerGroup> groups;
    for (int i = 0; i < static_cast<int>(model.layers.size()); ++i) {
        groups.push_back({i, 1});
    }
    if (compact) {
        groups = equalNeighbors(model, summary);
    }
    TextTable table({{compact ? "layers" : "layer", Align::Right},
                     {"name"},
                     {compact ? "count" : "", Align::Right},
                     {"kind"},
                     {"parameters", Align::Right},
                     {"forward", Align::Right},
                     {"output", Align::Right}});
    for (const LayerGroup& group : groups) {
        const LayerSummary& layer = summary.layers[static_cast<std::size_t>(group.first)];
        const std::string first = std::to_string(group.first);
        table.add({group.count == 1 ? first : first + "-" + std::to_string(group.last()), groupName(model, group),
                   compact ? std::to_string(group.count) : "",
                   kindName(model.layers[static_cast<std::size_t>(group.first)].spec), std::to_string(layer.parameters),
                   flopsText(layer.forward), formatBytes(layer.output)});
    }
    table.add({"", "total", compact ? std::to_string(model.layers.size()) : "", "", std::to_string(summary.parameters),
               flopsText(summary.forward), formatBytes(summary.output)});
    return table.text();
}

// Input to which the numbers apply: "for 2 samples of 512 tokens".
std::string samplesText(const Model& model, const ModelSummary& summary)
{
    const std::string samples =
        summary.micro_batch == 1 ? "1 sample" : std::to_string(summary.micro_batch) + " samples";
    switch (model.sample) {
    case SampleKind::Tokens:
        return "for " + samples + " of " + std::to_string(summary.sequence) + " tokens";
    case SampleKind::Image:
        return "for " + samples + " of " + std::to_string(summary.sequence) + " x " + std::to_string(summary.sequence)
            + " pixels";
    case SampleKind::Opaque:
        break;
    }
    return "for " + samples;
}

nlohmann::json summaryJson(const Model& model, const ModelSummary& summary)
{
    auto json = encodeJson(model);
    json["parameters"] = summary.parameters;
    json["micro_batch"] = summary.micro_batch;
    json["output_bytes"] = summary.output.value;
    if (summary.forward) {
        json["sequence"] = summary.sequence;
        json["forward_flops"] = summary.forward->value;
    }
    for (std::size_t i = 0; i < summary.layers.size(); ++i) {
        const LayerSummary& layer = summary.layers[i];
        auto& entry = json["layers"][i];
        entry["parameters"] = layer.parameters;
        entry["output_bytes"] = layer.output.value;
        if (layer.forward) {
            entry["forward_flops"] = layer.forward->value;
        }
    }
    return json;
}

Result<std::int64_t> sequenceOf(const Model& model, const ShowOptions& options)
{
    const std::int64_t sequence = options.sequence.value_or(model.default_sequence);
    if (!hasGivenCosts(model) && sequence > model.longest_sequence) {
        return failure(ErrorCode::OptionOutOfRange,
                       {std::string(model.sample == SampleKind::Image ? "the image side" : "the sequence length"),
                        sequence, std::int64_t(1), model.longest_sequence});
    }
    return sequence;
}

Result<ExitCode> show(const ShowOptions& options, const Output& output, const Interrupt& interrupt)
{
    const auto model = options.model.read(nullptr, interrupt);
    if (!model) {
        return failure(model.error());
    }
    const auto sequence = sequenceOf(*model, options);
    if (!sequence) {
        return failure(sequence.error());
    }
    const auto summary = summarize(*model, options.micro_batch, *sequence);
    if (!summary) {
        return failure(summary.error());
    }
    output.document(summaryJson(*model, *summary));
    std::string text = model->name + ": " + std::to_string(summary->parameters) + " parameters, "
        + std::to_string(model->layers.size()) + " layers\n";
    text += std::string("Parameters") + (summary->forward ? ", forward pass" : "") + " and output of each layer, "
        + samplesText(*model, *summary) + (summary->forward ? ", fp32" : "") + ":\n\n"
        + layersText(*model, *summary, options.compact);
    for (const Message& note : model->notes) {
        text += "Note: " + describe(note) + "\n";
    }
    output.print(text);
    return ExitCode::Done;
}

}

void addModelsCommand(CLI::App& app, Task& task)
{
    CLI::App& command = *app.add_subcommand("models", "List supported models and show their layers and parameters");
    command.require_subcommand(1);
    CLI::App& all = *command.add_subcommand("list", "List the supported kinds of models");
    addJsonOption(all, task);
    all.callback([&task] { task.run = [](const Output& output, const Interrupt&) { return listModels(output); }; });

    const auto options = std::make_shared<ShowOptions>();
    CLI::App& one =
        *command.add_subcommand("show", "Show the layers of a model with parameters, FLOPs and output size");
    options->model.add(one, "Hugging Face config.json, zoo:NAME, a TorchScript file (.pt), or a layer table (.csv)")
        ->required();
    addCountOption(one, "--sequence", options->sequence, mostLength,
                   "Tokens per sample, or image side in pixels [the model's]");
    addCountOption(one, "--micro-batch", options->micro_batch, mostSamples, "Micro-batch size [1]");
    one.add_flag("--compact", options->compact, "Show consecutive equal layers in one row");
    addJsonOption(one, task);
    one.callback([options, &task] {
        task.run = [options](const Output& output, const Interrupt& interrupt) {
            return show(*options, output, interrupt);
        };
    });
}

}
