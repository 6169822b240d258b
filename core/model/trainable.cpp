// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "core/model/trainable.h"

#include "core/model/parameters.h"
#include "core/words/model.h"

#include <algorithm>
#include <charconv>
#include <functional>
#include <map>
#include <numeric>
#include <set>
#include <vector>

namespace stagecraft {

namespace {

constexpr std::int64_t highestRank = std::int64_t(1) << 40; // upper limit when parsing; layers allow less
constexpr std::string_view loraPrefix = "lora:";

bool matches(std::string_view pattern, std::string_view name)
{
    std::size_t p = 0;
    std::size_t n = 0;
    std::size_t star = std::string_view::npos; // position of the last "*", and the end of its match
    std::size_t stretched = 0;
    while (n < name.size()) {
        if (p < pattern.size() && (pattern[p] == '?' || (pattern[p] == name[n] && pattern[p] != '*'))) {
            ++p;
            ++n;
        } else if (p < pattern.size() && pattern[p] == '*') {
            star = p++;
            stretched = n;
        } else if (star != std::string_view::npos) {
            p = star + 1;
            n = ++stretched;
        } else {
            return false;
        }
    }
    return std::all_of(pattern.begin() + static_cast<std::ptrdiff_t>(p), pattern.end(),
                       [](char c) { return c == '*'; });
}

bool matchesAny(std::string_view patterns, std::string_view name)
{
    while (!patterns.empty()) {
        const std::size_t comma = patterns.find(',');
        if (matches(patterns.substr(0, comma), name)) {
            return true;
        }
        patterns = comma == std::string_view::npos ? std::string_view() : patterns.substr(comma + 1);
    }
    return false;
}

// Names of the frozen parameters, by statement of a layer's program: all but those that `kept` selects.
using FrozenNames = std::vector<std::vector<std::string>>;

FrozenNames frozenBut(const Program& program, const std::function<bool(const Statement&, const ParameterTensor&)>& kept)
{
    FrozenNames frozen;
    for (const Statement& statement : program.statements()) {
        std::vector<std::string>& names = frozen.emplace_back(statement.frozen);
        for (const ParameterTensor& tensor : parameterTensors(statement.op)) {
            if (std::find(names.begin(), names.end(), tensor.name) == names.end() && !kept(statement, tensor)) {
                names.push_back(tensor.name);
            }
        }
    }
    return frozen;
}

Program withFrozen(const Program& program, FrozenNames frozen)
{
    std::vector<Statement> statements = program.statements();
    for (std::size_t i = 0; i < statements.size(); ++i) {
        statements[i].frozen = std::move(frozen[i]);
    }
    return {program.kind(), program.feed(), std::move(statements), program.takes(), program.gives()};
}

ScriptedLayer frozenBut(ScriptedLayer layer, const std::function<bool(const ScriptedParameter&)>& kept)
{
    for (ScriptedParameter& parameter : layer.parameters) {
        parameter.trainable = parameter.trainable && kept(parameter);
    }
    return layer;
}

// Copies a program and adds low-rank products to linear layers.
class LoraWriter {
public:
    // `adapted`: names of linear layers.
    LoraWriter(std::int64_t rank, const std::set<std::string>& adapted) : m_rank(rank), m_adapted(adapted) {}

    Program operator()(const Program& program) const
    {
        ProgramBuilder builder(program.kind(), program.feed(), program.takes());
        std::vector<int> moved(static_cast<std::size_t>(program.takes())); // new value number of each old value
        std::iota(moved.begin(), moved.end(), 0);
        for (const Statement& old : program.statements()) {
            Statement statement = old;
            for (int& value : statement.inputs) {
                value = moved[static_cast<std::size_t>(value)];
            }
            if (std::holds_alternative<Linear>(old.op) && m_adapted.contains(old.name)) {
                moved.push_back(adapt(builder, statement));
                continue;
            }
            const int first = builder.add(std::move(statement));
            for (int result = 0; result < resultCount(old.op); ++result) {
                moved.push_back(first + result);
            }
        }
        std::vector<int> gives;
        for (const int value : program.gives()) {
            gives.push_back(moved[static_cast<std::size_t>(value)]);
        }
        return builder.finish(std::move(gives));
    }

private:
    int adapt(ProgramBuilder& builder, const Statement& statement) const
    {
        constexpr double scaling = 1; // alpha = r; its value does not change the cost
        const auto& linear = std::get<Linear>(statement.op);
        Statement base = statement;
        base.held = false;
        const int given = builder.add(std::move(base));
        const int narrow = builder.add(statement.name + ".lora_a", Linear {linear.in, m_rank, false}, statement.inputs);
        const int wide = builder.add(statement.name + ".lora_b", Linear {m_rank, linear.out, false}, {narrow});
        const int scaled = builder.add(Scale {scaling}, {wide});
        return builder.add(Statement {{}, Add {}, {given, scaled}, statement.held, {}});
    }

