// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "core/runtime/layers/layermodule.h"

#include "core/model/parameters.h"
#include "core/runtime/failures.h"
#include "core/runtime/layers/runoperator.h"
#include "core/runtime/recipe.h"
#include "core/runtime/script/scriptedmodule.h"
#include "core/words/worker.h"

#include <torch/torch.h>

#include <algorithm>
#include <cmath>

namespace stagecraft {

namespace {

// Standard deviation small enough for values to stay finite at any depth; convolutions preserve the magnitude of their
// input (He et al. 2015).
double deviationOf(const ParameterTensor& tensor)
{
    if (tensor.shape.size() != 4) {
        return 0.02;
    }
    return std::sqrt(2.0 / static_cast<double>(elementCount(tensor.shape) / tensor.shape.front()));
}

torch::Tensor makeParameter(const ParameterTensor& wanted, const torch::TensorOptions& options, SharedTensors& shared)
{
    if (const auto found = shared.find(wanted.shared); !wanted.shared.empty() && found != shared.end()) {
        if (found->second.sizes() != torch::IntArrayRef(wanted.shape)) {
            throw WorkFailure(say(words::worker::shared_shapes, wanted.shared));
        }
        return found->second;
    }
    torch::Tensor tensor = torch::empty(wanted.shape, options).set_requires_grad(wanted.trainable);
    const torch::NoGradGuard without_graph;
    switch (wanted.start) {
    case Start::Normal:
        tensor.normal_(0.0, deviationOf(wanted));
        break;
    case Start::Zero:
        tensor.zero_();
        break;
    case Start::One:
        tensor.fill_(1.0);
        break;
    }
    if (!wanted.shared.empty()) {
        shared.emplace(wanted.shared, tensor);
    }
    return tensor;
}

}

LayerModule::LayerModule(Program program, const LayerSetup& setup, SharedTensors& shared)
    : m_spec(program), m_program(std::move(program)), m_setup(setup), m_parts(m_program.statements().size())
{
    makeTensors(shared);
    findLastUses();
}

void LayerModule::makeTensors(SharedTensors& shared)
{
    const auto options =
        torch::TensorOptions().dtype(scalarType(parameterType(m_setup.precision))).device(m_setup.device);
    for (std::size_t i = 0; i < m_parts.size(); ++i) {
        const Statement& statement = m_program.statements()[i];
        for (const ParameterTensor& wanted : parameterTensors(statement)) {
            m_parts[i].parameters.push_back(m_parameters.emplace_back(makeParameter(wanted, options, shared)));
        }
        for (torch::Tensor& buffer : makeBuffers(statement.op, options)) {
            m_parts[i].buffers.push_back(m_buffers.emplace_back(std::move(buffer)));
        }
    }
}

bool LayerModule::learns() const
{
    return std::any_of(m_parameters.begin(), m_parameters.end(),
                       [](const torch::Tensor& parameter) { return parameter.requires_grad(); });
}

void LayerModule::findLastUses()
{
    // Index of the last statement that uses each value, or of the producing statement if it is unused.
    std::vector<std::size_t> last(static_cast<std::size_t>(m_program.takes()), 0);
    std::vector<bool> mortal(last.size(), false); // false for inputs, which the caller owns
    for (std::size_t i = 0; i < m_parts.size(); ++i) {
        const Statement& statement = m_program.statements()[i];
        for (const int value : statement.inputs) {
            last[static_cast<std::size_t>(value)] = i;
        }
        for (int result = 0; result < resultCount(statement.op); ++result) {
            last.push_back(i);
            mortal.push_back(!statement.held && i + 1 < m_parts.size());
        }
    }
    for (const int value : m_program.gives()) {
        mortal[static_cast<std::size_t>(value)] = false;
    }
    for (std::size_t value = 0; value < last.size(); ++value) {
        if (mortal[value]) {
            m_parts[last[value]].last_uses.push_back(value);
        }
    }
}

std::vector<torch::Tensor> LayerModule::forward(std::vector<torch::Tensor> inputs, const torch::Tensor& labels,
                                                ChainContext& context)
{
    std::vector<torch::Tensor> values = std::move(inputs);
    std::vector<torch::Tensor> results;
    for (std::size_t i = 0; i < m_parts.size(); ++i) {
        const Statement& statement = m_program.statements()[i];
        const Part& part = m_parts[i];
        const OperatorRun run {values, statement.inputs,  part.parameters, part.buffers,
                               labels, m_setup.attention, context};
        results = runOperator(statement.op, run);
        for (torch::Tensor& result : results) {
            values.push_back(std::move(result));
        }
        for (const std::size_t value : part.last_uses) {
            values[value].reset();
        }
    }
    std::vector<torch::Tensor> outputs;
    for (const int value : m_program.gives()) {
        outputs.push_back(values[static_cast<std::size_t>(value)]);
    }
    return outputs;
}

std::vector<torch::Tensor> distinctParameters(const std::vector<std::unique_ptr<LayerModule>>& layers)
{
    std::vector<torch::Tensor> all;
    for (const auto& layer : layers) {
        for (const torch::Tensor& parameter : layer->parameters()) {
            if (std::none_of(all.begin(), all.end(),
                             [&](const torch::Tensor& known) { return known.is_same(parameter); })) {
                all.push_back(parameter);
            }
        }
    }
    return all;
}

Result<std::unique_ptr<LayerModule>> buildLayer(const LayerSpec& spec, const LayerSetup& setup, SharedTensors& shared)
{
    if (const auto* program = std::get_if<Program>(&spec)) {
        return std::make_unique<LayerModule>(*program, setup, shared);
    }
    if (const auto* scripted = std::get_if<ScriptedLayer>(&spec)) {
        return buildScripted(*scripted, setup, shared);
    }
    return failure(ErrorCode::OptionUnsupported,
                   {words::worker::layer_to_build, words::worker::table_row, words::worker::built_layers});
}

}
