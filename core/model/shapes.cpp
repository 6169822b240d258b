// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "core/model/shapes.h"

#include "core/base/overloaded.h"
#include "core/model/parameters.h"
#include "core/words/common.h"
#include "core/words/model.h"

#include <algorithm>
#include <functional>
#include <numeric>

namespace stagecraft {

namespace {

// Exception: an operator does not accept its input.
struct Mismatch {
    Message reason;
};

template <std::size_t places, typename... Arguments>
void require(bool good, const PhraseOf<places>& reason, const Arguments&... arguments)
{
    if (!good) {
        throw Mismatch {say(reason, arguments...)};
    }
}

std::int64_t slid(std::int64_t side, std::int64_t kernel, std::int64_t stride, std::int64_t padding)
{
    const std::int64_t room = side + 2 * padding - kernel;
    require(room >= 0, words::model::image_below_kernel);
    return room / stride + 1;
}

Shape withLast(Shape shape, std::int64_t last)
{
    shape.back() = last;
    return shape;
}

// Computes the result shapes of one operator.
class Results {
public:
    explicit Results(const std::vector<Shape>& inputs) : m_inputs(inputs) {}

    std::vector<Shape> operator()(const Embedding& op) const
    {
        require(in().size() == 2, words::model::takes_token_ids, op.name);
        return {{in()[0], in()[1], op.width}};
    }
    std::vector<Shape> operator()(const PositionEmbedding& op) const
    {
        require(in().size() == 2, words::model::takes_token_ids, op.name);
        require(in()[1] + op.offset <= op.count, words::model::sequence_beyond_positions);
        return {{op.per_sample ? in()[0] : 1, in()[1], op.width}};
    }
    std::vector<Shape> operator()(const SegmentEmbedding& op) const
    {
        require(in().size() == 2, words::model::takes_token_ids, op.name);
        return {{in()[0], in()[1], op.width}};
    }
    std::vector<Shape> operator()(const Linear& op) const
    {
        requireLast(op.in, words::model::another_width, op.name);
        return {withLast(in(), op.out)};
    }
    std::vector<Shape> operator()(const LayerNorm& op) const { return same(op.width, op.name); }
    std::vector<Shape> operator()(const RmsNorm& op) const { return same(op.width, op.name); }
    std::vector<Shape> operator()(const Add&) const { return broadcast(); }
    std::vector<Shape> operator()(const Multiply&) const { return broadcast(); }
    std::vector<Shape> operator()(const GatedActivation&) const
    {
        require(!in().empty() && in().back() % 2 == 0, words::model::different_halves, GatedActivation::name);
        return {withLast(in(), in().back() / 2)};
    }
    std::vector<Shape> operator()(const Split& op) const
    {
        require(!in().empty() && in().back() % op.parts == 0, words::model::different_parts, op.name);
        return std::vector<Shape>(static_cast<std::size_t>(op.parts), withLast(in(), in().back() / op.parts));
    }
    std::vector<Shape> operator()(const Attention& op) const
    {
        require(in().size() == 3, words::model::takes_sequences, op.name);
        const std::int64_t keys = op.kv_heads * op.head_width;
        if (op.packing == HeadPacking::Separate) {
            requireLast(op.queryWidth(), words::model::other_queries, op.name);
            const bool given = op.takes_keys;
            require(m_inputs[1].size() == (given ? 4 : 3) && m_inputs[1] == m_inputs[2]
                        && m_inputs[1].back() == (given ? op.head_width : keys)
                        && (!given || m_inputs[1][2] == op.kv_heads),
                    words::model::other_keys, op.name);
        } else if (op.packing == HeadPacking::Latent) {
            requireLast(op.queryWidth(), words::model::other_queries, op.name);
            require(m_inputs[1] == withLast(in(), op.kv_heads * op.latentWidth()), words::model::other_keys, op.name);
            require(m_inputs[2] == withLast(in(), op.rotary_width), words::model::other_turned_keys, op.name);
        } else {
            requireLast(op.heads * op.head_width + 2 * keys, words::model::another_width, op.name);
        }
        if (op.biased) {
            const std::int64_t length = op.packing == HeadPacking::Separate ? m_inputs[1][1] : in()[1];
            require(m_inputs.back() == Shape {1, op.heads, in()[1], length}, words::model::other_bias, op.name);
        }
        if (op.gives_keys) {
            const Shape each {m_inputs[1][0], m_inputs[1][1], op.kv_heads, op.head_width};
            return {withLast(in(), op.resultWidth()), each, each};
        }
        return {withLast(in(), op.resultWidth())};
    }
    std::vector<Shape> operator()(const Experts& op) const
    {
        require(op.router_width == 0 || m_inputs[1] == withLast(in(), op.router_width), words::model::other_router,
                op.name);
        return same(op.width, op.name);
    }
    std::vector<Shape> operator()(const DenseExperts& op) const { return same(op.width, Experts::name); }
    std::vector<Shape> operator()(const GatedDeltaRule& op) const
    {
        require(in().size() == 3, words::model::takes_sequences, op.name);
        requireLast(op.mixedWidth(), words::model::another_width, op.name);
        require(m_inputs[1] == withLast(in(), op.resultWidth()), words::model::other_gates, op.name);
        require(m_inputs[2] == withLast(in(), op.value_heads) && m_inputs[3] == m_inputs[2], words::model::other_rates,
                op.name);
        return {withLast(in(), op.resultWidth())};
    }
    std::vector<Shape> operator()(const Mamba2& op) const
    {
        require(in().size() == 3, words::model::takes_sequences, op.name);
        requireLast(op.inputWidth(), words::model::another_width, op.name);
        return {withLast(in(), op.resultWidth())};
    }
    std::vector<Shape> operator()(const SplitDimension& op) const
    {
        require(in().size() == 3 && in().back() % op.parts == 0, words::model::different_parts, op.name);
        return {{in()[0], in()[1], op.parts, in()[2] / op.parts}};
    }
    std::vector<Shape> operator()(const SelectPart&) const
    {
        require(in().size() == 4 && in()[2] > 0, words::model::takes_parts, SelectPart::name);
        return {{in()[0], in()[1], in()[3]}};
    }
    std::vector<Shape> operator()(const SplitWidths& op) const
    {
        requireLast(op.first + op.second, words::model::another_width, op.name);
        return {withLast(in(), op.first), withLast(in(), op.second)};
    }
    std::vector<Shape> operator()(const Convolution& op) const
    {
        require(in().size() == 4 && in()[1] == op.in, words::model::other_channels, op.name);
        return {{in()[0], op.out, slid(in()[2], op.kernel, op.stride, op.padding),
                 slid(in()[3], op.kernelWidth(), op.stride, op.paddingWidth())}};
    }
    std::vector<Shape> operator()(const BatchNorm& op) const
    {
        require(in().size() == 4 && in()[1] == op.channels, words::model::other_channels, op.name);
        return {in()};
    }
    std::vector<Shape> operator()(const MaxPool& op) const
    {
        require(in().size() == 4, words::model::takes_images, op.name);
        return {{in()[0], in()[1], slid(in()[2], op.kernel, op.stride, op.padding),
                 slid(in()[3], op.kernel, op.stride, op.padding)}};
    }
    std::vector<Shape> operator()(const AveragePool& op) const
    {
        require(in().size() == 4, words::model::takes_images, op.name);
        return {{in()[0], in()[1], slid(in()[2], op.kernel, op.stride, op.padding),
                 slid(in()[3], op.kernel, op.stride, op.padding)}};
    }
    std::vector<Shape> operator()(const Concatenate&) const
    {
        Shape result {in()};
        for (std::size_t i = 0; i < m_inputs.size(); ++i) {
            const Shape& other = m_inputs[i];
            const bool good = in().size() == 4 && other.size() == 4 && in()[0] == other[0] && in()[2] == other[2]
                && in()[3] == other[3];
            require(good, words::model::takes_images_of_one_size, Concatenate::name);
            result[1] += i > 0 ? other[1] : 0;
        }
        return {result};
    }
    std::vector<Shape> operator()(const AdaptivePool& op) const
    {
        require(in().size() == 4, words::model::takes_images, op.name);
        return {{in()[0], in()[1], op.side, op.side}};
    }
    std::vector<Shape> operator()(const Flatten&) const
    {
        require(in().size() >= 2, words::model::takes_samples, Flatten::name);
        return {{in()[0], std::accumulate(in().begin() + 1, in().end(), std::int64_t(1), std::multiplies<>())}};
    }
    std::vector<Shape> operator()(const Patches&) const
    {
        require(in().size() == 4, words::model::takes_images, Patches::name);
        return {{in()[0], in()[2] * in()[3], in()[1]}};
    }
    std::vector<Shape> operator()(const ClassToken& op) const
    {
        require(in().size() == 3 && in()[2] == op.width, words::model::another_width, op.name);
        return {{in()[0], in()[1] + 1, in()[2]}};
    }
    std::vector<Shape> operator()(const LearnedOffset& op) const
    {
        require(in().size() == 3 && in()[1] == op.count && in()[2] == op.width, words::model::image_of_other_side);
        return {in()};
    }
    std::vector<Shape> operator()(const FirstToken&) const
    {
        require(in().size() == 3, words::model::takes_sequences, FirstToken::name);
        return {{in()[0], in()[2]}};
    }
    std::vector<Shape> operator()(const GatherTokens& op) const
    {
        require(in().size() == 3, words::model::takes_sequences, op.name);
        return {{in()[0], in()[1] * op.parts, in()[2]}};
    }
    std::vector<Shape> operator()(const ScatterTokens& op) const
    {
        require(in().size() == 3 && in()[1] % op.parts == 0, words::model::tokens_indivisible);
        return {{in()[0], in()[1] / op.parts, in()[2]}};
    }
    std::vector<Shape> operator()(const CrossEntropy& op) const
    {
        requireLast(op.classes, words::model::other_classes, op.name);
        return {Shape {}};
    }
    std::vector<Shape> operator()(const TargetIds& op) const
    {
        require(in().size() >= 2, words::model::takes_sequences, op.name);
        return {{in()[0], in()[1] * op.parts}};
    }
    std::vector<Shape> operator()(const RelativeBias& op) const
    {
        require(in().size() == 3, words::model::takes_sequences, op.name);
        return {{1, op.heads, in()[1], in()[1]}};
    }
    std::vector<Shape> operator()(const ZeroBias& op) const
    {
        require(in().size() == 3 && m_inputs[1].size() == 3, words::model::takes_sequences, op.name);
        return {{1, op.heads, in()[1], m_inputs[1][1]}};
    }
    std::vector<Shape> operator()(const InstanceNorm& op) const
    {
        require(in().size() == 4 && in()[1] == op.channels, words::model::other_channels, op.name);
        require(in()[2] * in()[3] > 1, words::model::takes_more_than_a_pixel, op.name);
        return {in()};
    }
    std::vector<Shape> operator()(const Upsample& op) const
    {
        require(in().size() == 4, words::model::takes_images, op.name);
        return {{in()[0], in()[1], in()[2] * op.factor, in()[3] * op.factor}};
    }
    std::vector<Shape> operator()(const ShiftImage&) const
    {
        require(in().size() == 4, words::model::takes_images, ShiftImage::name);
        return {in()};
    }
    std::vector<Shape> operator()(const ImagePatches& op) const
    {
        require(!in().empty(), words::model::takes_samples, op.name);
        return {{in()[0], op.patches(), op.width}};
    }
    std::vector<Shape> operator()(const GridPositions& op) const
    {
        require(in().size() == 3, words::model::takes_patches, op.name);
        return same(op.width, op.name);
    }
    std::vector<Shape> operator()(const MergePatches& op) const
    {
        require(in().size() == 3 && in()[1] % op.count == 0, words::model::patches_indivisible, op.name);
        return {{in()[0], in()[1] / op.count, in()[2] * op.count}};
    }
    std::vector<Shape> operator()(const PlaceFeatures&) const
    {
        const Shape& features = m_inputs[1];
        require(in().size() == 3 && features.size() == 3 && features[0] == in()[0] && features[2] == in()[2],
                words::model::takes_features_of_one_width, PlaceFeatures::name);
        if (features[1] > in()[1]) {
            throw Mismatch {say(words::model::image_beyond_sequence, features[1])};
        }
        return {in()};
    }
    std::vector<Shape> operator()(const BinaryCrossEntropy&) const { return {Shape {}}; }
    std::vector<Shape> operator()(const auto&) const { return {in()}; }

private:
    const Shape& in() const { return m_inputs.front(); }
    void requireLast(std::int64_t width, const PhraseOf<1>& reason, std::string_view op) const
    {
        require(in().size() >= 2 && in().back() == width, reason, op);
    }
    std::vector<Shape> same(std::int64_t width, std::string_view op) const
    {
        requireLast(width, words::model::another_width, op);
        return {in()};
    }
    std::vector<Shape> broadcast() const
    {
        const Shape& other = m_inputs[1];
        require(in().size() == other.size(), words::model::different_shapes);
        Shape result = in();
        for (std::size_t i = 0; i < result.size(); ++i) {
            require(in()[i] == other[i] || in()[i] == 1 || other[i] == 1, words::model::different_shapes);
            result[i] = std::max(in()[i], other[i]);
        }
        return {result};
    }

