// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "core/cost/prior/layerprior.h"

#include "core/cost/prior/operators.h"
#include "core/cost/tracereading.h"
#include "core/model/flops.h"
#include "core/model/parameters.h"
#include "core/words/estimate.h"

#include <algorithm>
#include <map>
#include <set>
#include <tuple>
#include <utility>

namespace stagecraft {

namespace {

using prior::OperatorScene;
using prior::Tape;
using prior::Value;

// Runs a layer's program on a tape.
class Run {
public:
    Run(const Program& program, const ProfilePoint& point, DeviceKind device, double expert_capacity,
        const std::vector<Shape>& shapes)
        : m_program(program), m_point(point), m_device(device), m_expert_capacity(expert_capacity), m_shapes(shapes)
    {
        int result = program.takes();
        for (std::size_t i = 0; i < program.statements().size(); ++i) {
            m_first_result.push_back(result);
            result += resultCount(program.statements()[i].op);
            for (const int value : program.statements()[i].inputs) {
                m_last_use[value] = i;
            }
        }
        m_first_result.push_back(result);
    }

    std::vector<Value> inputs(Tape& tape) const
    {
        const bool begins = m_program.feed() != Feed::Hidden;
        std::vector<Value> inputs;
        for (std::size_t i = 0; i < static_cast<std::size_t>(m_program.takes()); ++i) {
            const bool learns = i == 0 ? !begins && m_point.input_gradient : m_point.sides[i - 1].gradient;
            const NumberType type = i == 0 ? m_point.input_type : m_point.sides[i - 1].type;
            // Token ids have eight bytes.
            const std::int64_t wider = m_program.feed() == Feed::TokenIds ? 8 / bytesOf(type) : 1;
            inputs.push_back(tape.given(elementCount(m_shapes[i]) * wider, type, learns));
        }
        return inputs;
    }

    // Returns the layer's results; other values are released after their last use.
    std::vector<Value> forward(Tape& tape, const std::vector<Value>& inputs) const
    {
        Values values;
        for (std::size_t i = 0; i < inputs.size(); ++i) {
            values.all.emplace(static_cast<int>(i), inputs[i]);
        }
        const auto& statements = m_program.statements();
        for (std::size_t i = 0; i < statements.size();) {
            std::size_t end = i + 1;
            while (statements[i].segment > 0 && end < statements.size()
                   && statements[end].segment == statements[i].segment) {
                ++end;
            }
            if (statements[i].segment > 0) {
                runSegment(tape, values, i, end);
            } else {
                run(tape, values, i);
            }
            drop(values, i, end);
            i = end;
        }
        std::vector<Value> results;
        for (const int value : m_program.gives()) {
            results.push_back(values.all.at(value));
        }
        return results;
    }

private:
    struct Values {
        std::map<int, Value> all; // values that are alive
        std::map<int, Value> parts; // this rank's part of gathered values
    };

    int firstResult(std::size_t index) const { return m_first_result[index]; }

    void run(Tape& tape, Values& values, std::size_t index) const
    {
        const Statement& statement = m_program.statements()[index];
        const int first = firstResult(index);
        OperatorScene scene {tape, statement, {}, {}, {}, {}, m_point.precision, m_point.attention, m_device};
        scene.expert_capacity = m_expert_capacity;
        for (const int input : statement.inputs) {
            scene.inputs.push_back(values.all.at(input));
            const auto part = values.parts.find(input);
            scene.gathered_from.push_back(part != values.parts.end() ? &part->second : nullptr);
            scene.input_shapes.push_back(&m_shapes[static_cast<std::size_t>(input)]);
        }
        for (int r = 0; r < resultCount(statement.op); ++r) {
            scene.result_shapes.push_back(&m_shapes[static_cast<std::size_t>(first + r)]);
        }
        if (std::holds_alternative<GatherTokens>(statement.op)) {
            scene.taken_in = takenIn(first);
            values.parts.emplace(first, values.all.at(statement.inputs.front()));
        }
        int result = first;
        for (Value& made : prior::writeOperator(std::move(scene))) {
            values.all.emplace(result++, std::move(made));
        }
    }