    std::int64_t m_rank;
    const std::set<std::string>& m_adapted;
};

// Names of linear layers whose result is the input of the loss.
std::set<std::string> projectionsOntoClasses(const Program& program)
{
    std::map<int, const Statement*> makers;
    std::set<std::string> found;
    int value = program.takes();
    for (const Statement& statement : program.statements()) {
        if (std::holds_alternative<CrossEntropy>(statement.op)) {
            const auto maker = makers.find(statement.inputs.front());
            if (maker != makers.end() && std::holds_alternative<Linear>(maker->second->op)) {
                found.insert(maker->second->name);
            }
        }
        makers[value] = &statement;
        value += resultCount(statement.op);
    }
    return found;
}

// True if the layer equals the previous one, as repeated blocks do.
bool isIdentical(const Model& model, std::size_t layer)
{
    return layer > 0 && model.layers[layer].spec == model.layers[layer - 1].spec;
}

tl::unexpected<Error> nothingNamed(const Model& model, const std::string& pattern, const std::string& example)
{
    return failure(ErrorCode::OptionUnsupported,
                   {words::model::what_to_train, pattern, say(words::model::pattern_such_as, example, model.name)});
}

Result<Model> withPattern(const Model& model, const std::string& pattern)
{
    // A shared tensor is trainable if any of its names matches.
    std::set<std::string> shared;
    std::string example;
    bool any = false;
    for (const Layer& layer : model.layers) {
        for (const ParameterTensor& tensor : parameterTensors(layer.spec)) {
            const std::string name = layer.name + "." + tensor.name;
            example = example.empty() ? name : example;
            if (matchesAny(pattern, name)) {
                any = true;
                shared.insert(tensor.shared);
            }
        }
    }
    if (!any) {
        return nothingNamed(model, pattern, example);
    }
    Model result = model;
    FrozenNames last;
    for (std::size_t l = 0; l < model.layers.size(); ++l) {
        Layer& layer = result.layers[l];
        const auto kept = [&](const std::string& sharing, const std::string& name) {
            return (!sharing.empty() && shared.contains(sharing)) || matchesAny(pattern, layer.name + "." + name);
        };
        if (const auto* scripted = std::get_if<ScriptedLayer>(&layer.spec)) {
            layer.spec =
                frozenBut(*scripted, [&](const ScriptedParameter& tensor) { return kept(tensor.shared, tensor.name); });
            continue;
        }
        const auto* program = std::get_if<Program>(&layer.spec);
        if (program == nullptr) {
            continue;
        }
        FrozenNames frozen = frozenBut(*program, [&](const Statement& s, const ParameterTensor& tensor) {
            return kept(tensor.shared, s.name + "." + tensor.name);
        });
        if (isIdentical(model, l) && frozen == last) {
            layer.spec = result.layers[l - 1].spec;
            continue;
        }
        last = frozen;
        layer.spec = withFrozen(*program, std::move(frozen));
    }
    return result;
}

// Returns the names of a program's linear layers that get adapters.
std::set<std::string> adaptedOf(const Layer& layer, const Program& program, const std::string& pattern)
{
    const std::set<std::string> excluded = projectionsOntoClasses(program);
    std::set<std::string> adapted;
    for (const Statement& statement : program.statements()) {
        if (std::holds_alternative<Linear>(statement.op) && !excluded.contains(statement.name)
            && (pattern.empty() || matchesAny(pattern, layer.name + "." + statement.name))) {
            adapted.insert(statement.name);
        }
    }
    return adapted;
}

Result<Model> withLora(const Model& model, const Trainable& lora)
{
    Model result = model;
    std::string example;
    bool any = false;
    std::int64_t full_rank = 0; // highest full rank of the adapted layers
    std::set<std::string> last;
    for (std::size_t l = 0; l < model.layers.size(); ++l) {
        Layer& layer = result.layers[l];
        const Program* program = std::get_if<Program>(&layer.spec);
        if (program == nullptr) {
            continue;
        }
        std::set<std::string> adapted = adaptedOf(layer, *program, lora.pattern);
        if (isIdentical(model, l) && adapted == last) {
            layer.spec = result.layers[l - 1].spec;
            continue;
        }
        for (const Statement& statement : program->statements()) {
            if (const auto* linear = std::get_if<Linear>(&statement.op)) {
                example = example.empty() ? layer.name + "." + statement.name : example;
                full_rank = adapted.contains(statement.name) ? std::max(full_rank, std::min(linear->in, linear->out))
                                                             : full_rank;
            }
        }
        any = any || !adapted.empty();
        const Program with_adapters = LoraWriter(lora.rank, adapted)(*program);
        last = std::move(adapted);
        layer.spec = withFrozen(with_adapters, frozenBut(with_adapters, [](const Statement& s, const ParameterTensor&) {
                                    return isAdapter(s.name);
                                }));
    }
    if (!any) {
        return nothingNamed(model, trainableText(lora), example);
    }
    if (lora.rank > full_rank) { // no product would be of low rank
        return failure(ErrorCode::OptionOutOfRange,
                       {say(words::model::rank_of, trainableText(lora), model.name), lora.rank, 1, full_rank});
    }
    return result;
}

}

std::optional<Trainable> parseTrainable(std::string_view text)
{
    if (text == "all") {
        return Trainable {};
    }
    if (!text.starts_with(loraPrefix)) {
        return text.empty() ? std::nullopt : std::optional(Trainable {TrainableKind::Pattern, std::string(text), 0});
    }
    Trainable lora {TrainableKind::Lora, {}, 0};
    const char* const begin = text.data() + loraPrefix.size();
    const char* const end = text.data() + text.size();
    const auto [read, status] = std::from_chars(begin, end, lora.rank);
    if (status != std::errc() || lora.rank < 1 || lora.rank > highestRank || (read != end && *read != ':')) {
        return std::nullopt;
    }
    if (read != end) {
        lora.pattern.assign(read + 1, end);
        if (lora.pattern.empty()) {
            return std::nullopt;
        }
    }
    return lora;
}

std::string trainableText(const Trainable& trainable)
{
    switch (trainable.kind) {
    case TrainableKind::All:
        return "all";
    case TrainableKind::Pattern:
        return trainable.pattern;
    case TrainableKind::Lora:
        break;
    }
    return std::string(loraPrefix) + std::to_string(trainable.rank)
        + (trainable.pattern.empty() ? "" : ":" + trainable.pattern);
}

Result<Model> withTrainable(const Model& model, const Trainable& trainable)
{
    if (trainable.kind == TrainableKind::All) {
        return model;
    }
    if (hasGivenCosts(model)) {
        return failure(ErrorCode::OptionUnsupported,
                       {words::model::what_to_train, trainableText(trainable), words::model::all_of_a_table});
    }
    if (trainable.kind == TrainableKind::Lora && scriptOf(model)) {
        return failure(ErrorCode::OptionUnsupported,
                       {words::model::what_to_train, trainableText(trainable), words::model::all_or_pattern});
    }
    return trainable.kind == TrainableKind::Pattern ? withPattern(model, trainable.pattern)
                                                    : withLora(model, trainable);
}

bool isAdapter(std::string_view name)
{
    return name.ends_with(".lora_a") || name.ends_with(".lora_b");
}

bool learns(const LayerSpec& spec)
{
    const auto tensors = parameterTensors(spec);
    return std::any_of(tensors.begin(), tensors.end(), [](const ParameterTensor& t) { return t.trainable; });
}

std::vector<bool> learningOutputs(const LayerSpec& spec, const std::vector<bool>& inputs)
{
    const auto* program = std::get_if<Program>(&spec);
    if (program == nullptr) {
        return {inputs.front() || learns(spec)};
    }
    std::vector<bool> values = inputs;
    for (const Statement& statement : program->statements()) {
        const auto tensors = parameterTensors(statement);
        bool learning =
            std::any_of(tensors.begin(), tensors.end(), [](const ParameterTensor& t) { return t.trainable; });
        // These operators use only the shape of their input.
        const bool of_shape = std::holds_alternative<TargetIds>(statement.op)
            || std::holds_alternative<RelativeBias>(statement.op) || std::holds_alternative<ZeroBias>(statement.op)
            || std::holds_alternative<ImagePatches>(statement.op)
            || std::holds_alternative<GridPositions>(statement.op);
        for (const int value : statement.inputs) {
            learning = learning || (!of_shape && values[static_cast<std::size_t>(value)]);
        }
        values.insert(values.end(), static_cast<std::size_t>(resultCount(statement.op)), learning);
    }
    std::vector<bool> outputs;
    for (const int value : program->gives()) {
        outputs.push_back(values[static_cast<std::size_t>(value)]);
    }
    return outputs;
}

}