    const std::vector<Shape>& m_inputs;
};

}

Argument shapeText(const Shape& shape)
{
    std::string text;
    for (const std::int64_t length : shape) {
        text += (text.empty() ? "" : " x ") + std::to_string(length);
    }
    return text.empty() ? Argument(words::common::a_number) : Argument(std::move(text));
}

namespace {

Message given(Message mismatch, Argument what)
{
    return say(words::model::given, std::move(mismatch), std::move(what));
}

}

Result<std::vector<Shape>> valueShapes(const Program& program, const Boundary& inputs_of_layer)
{
    std::vector<Shape> values = inputs_of_layer;
    if (static_cast<int>(values.size()) != program.takes()) {
        return failure(ErrorCode::LayerMismatch,
                       {given(say(words::model::layer_takes_values, program.takes()), values.size())});
    }
    for (const Statement& statement : program.statements()) {
        std::vector<Shape> inputs;
        for (const int value : statement.inputs) {
            inputs.push_back(values[static_cast<std::size_t>(value)]);
        }
        try {
            for (Shape& result : std::visit(Results(inputs), statement.op)) {
                values.push_back(std::move(result));
            }
        } catch (const Mismatch& mismatch) {
            return failure(ErrorCode::LayerMismatch,
                           {inputs.empty() ? mismatch.reason : given(mismatch.reason, shapeText(inputs.front()))});
        }
    }
    return values;
}

Result<Boundary> outputShapes(const Program& program, const Boundary& inputs)
{
    const auto values = valueShapes(program, inputs);
    if (!values) {
        return failure(values.error());
    }
    Boundary outputs;
    for (const int value : program.gives()) {
        outputs.push_back((*values)[static_cast<std::size_t>(value)]);
    }
    return outputs;
}

Result<Boundary> outputShapes(const LayerSpec& spec, const Boundary& inputs)
{
    if (const auto* program = std::get_if<Program>(&spec)) {
        return outputShapes(*program, inputs);
    }
    const auto* scripted = std::get_if<ScriptedLayer>(&spec);
    if (scripted == nullptr) {
        return Boundary {Shape()};
    }
    const Shape& input = inputs.front();
    if (input.empty() || !std::equal(input.begin() + 1, input.end(), scripted->input.begin(), scripted->input.end())) {
        Shape described = scripted->input;
        described.insert(described.begin(), input.empty() ? 1 : input.front());
        return failure(ErrorCode::LayerMismatch,
                       {given(say(words::model::described_with, shapeText(described)), shapeText(input))});
    }
    Shape output;
    if (!scripted->gives_loss) {
        output = scripted->output;
        output.insert(output.begin(), input.front());
    }
    return Boundary {output};
}

namespace {

// Number of channels of the chain's input images: those of its first convolution.
std::int64_t channelsOf(const Model& model)
{
    const auto* first = model.layers.empty() ? nullptr : std::get_if<Program>(&model.layers.front().spec);
    if (first != nullptr) {
        for (const Statement& statement : first->statements()) {
            if (const auto* convolution = std::get_if<Convolution>(&statement.op)) {
                return convolution->in;
            }
        }
    }
    return 3;
}

}

Shape sampleShape(const Model& model, std::int64_t micro_batch, std::int64_t sequence)
{
    if (const auto script = scriptOf(model)) {
        Shape shape = script->input.shape;
        if (model.sample != SampleKind::Opaque) {
            // The last dimension is the sequence length, or the last two are the image's sides.
            const std::ptrdiff_t lengths = model.sample == SampleKind::Image ? 2 : 1;
            std::fill(shape.end() - std::min(lengths, std::ssize(shape)), shape.end(), sequence);
        }
        shape.insert(shape.begin(), micro_batch);
        return shape;
    }
    switch (model.sample) {
    case SampleKind::Tokens:
        return {micro_batch, sequence};
    case SampleKind::Image:
        return {micro_batch, channelsOf(model), sequence, sequence};
    case SampleKind::Opaque:
        break;
    }
    return {};
}

Result<std::vector<Boundary>> boundaryShapes(const Model& model, std::int64_t micro_batch, std::int64_t sequence)
{
    std::vector<Boundary> boundaries {{sampleShape(model, micro_batch, sequence)}};
    for (std::size_t l = 0; l < model.layers.size(); ++l) {
        const Layer& layer = model.layers[l];
        if (l > 0 && layer.spec == model.layers[l - 1].spec && boundaries[l] == boundaries[l - 1]) { // repeated blocks
            boundaries.push_back(boundaries.back());
            continue;
        }
        auto outputs = outputShapes(layer.spec, boundaries.back());
        if (!outputs) {
            return failure(ErrorCode::LayerMismatch, outputs.error().arguments,
                           model.name + ", layer \"" + layer.name + "\"");
        }
        boundaries.push_back(*std::move(outputs));
    }
    return boundaries;
}

std::int64_t elementCount(const Boundary& boundary)
{
    std::int64_t count = 0;
    for (const Shape& shape : boundary) {
        count += elementCount(shape);
    }
    return count;
}

bool hasSides(const LayerSpec& spec)
{
    const auto* program = std::get_if<Program>(&spec);
    return program != nullptr && !program->isPlain();
}

bool uses(const LayerSpec& spec, std::size_t input)
{
    const auto* program = std::get_if<Program>(&spec);
    return program == nullptr || program->uses(static_cast<int>(input));
}

bool passes(const LayerSpec& spec, std::size_t output)
{
    const auto* program = std::get_if<Program>(&spec);
    return program != nullptr && program->gives()[output] < program->takes();
}

bool endsInLoss(const LayerSpec& spec)
{
    if (const auto* scripted = std::get_if<ScriptedLayer>(&spec)) {
        return scripted->gives_loss;
    }
    const auto* program = std::get_if<Program>(&spec);
    return program != nullptr && !program->statements().empty() && isLoss(program->statements().back().op);
}

bool readsLabels(const LayerSpec& spec)
{
    const auto* program = std::get_if<Program>(&spec);
    return program != nullptr
        && std::any_of(program->statements().begin(), program->statements().end(), [](const Statement& statement) {
               return isLoss(statement.op) || std::holds_alternative<TargetIds>(statement.op);
           });
}

bool beginsChain(const LayerSpec& spec)
{
    if (const auto* scripted = std::get_if<ScriptedLayer>(&spec)) {
        return scripted->takes_sample;
    }
    const auto* program = std::get_if<Program>(&spec);
    return program != nullptr && program->feed() != Feed::Hidden;
}

}
