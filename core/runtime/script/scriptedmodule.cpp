// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "core/runtime/script/scriptedmodule.h"

#include "core/runtime/failures.h"
#include "core/runtime/recipe.h"
#include "core/runtime/script/scriptfile.h"
#include "core/words/worker.h"

#include <torch/torch.h>

#include <algorithm>
#include <map>

namespace stagecraft {

namespace {

// Replaces a tensor under all its names in the module.
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

// Returns a handle to the same storage at the same position in the graph. A child that works in place turns the handle
// into its output and leaves the caller's tensor, which may be used again, unchanged.
torch::Tensor handleOf(const torch::Tensor& input)
{
    torch::Tensor handle = input.detach();
    if (input.requires_grad()) {
        torch::autograd::impl::set_gradient_edge(handle, torch::autograd::impl::gradient_edge(input));
    }
    return handle;
}

// Copies a child. A child of a file without weights is copied to the meta device, so that its tensors are allocated on
// the device where it runs.
torch::jit::Module copyOf(const torch::jit::Module& child)
{
    const torch::NoGradGuard without_graph; // makes copies leaves
    bool weightless = false;
    for (const torch::Tensor& tensor : child.parameters()) {
        weightless = weightless || isWeightless(tensor);
    }
    return weightless ? child.deepcopy(torch::Device(torch::kMeta)) : child.deepcopy();
}

// Makes random weights; all other tensors are 1, which causes no division by zero and masks nothing.
torch::Tensor made(const torch::Tensor& like, torch::ScalarType type, torch::Device device)
{
    constexpr double deviation = 0.02;
    torch::Tensor tensor =
        torch::empty(like.sizes(),
                     torch::TensorOptions().dtype(like.is_floating_point() ? type : like.scalar_type()).device(device));
    return tensor.is_floating_point() && tensor.dim() > 1 ? tensor.normal_(0.0, deviation) : tensor.fill_(1);
}

void makeMissing(torch::jit::Module& module, torch::ScalarType type, torch::Device device)
{
    const torch::NoGradGuard without_graph;
    std::map<const void*, torch::Tensor> known; // tensors with several names
    for (torch::jit::Module part : module.modules()) {
        for (const auto& attribute : part.named_attributes(/*recurse=*/false)) {
            if (!attribute.value.isTensor() || !attribute.value.toTensor().is_meta()) {
                continue;
            }
            const torch::Tensor empty = attribute.value.toTensor();
            torch::Tensor& tensor = known[empty.unsafeGetTensorImpl()];
            if (!tensor.defined()) {
                tensor = made(empty, type, device);
            }
            part.setattr(attribute.name, tensor);
        }
    }
}

torch::ScalarType typeOf(const ScriptedContext& context, Precision precision)
{
    static const std::map<std::string, torch::ScalarType> types {
        {"bool", torch::kBool},       {"int32", torch::kInt32},           {"int64", torch::kInt64},
        {"float16", torch::kFloat16}, {"bfloat16", torch::kBFloat16},     {"float32", torch::kFloat32},
        {"float64", torch::kFloat64}, {"complex64", torch::kComplexFloat}};
    if (context.type == "model") {
        return scalarType(parameterType(precision));
    }
    const auto at = types.find(context.type);
    if (at == types.end()) {
        throw WorkFailure(say(words::worker::number_type, context.name, context.type));
    }
    return at->second;
}

torch::Tensor made(const ScriptedContext& context, std::int64_t samples, const LayerSetup& setup)
{
    const auto lengths = [&](std::vector<std::int64_t> shape) {
        std::replace(shape.begin(), shape.end(), std::int64_t {0}, samples);
        return shape;
    };
    const auto options = torch::TensorOptions().dtype(typeOf(context, setup.precision)).device(setup.device);
    return torch::ones(lengths(context.stored), options).expand(lengths(context.shape));
}

}

ScriptedModule::ScriptedModule(torch::jit::Module child, const ScriptedLayer& layer, const LayerSetup& setup,
                               SharedTensors& shared)
    : LayerModule(layer, setup), m_child(std::move(child))
{
    m_child.train();
    makeMissing(m_child, scalarType(parameterType(setup.precision)), setup.device);
    convert(m_child, scalarType(parameterType(setup.precision)), setup.device);
    std::map<std::string, torch::Tensor> named;
    for (const auto& parameter : m_child.named_parameters()) {
        named.emplace(parameter.name, parameter.value);
    }
    for (const ScriptedParameter& wanted : layer.parameters) {
        const auto found = named.find(wanted.name);
        if (found == named.end() || found->second.sizes() != torch::IntArrayRef(wanted.shape)) {
            throw WorkFailure(say(words::worker::parameter_missing, layer.child, wanted.name));
        }
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
                                                   ChainContext& context)
{
    const EagerScripts eager;
    const auto& layer = std::get<ScriptedLayer>(spec());
    const std::int64_t samples = inputs.front().size(0);
    std::vector<torch::Tensor> shared; // made in full, as the model does before its first block
    for (const ScriptedContext& tensor : layer.context) {
        shared.push_back(context.named(tensor.name, samples, [&] { return made(tensor, samples, setup()); }));
    }
    std::vector<c10::IValue> arguments {handleOf(inputs.front())};
    for (const std::int64_t taken : layer.takes_context) {
        arguments.emplace_back(shared[static_cast<std::size_t>(taken)]);
    }
    const c10::IValue given = m_child.forward(std::move(arguments));
    // Further elements of a tuple stay alive as long as in Python: until the pass ends.
    return {given.isTuple() ? given.toTupleRef().elements().at(0).toTensor() : given.toTensor()};
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
    return failure(ErrorCode::ScriptUnusable, {say(words::worker::no_child, layer.child)}, layer.file);
}

}