    // Runs statements [begin, end), which the backward pass recomputes together.
    void runSegment(Tape& tape, Values& values, std::size_t begin, std::size_t end) const
    {
        const int first = firstResult(begin);
        const int behind = firstResult(end);
        std::set<int> takes;
        std::vector<int> gives;
        for (std::size_t i = begin; i < end; ++i) {
            for (const int input : m_program.statements()[i].inputs) {
                if (input < first) {
                    takes.insert(input);
                }
            }
        }
        for (int value = first; value < behind; ++value) {
            if (leaves(value) || lastUse(value) >= end) {
                gives.push_back(value);
            }
        }
        std::vector<Value> taken;
        for (const int value : takes) {
            taken.push_back(values.all.at(value));
        }
        const auto results = tape.checkpoint(taken, [this, &tape, begin, end, takes, gives](const auto& given) {
            Values inner;
            auto next = given.begin();
            for (const int value : takes) {
                inner.all.emplace(value, *next++);
            }
            for (std::size_t i = begin; i < end; ++i) {
                run(tape, inner, i);
                drop(inner, i, i + 1);
            }
            std::vector<Value> results;
            for (const int value : gives) {
                results.push_back(inner.all.at(value));
            }
            return results;
        });
        for (std::size_t i = 0; i < gives.size(); ++i) {
            values.all.emplace(gives[i], results[i]);
        }
    }

    bool leaves(int value) const
    {
        const auto& gives = m_program.gives();
        return std::find(gives.begin(), gives.end(), value) != gives.end();
    }

    // Returns the last statement that uses a value; 0 if none.
    std::size_t lastUse(int value) const
    {
        const auto last = m_last_use.find(value);
        return last == m_last_use.end() ? 0 : last->second;
    }

    // Releases values that no statement from `end` on uses, except inputs and results of the layer.
    void drop(Values& values, std::size_t begin, std::size_t end) const
    {
        for (auto entry = values.all.begin(); entry != values.all.end() && entry->first < firstResult(begin);) {
            const int value = entry->first;
            const bool stays = value < m_program.takes() || lastUse(value) >= end || leaves(value) || held(value);
            if (stays) {
                ++entry;
                continue;
            }
            entry->second = Value();
            values.parts.erase(value);
            entry = values.all.erase(entry);
        }
    }

    // Returns the FP8 recipe of all products that use a value; None if another operator uses it.
    Fp8Recipe takenIn(int value) const
    {
        std::optional<Fp8Recipe> all;
        for (const Statement& statement : m_program.statements()) {
            if (std::find(statement.inputs.begin(), statement.inputs.end(), value) == statement.inputs.end()) {
                continue;
            }
            const auto* linear = std::get_if<Linear>(&statement.op);
            const Fp8Recipe own = linear != nullptr ? linear->fp8 : Fp8Recipe::None;
            all = all.value_or(own) == own ? own : Fp8Recipe::None;
        }
        return all.value_or(Fp8Recipe::None);
    }

    bool held(int value) const
    {
        const Statement* maker = makerOf(m_program, value);
        return maker != nullptr && maker->held;
    }

