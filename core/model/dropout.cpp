// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "core/model/dropout.h"

#include <algorithm>
#include <numeric>

namespace stagecraft {

namespace {

bool drops(const Statement& statement)
{
    const auto* attention = std::get_if<Attention>(&statement.op);
    return std::holds_alternative<Dropout>(statement.op) || (attention != nullptr && attention->dropout > 0);
}

bool hasDropout(const Program& program)
{
    return std::any_of(program.statements().begin(), program.statements().end(), drops);
}

// Removes all dropouts; users of a dropout's result use its input instead.
Program withoutDropout(const Program& program)
{
    const auto takes = static_cast<std::size_t>(program.takes());
    std::vector<int> moved(takes); // new value number of each old value
    std::iota(moved.begin(), moved.end(), 0);
    std::vector<std::size_t> makers(takes); // by new value except inputs: the statement that computes it
    std::vector<Statement> kept;
    const auto append = [&](Statement statement) {
        for (int result = 0; result < resultCount(statement.op); ++result) {
            moved.push_back(static_cast<int>(makers.size()));
            makers.push_back(kept.size());
        }
        kept.push_back(std::move(statement));
    };
    for (const Statement& old : program.statements()) {
        Statement statement = old;
        for (int& value : statement.inputs) {
            value = moved[static_cast<std::size_t>(value)];
        }
        if (std::holds_alternative<Dropout>(old.op)) {
            const int given = statement.inputs.front();
            moved.push_back(given);
            if (old.held && given >= program.takes()) {
                kept[makers[static_cast<std::size_t>(given)]].held = true;
            }
            continue;
        }
        if (auto* attention = std::get_if<Attention>(&statement.op)) {
            attention->dropout = 0;
        }
        append(std::move(statement));
    }
    if (kept.empty()) { // only dropout: return a view
        append({{}, Split {1}, {ProgramBuilder::input}, false, {}});
        return {program.kind(), program.feed(), std::move(kept), program.takes()};
    }
    std::vector<int> gives;
    for (const int value : program.gives()) {
        gives.push_back(moved[static_cast<std::size_t>(value)]);
    }
    return {program.kind(), program.feed(), std::move(kept), program.takes(), std::move(gives)};
}

}

bool hasDropout(const Model& model)
{
    return std::any_of(model.layers.begin(), model.layers.end(), [](const Layer& layer) {
        const auto* program = std::get_if<Program>(&layer.spec);
        return program != nullptr && hasDropout(*program);
    });
}

Model withDropout(const Model& model, DropoutUse use)
{
    Model result = model;
    if (use == DropoutUse::Configured) {
        return result;
    }
    for (Layer& layer : result.layers) {
        const auto* program = std::get_if<Program>(&layer.spec);
        if (program != nullptr && hasDropout(*program)) {
            layer.spec = withoutDropout(*program);
        }
    }
    return result;
}

}
