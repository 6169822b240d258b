// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "core/runtime/script/scriptedmodule.h"

#include "core/runtime/recipe.h"
#include "core/runtime/script/scriptfile.h"

#include <torch/torch.h>

namespace stagecraft {

namespace {

// Under whatever names the module has it.
void replace(torch::jit::Module& module, const torch::Tensor& tensor, const torch::Tensor& by)
{
    for (torch::jit::Module part : module.modules()) {
        for (const auto& parameter : part.named_parameters(/*recurse=*/false)) {
            if (parameter.value.is_same(tensor)) {
                part.setattr(parameter.name, by);
            }
        }
    }
}

// The same bytes at the same place of the graph. A child that works in place makes this one its output and leaves the
// caller's, which may be given again, as it was.
torch::Tensor handleOf(const torch::Tensor& input)
{
    torch::Tensor handle = input.detach();
    if (input.requires_grad()) {
        torch::autograd::impl::set_gradient_edge(handle, torch::autograd::impl::gradient_edge(input));
    }
    return handle;
}

torch::jit::Module copyOf(const torch::jit::Module& child)
{
    const torch::NoGradGuard without_graph; // so that copies are leaves
    return child.deepcopy();
}

}

ScriptedModule::ScriptedModule(torch::jit::Module child, const ScriptedLayer& layer, const LayerSetup& setup,
                               SharedTensors& shared)
    : LayerModule(layer, setup), m_child(std::move(child))
{
    m_child.train();
    convert(m_child, scalarType(parameterType(setup.precision)), setup.device);
    std::map<std::string, torch::Tensor> named;
    for (const auto& parameter : m_child.named_parameters()) {
        named.emplace(parameter.name, parameter.value);
    }
    for (const ScriptedParameter& wanted : layer.parameters) {
        const auto found = named.find(wanted.name);
        TORCH_CHECK(found != named.end() && found->second.sizes() == torch::IntArrayRef(wanted.shape), "child \"",
                    layer.child, "\" has no parameter \"", wanted.name, "\" as described");
        torch::Tensor tensor = found->second;
        const auto [at, first] =
            wanted.shared.empty() ? std::pair {shared.end(), true} : shared.emplace(wanted.shared, tensor);
        if (!first) {
            replace(m_child, tensor, at->second);
            tensor = at->second;
        }
        tensor.set_requires_grad(wanted.trainable);
        m_parameters.push_back(std::move(tensor));
    }
    for (const torch::Tensor& buffer : m_child.buffers()) {
        m_buffers.push_back(buffer);
    }
}

std::vector<torch::Tensor> ScriptedModule::forward(std::vector<torch::Tensor> inputs, const torch::Tensor&,
                                                   ChainContext&)
{
    const EagerScripts eager;
    return {m_child.forward({handleOf(inputs.front())}).toTensor()};
}

Result<std::unique_ptr<LayerModule>> buildScripted(const ScriptedLayer& layer, const LayerSetup& setup,
                                                   SharedTensors& shared)
{
    const auto module = loadScript(layer.file, layer.file_hash);
    if (!module) {
        return failure(module.error());
    }
    for (const auto& child : module->named_children()) {
        if (child.name == layer.child) {
            return std::make_unique<ScriptedModule>(copyOf(child.value), layer, setup, shared);
        }
    }
    return failure(ErrorCode::ScriptUnusable, {"it has no child \"" + layer.child + "\""}, layer.file);
}

}
