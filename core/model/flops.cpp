// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "core/model/flops.h"

#include "core/base/overloaded.h"
#include "core/model/parameters.h"
#include "core/model/trainable.h"

#include <algorithm>
#include <string_view>

namespace stagecraft {

namespace {

// Number of rows of a matrix product: the product of all lengths but the last.
double rows(const Shape& shape)
{
    double count = 1;
    for (std::size_t i = 0; i + 1 < shape.size(); ++i) {
        count *= static_cast<double>(shape[i]);
    }
    return count;
}

double product(std::int64_t a, std::int64_t b)
{
    return static_cast<double>(a) * static_cast<double>(b);
}

// Number of weights of one expert.
double weightsOf(const Experts& op)
{
    return static_cast<double>(op.firstProducts() + 1) * product(op.width, op.intermediate);
}

// `keys`: shape of the value that contains attention's keys. `capacity`: as in forwardFlops().
Flops flopsOf(const Operator& op, const Shape& input, const Shape& keys, const Shape& result, double capacity)
{
    return std::visit(
        overloaded {
            [&](const Linear& o) { return Flops(2 * rows(input) * product(o.in, o.out)); },
            [&](const Attention& o) {
                // Scores and their product with the values.
                const auto length = static_cast<double>(keys[1]);
                return Flops(2 * rows(input) * length * product(o.heads, o.head_width + o.valueWidth()));
            },
            [&](const Experts& o) {
                const double each = weightsOf(o) * (o.ranks > 1 ? capacity : 1);
                return Flops(2 * rows(input)
                             * (product(o.routerWidth(), o.count * o.ranks) + static_cast<double>(o.active) * each));
            },
            [&](const DenseExperts& o) {
                // Every expert computes every token.
                const double each = 3 * product(o.width, o.intermediate);
                return Flops(2 * rows(input) * (product(o.width, o.count) + static_cast<double>(o.count) * each));
            },
            [&](const GatedDeltaRule& o) {
                // Per token and head: scores of queries and keys in the chunk, two triangular systems, and products
                // with the state.
                const double chunk = deltaChunk;
                const auto key = static_cast<double>(o.key_width);
                const auto value = static_cast<double>(o.value_width);
                const double head = chunk * (5 * key + 3 * value) + 6 * key * value;
                return Flops(rows(input)
                             * (static_cast<double>(o.value_heads) * head + 2 * product(o.kernel, o.mixedWidth())));
            },
            [&](const Mamba2& o) {
                // Per token and head: scores of rows and columns in the chunk, their product with the values, and
                // products with the state; one product links the states of all chunks.
                const auto chunk = static_cast<double>(o.chunk);
                const double state = product(o.head_width, o.state_width);
                const double head = 2 * chunk * static_cast<double>(o.state_width + o.head_width) + 4 * state;
                const double chunks = static_cast<double>((input[1] + o.chunk - 1) / o.chunk + 1);
                const double samples = rows(input) / static_cast<double>(input[1]);
                const auto heads = static_cast<double>(o.heads);
                return Flops(rows(input) * (heads * head + 2 * product(o.kernel, o.mixedWidth()))
                             + 2 * samples * chunks * chunks * heads * state);
            },
            [&](const Convolution& o) {
                const double pixels = product(result[0], result[2]) * static_cast<double>(result[3]);
                return Flops(2 * pixels * product(o.in / o.groups, o.out) * product(o.kernel, o.kernelWidth()));
            },
            [&](const ImagePatches& o) { return Flops(2 * rows(result) * product(o.numbers(), o.width)); },
            [](const auto&) { return Flops(0); },
        },
        op);
}

}

namespace {

// Calls `visit` with each statement, its forward flops and the index of its first result. Does nothing if the shapes do
// not fit.
template <typename Visit>
void forEachProduct(const Program& program, const Boundary& inputs, double expert_capacity, const Visit& visit)
{
    const auto values = valueShapes(program, inputs);
    if (!values) {
        return;
    }
    auto result = static_cast<std::size_t>(program.takes());
    for (const Statement& statement : program.statements()) {
        const auto input = [&](int value) -> const Shape& { return (*values)[static_cast<std::size_t>(value)]; };
        const auto* attention = std::get_if<Attention>(&statement.op);
        const bool separate = attention != nullptr && attention->takesThree();
        visit(statement,
              flopsOf(statement.op, input(statement.inputs.front()), input(statement.inputs[separate ? 1 : 0]),
                      (*values)[result], expert_capacity),
              result);
        result += static_cast<std::size_t>(resultCount(statement.op));
    }
}

bool isLearned(const Statement& statement, std::string_view name)
{
    return std::find(statement.frozen.begin(), statement.frozen.end(), name) == statement.frozen.end();
}

// Number of gradient products: one for the input and one for the weight, if needed.
double gradientProducts(bool input, bool weight)
{
    return (input ? 1.0 : 0.0) + (weight ? 1.0 : 0.0);
}

// Work per token of a mixture of experts.
struct ExpertWork {
    double of_router = 0;
    double of_experts = 0;
    double first_products = 2; // first products per last product of an expert
    const char* first_weight = "gate_up.weight";
};

// Counts the router's product and the two products of each expert; the first usually has two thirds of the weights.
Flops backwardOfExperts(const ExpertWork& work, const Statement& statement, Flops forward, bool input)
{
    const bool gate_up = isLearned(statement, work.first_weight);
    const double first = gradientProducts(input, gate_up);
    const double second = gradientProducts(input || gate_up, isLearned(statement, "down.weight"));
    const double passes = work.of_router * gradientProducts(input, isLearned(statement, "router.weight"))
        + work.of_experts * (work.first_products * first + second) / (work.first_products + 1);
    return forward * (passes / (work.of_router + work.of_experts));
}

ExpertWork workOf(const Experts& op, double capacity)
{
    const bool gated = op.gate != ExpertGate::None;
    return {product(op.routerWidth(), op.count * op.ranks),
            static_cast<double>(op.active) * weightsOf(op) * (op.ranks > 1 ? capacity : 1),
            static_cast<double>(op.firstProducts()), gated ? "gate_up.weight" : "up.weight"};
}

ExpertWork workOf(const DenseExperts& op)
{
    return {product(op.width, op.count), static_cast<double>(op.count) * 3 * product(op.width, op.intermediate)};
}

// `input`: true if a gradient flows to an input; `parameters`: true if any parameter is trainable, such as a bias
// alone.
Flops backwardOfStatement(const Statement& statement, Flops forward, bool input, bool parameters, double capacity)
{
    if (const auto* experts = std::get_if<Experts>(&statement.op)) {
        return backwardOfExperts(workOf(*experts, capacity), statement, forward, input);
    }
    if (const auto* experts = std::get_if<DenseExperts>(&statement.op)) {
        return backwardOfExperts(workOf(*experts), statement, forward, input);
    }
    if (std::holds_alternative<Attention>(statement.op) || std::holds_alternative<GatedDeltaRule>(statement.op)
        || std::holds_alternative<Mamba2>(statement.op)) {
        return forward * (input || parameters ? 2.0 : 0.0);
    }
    return forward * gradientProducts(input, isLearned(statement, "weight"));
}

}

Flops forwardFlops(const Program& program, const Boundary& inputs, double expert_capacity)
{
    Flops flops;
    forEachProduct(program, inputs, expert_capacity,
                   [&](const Statement&, Flops forward, std::size_t) { flops += forward; });
    return flops;
}

Flops rerunFlops(const Program& program, const Boundary& inputs, double expert_capacity)
{
    Flops flops;
    forEachProduct(program, inputs, expert_capacity, [&](const Statement& statement, Flops forward, std::size_t) {
        flops += isStored(statement.op) ? Flops(0) : forward;
    });
    return flops;
}

Flops backwardFlops(const Program& program, const Boundary& inputs, const std::vector<bool>& learning,
                    double expert_capacity)
{
    Flops flops;
    std::vector<bool> learns = learning; // by value: true if it has a gradient
    forEachProduct(
        program, inputs, expert_capacity, [&](const Statement& statement, Flops forward, std::size_t result) {
            learns.resize(result, false);
            const auto parameters = parameterTensors(statement);
            const bool weights = std::any_of(parameters.begin(), parameters.end(),
                                             [](const ParameterTensor& tensor) { return tensor.trainable; });
            const bool input = std::any_of(statement.inputs.begin(), statement.inputs.end(),
                                           [&](int value) { return learns[static_cast<std::size_t>(value)]; });
            flops += backwardOfStatement(statement, forward, input, weights, expert_capacity);
            learns.insert(learns.end(), static_cast<std::size_t>(resultCount(statement.op)), input || weights);
        });
    return flops;
}

namespace {

// Reuses the count of the previous layer for an equal layer with equal inputs.
Flops flopsOfLayers(const Model& model, std::int64_t samples, std::int64_t sequence, bool backward)
{
    Flops flops;
    const auto boundaries = boundaryShapes(model, samples, sequence);
    if (!boundaries) {
        return flops;
    }
    Flops layer;
    std::vector<bool> counted; // by input of the previous layer: true if it had a gradient
    std::vector<bool> learning((*boundaries).front().size(), false);
    for (std::size_t i = 0; i < model.layers.size(); ++i) {
        const LayerSpec& spec = model.layers[i].spec;
        const Boundary& inputs = (*boundaries)[i];
        if (i == 0 || spec != model.layers[i - 1].spec || inputs != (*boundaries)[i - 1] || learning != counted) {
            const auto* program = std::get_if<Program>(&spec);
            layer = program != nullptr ? forwardFlops(*program, inputs) : Flops(0);
            layer += program != nullptr && backward ? backwardFlops(*program, inputs, learning) : Flops(0);
        }
        counted = learning;
        learning = backward && !learning.empty() ? learningOutputs(spec, learning) : learning;
        flops += layer;
    }
    return flops;
}

}

Flops forwardFlops(const Model& model, std::int64_t samples, std::int64_t sequence)
{
    return flopsOfLayers(model, samples, sequence, false);
}

Flops trainingFlops(const Model& model, std::int64_t samples, std::int64_t sequence)
{
    return flopsOfLayers(model, samples, sequence, true);
}

}