    const Program& m_program;
    const ProfilePoint& m_point;
    DeviceKind m_device;
    double m_expert_capacity;
    const std::vector<Shape>& m_shapes;
    std::map<int, std::size_t> m_last_use; // [value]: last statement that uses it
    std::vector<int> m_first_result; // [statement]: index of its first result; one more entry for the end
};

// True if the first input of a statement is the result of a norm whose last operation multiplies by a weight of the
// parameters' type.
bool takesWideNorm(const Program& program, const Statement& statement)
{
    const Statement* maker = makerOf(program, statement.inputs.front());
    const auto* norm = maker == nullptr ? nullptr : std::get_if<RmsNorm>(&maker->op);
    return norm != nullptr && !norm->around_one && !norm->wide && !norm->powered;
}

// Returns the bytes of rotary tables and linear biases, which all layers of a stage share.
Bytes contextOf(const Program& program, const ProfilePoint& point, DeviceKind device)
{
    std::set<std::tuple<std::int64_t, double, std::int64_t>> tables; // width, base, bytes per number
    std::int64_t biases = 0;
    std::int64_t images = 0; // bytes of the tables of rows and columns
    for (const Statement& statement : program.statements()) {
        const auto* attention = std::get_if<Attention>(&statement.op);
        const bool low = point.precision == Precision::Bf16Autocast;
        if (attention != nullptr && attention->alibi && point.attention == AttentionKind::Sdpa
            && (attention->dropout == 0 || device == DeviceKind::Cuda)) {
            biases = std::max(biases,
                              point.micro_batch * attention->heads * point.sequence * point.sequence
                                  * bytesOf(low ? NumberType::Bf16 : parameterType(point.precision)));
        }
        if (attention != nullptr && attention->per_image) {
            images = 2 * point.micro_batch * point.input.front() * attention->head_width * bytesOf(NumberType::Fp32);
        } else if (attention != nullptr && attention->rotary_width > 0) {
            // Tables have the queries' type: products are low under autocast, norms are wide. Tables of one half, or of
            // complex numbers, have half the width.
            const bool complex = attention->rotary_form == RotaryForm::Complex;
            const bool wide = complex || attention->flexible;
            const bool half = complex || attention->rotary_form == RotaryForm::EachHalf;
            const bool normed = attention->head_norm ? !attention->norm_around_one && !attention->powered_norm
                                                     : takesWideNorm(program, statement);
            const NumberType type = low && !normed ? NumberType::Bf16 : parameterType(point.precision);
            const std::int64_t samples = attention->rotary_per_sample ? point.micro_batch : 1;
            const std::int64_t other =
                attention->other_rotary_width > 0 ? attention->other_rotary_width : attention->rotary_width;
            const auto add = [&](std::int64_t width, double base) {
                tables.emplace(width / (half ? 2 : 1) * samples, base, bytesOf(wide ? NumberType::Fp32 : type));
            };
            add(attention->rotary_width, attention->rotary_base);
            if (attention->other_rotary_base > 0) {
                add(other, attention->other_rotary_base);
            }
        }
    }
    std::int64_t bytes = biases + images;
    for (const auto& [width, base, each] : tables) {
        bytes += 2 * width * point.sequence * each;
    }
    return Bytes(bytes);
}

// Returns the bytes of gradient placeholders: one tensor per shape of weight.
Bytes placeholdersOf(const Program& program, const ProfilePoint& point)
{
    std::set<std::pair<std::int64_t, std::int64_t>> shapes;
    for (const Statement& statement : program.statements()) {
        const auto* linear = std::get_if<Linear>(&statement.op);
        if (linear != nullptr && linear->placeholder && statement.frozen.empty()) {
            shapes.emplace(linear->out, linear->in);
        }
        const auto* experts = std::get_if<Experts>(&statement.op);
        if (experts != nullptr && experts->placeholder && statement.frozen.empty()) {
            shapes.emplace(experts->firstProducts() * experts->intermediate, experts->width);
            shapes.emplace(experts->width, experts->intermediate);
        }
    }
    std::int64_t bytes = 0;
    for (const auto& [out, in] : shapes) {
        bytes += out * in * bytesOf(parameterType(point.precision));
    }
    return Bytes(bytes);
}

// Records a forward and backward pass. Sets the work and the memory of inputs and outputs in `prior` if it is not null.
AllocationTrace traced(const Run& run, const ProfilePoint& point, bool later, LayerPrior* prior)
{
    if (point.recompute) {
        Tape tape(false);
        std::vector<std::int64_t> results;
        {
            const std::vector<Value> given = run.inputs(tape);
            for (const Value& result : run.forward(tape, given)) {
                results.push_back(result.bytes());
            }
        }
        tape.endForward();
        const auto forward_events = static_cast<std::int64_t>(tape.events().size());
        // The backward pass starts with the differentiated forward pass, after the output's gradient is allocated.
        tape.runAgain();
        tape.makeGradients(results);
        std::vector<Value> inputs = run.inputs(tape);
        std::vector<Value> outputs = run.forward(tape, inputs);
        tape.endForward();
        AllocationTrace trace = tape.backward(std::move(outputs), later);
        trace.forward_events = forward_events;
        return trace;
    }
    Tape tape(true);
    std::vector<Value> inputs = run.inputs(tape);
    std::vector<Value> outputs = run.forward(tape, inputs);
    const std::int64_t cached = tape.endForward();
    if (prior != nullptr) {
        LayerMemory& memory = prior->memory;
        memory.cached = Bytes(cached);
        for (const Value& input : inputs) {
            memory.inputs.push_back({Bytes(input.bytes()), {}, tape.keeps(input)});
            memory.inputs.back().gradient = input.learns() ? Bytes(input.bytes()) : Bytes(0);
        }
        for (const Value& output : outputs) {
            memory.outputs.push_back({Bytes(output.bytes()), {}, tape.keeps(output)});
        }
        prior->forward = tape.forwardWork();
    }
    AllocationTrace trace = tape.backward(std::move(outputs), later);
    if (prior != nullptr) {
        prior->backward = tape.backwardWork();
    }
    return trace;
}

void setBoundaries(LayerMemory& memory, const Program& program)
{
    for (std::size_t i = 0; i < memory.outputs.size(); ++i) {
        const int value = program.gives()[i];
        if (value < program.takes()) {
            memory.outputs[i].passes = value;
            memory.outputs[i].kept = false;
        }
        memory.output += memory.outputs[i].bytes;
    }
    for (const BoundaryTensor& input : memory.inputs) {
        memory.input += input.bytes;
        memory.input_gradient += input.gradient;
    }
    memory.keeps_input = memory.inputs.front().kept;
    memory.keeps_output = memory.outputs.front().kept;
    if (memory.inputs.size() < 2 && memory.outputs.size() < 2) {
        memory.inputs.clear();
        memory.outputs.clear();
    } else {
        memory.inputs.front().gradient = {};
    }
}

double numbersIn(const Shape& shape)
{
    double product = 1;
    for (const std::int64_t dimension : shape) {
        product *= static_cast<double>(dimension);
    }
    return product;
}

// Counts the numbers of a statement's parameters and of its intermediate tensors: scores, and rows of experts.
double numbersBeside(const Statement& statement, const Shape& input, const Shape& keys, const ProfilePoint& point,
                     double expert_capacity)
{
    double numbers = 0;
    for (const ParameterTensor& tensor : parameterTensors(statement)) {
        numbers += numbersIn(tensor.shape);
    }
    if (const auto* op = std::get_if<Attention>(&statement.op)) {
        const bool scores = point.attention == AttentionKind::Eager || op->alibi || op->biased || op->explicit_mask
            || op->chunk > 0 || op->dropout > 0 || op->value_width > 0
            || (!op->fused_scores && !op->flexible && (op->window > 0 || op->sinks));
        return numbers + (scores ? numbersIn({input[0], op->heads, input[1], keys[1]}) : 0);
    }
    if (const auto* op = std::get_if<Experts>(&statement.op)) {
        const double rows = numbersIn(input) / static_cast<double>(op->width) * static_cast<double>(op->active);
        return numbers + rows * expert_capacity * static_cast<double>(op->width + 2 * op->intermediate);
    }
    if (const auto* op = std::get_if<GatedDeltaRule>(&statement.op)) {
        const double rows =
            (numbersIn(input) / static_cast<double>(input.back()) + deltaChunk) * static_cast<double>(op->value_heads);
        const double state = static_cast<double>(op->key_width) * static_cast<double>(op->value_width);
        return numbers + rows * (static_cast<double>(8 * op->key_width + 8 * op->value_width + 8 * deltaChunk) + state);
    }
    if (const auto* op = std::get_if<Mamba2>(&statement.op)) {
        const double rows =
            numbersIn(input) / static_cast<double>(input.back()) + static_cast<double>(input[0] * op->chunk);
        const auto state = static_cast<double>(op->state_width);
        const double head = static_cast<double>(4 * op->chunk + 4 * op->head_width) + 4 * state
            + 2 * state * static_cast<double>(op->head_width);
        return numbers + rows * static_cast<double>(op->heads) * head;
    }
    if (const auto* op = std::get_if<DenseExperts>(&statement.op)) {
        const double rows = numbersIn(input) / static_cast<double>(op->width) * static_cast<double>(op->count);
        return numbers + rows * static_cast<double>(2 * op->width + 2 * op->intermediate);
    }
    return numbers;
}

// Limits the numbers of a layer, so that all sums of bytes on the tape fit into int64.
Result<void> requireCountable(const Program& program, const std::vector<Shape>& shapes, const ProfilePoint& point,
                              double expert_capacity)
{
    constexpr double most = 1125899906842624; // 2^50
    double numbers = 0;
    for (const Shape& shape : shapes) {
        numbers += numbersIn(shape);
    }
    for (const Statement& statement : program.statements()) {
        const auto shapeAt = [&](std::size_t input) -> const Shape& {
            return shapes[static_cast<std::size_t>(statement.inputs[input])];
        };
        if (!statement.inputs.empty()) {
            const auto* attention = std::get_if<Attention>(&statement.op);
            const bool separate = attention != nullptr && attention->takesThree();
            numbers += numbersBeside(statement, shapeAt(0), shapeAt(separate ? 1 : 0), point, expert_capacity);
        }
    }
    return numbers > most ? failure(ErrorCode::OptionOutOfRange, {words::estimate::numbers_of_pass, numbers, 0.0, most})
                          : Result<void>();
}

}

Result<LayerPrior> layerPrior(const ProfilePoint& point, DeviceKind device, double expert_capacity)
{
    const auto shard = shardAt(point);
    if (!shard) {
        return failure(shard.error());
    }
    const auto* program = std::get_if<Program>(&*shard);
    if (program == nullptr) {
        return failure(ErrorCode::NotMeasured,
                       {kindName(*shard), point.micro_batch, point.sequence, std::string("stagecraft-cli profile")});
    }
    const auto shapes = valueShapes(*program, inputShapes(point));
    if (!shapes) {
        return failure(shapes.error());
    }
    if (const auto countable = requireCountable(*program, *shapes, point, expert_capacity); !countable) {
        return failure(countable.error());
    }
    LayerPrior prior;
    const Run run(*program, point, device, expert_capacity, *shapes);
    ProfilePoint plain = point;
    plain.recompute = false;
    prior.trace = traced(run, plain, false, &prior);
    setBoundaries(prior.memory, *program);
    if (point.recompute) {
        prior.trace = traced(run, point, false, nullptr);
        prior.memory.keeps_input = true;
        prior.memory.keeps_output = false;
        const Flops all = forwardFlops(*program, inputShapes(point), expert_capacity);
        prior.rerun = all > Flops(0) ? rerunFlops(*program, inputShapes(point), expert_capacity) / all : 1;
    }
    prior.later_trace = traced(run, point, true, nullptr);
    readTraces(prior.memory, prior.trace, prior.later_trace);
    prior.memory.context = contextOf(*program, point, device);
    prior.memory.persistent = placeholdersOf(*program, point);
    std::int64_t largest = 0;
    for (const ParameterTensor& tensor : parameterTensors(*shard)) {
        if (tensor.trainable) {
            largest = std::max(largest, elementCount(tensor.shape));
            prior.parameters.push_back(elementCount(tensor.shape) * bytesOf(parameterType(point.precision)));
        }
    }
    // Adam's square root of the second moment and its quotient, one parameter at a time.
    prior.memory.optimizer_peak = Bytes(
        !point.fused_optimizer && (point.optimizer == OptimizerKind::Adam || point.optimizer == OptimizerKind::AdamW)
            ? 2 * largest * bytesOf(NumberType::Fp32)
            : 0);
    return prior;
}

}
