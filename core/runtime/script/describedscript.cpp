// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "core/runtime/script/describedscript.h"

#include "core/base/files.h"
#include "core/json/scriptdescriptionfile.h"
#include "core/runtime/script/childtensors.h"
#include "core/words/worker.h"

#include <filesystem>

namespace stagecraft {

namespace {

tl::unexpected<Error> unusable(const DescribeRequest& request, const Message& why)
{
    return failure(ErrorCode::ScriptUnusable, {why}, request.file);
}

// Checks that each layer's input matches the previous layer's output, and that the first one takes samples without a
// gradient.
Result<void> checkChain(const DescribeRequest& request, const ScriptDescription& description,
                        const std::vector<ScriptChild>& children)
{
    const auto& layers = description.layers;
    if (layers.empty() || layers.size() != children.size()) {
        return unusable(request, say(words::worker::description_layers, layers.size(), children.size()));
    }
    for (std::size_t i = 0; i < layers.size(); ++i) {
        const auto& taken = i == 0 ? description.input.shape : layers[i - 1].output;
        const bool fits = layers[i].child == children[i].name && layers[i].input == taken
            && (i + 1 == layers.size() || !layers[i].gives_loss);
        if (!fits) {
            return unusable(request, say(words::worker::description_chain, layers[i].name));
        }
    }
    return {};
}

Model emptyModel(const DescribeRequest& request, const ScriptDescription& description, const std::string& path)
{
    Model model;
    model.name = titleOfFile(request.file);
    model.family = "torchscript";
    model.source = path;
    model.sample = description.input.vocabulary > 0 ? SampleKind::Tokens : SampleKind::Opaque;
    model.default_sequence = model.sample == SampleKind::Tokens ? description.input.shape.back() : 1;
    model.longest_sequence = model.default_sequence;
    return model;
}

}

Result<Model> describedModel(const DescribeRequest& request, const Script& script)
{
    const auto description = readScriptDescription(script.description, request.file);
    if (!description) {
        return failure(description.error());
    }
    if (!request.input.shape.empty() && request.input != description->input) {
        return failure(ErrorCode::OptionUnsupported,
                       {std::string("--input"), exampleInputText(request.input),
                        say(words::worker::as_the_file_says, exampleInputText(description->input))});
    }
    const auto children = childrenOf(script.module);
    if (const auto fits = checkChain(request, *description, children); !fits) {
        return failure(fits.error());
    }
    const std::string path = std::filesystem::absolute(request.file).lexically_normal().string();
    Model model = emptyModel(request, *description, path);
    const auto shared = sharedTensors(children);
    for (std::size_t i = 0; i < children.size(); ++i) {
        const DescribedChild& described = description->layers[i];
        ScriptedLayer layer;
        layer.file = path;
        layer.file_hash = script.hash;
        layer.child = described.child;
        describeTensors(children[i], shared, layer);
        layer.type = described.type;
        layer.input = described.input;
        layer.output = described.output;
        layer.takes_sample = i == 0;
        layer.vocabulary = i == 0 ? description->input.vocabulary : 0;
        layer.gives_loss = described.gives_loss;
        layer.low_under_autocast = described.low_under_autocast;
        layer.work = described.work;
        if (!described.context.empty()) {
            layer.context = description->context;
            layer.takes_context = described.context;
        }
        model.layers.push_back({described.name, std::move(layer)});
    }
    return model;
}

}
