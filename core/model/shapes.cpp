// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "core/model/shapes.h"

#include "core/base/overloaded.h"
#include "core/model/parameters.h"

#include <algorithm>
#include <functional>
#include <numeric>

namespace stagecraft {

namespace {

// What an operator cannot take, in words.
struct Mismatch {
    std::string text;
};

void require(bool good, const char* what)
{
    if (!good) {
        throw Mismatch {what};
    }
}

std::int64_t slid(std::int64_t side, std::int64_t kernel, std::int64_t stride, std::int64_t padding)
{
    const std::int64_t room = side + 2 * padding - kernel;
    require(room >= 0, "the image is smaller than the kernel");
    return room / stride + 1;
}

Shape withLast(Shape shape, std::int64_t last)
{
    shape.back() = last;
    return shape;
}

// The shapes that the results of one operator have.
class Results {
public:
    explicit Results(const std::vector<Shape>& inputs) : m_inputs(inputs) {}

    std::vector<Shape> operator()(const Embedding& op) const
    {
        require(in().size() == 2, "embedding takes token ids");
        return {{in()[0], in()[1], op.width}};
    }
    std::vector<Shape> operator()(const PositionEmbedding& op) const
    {
        require(in().size() == 2, "position_embedding takes token ids");
        require(in()[1] + op.offset <= op.count, "the sequence is longer than there are positions");
        return {{op.per_sample ? in()[0] : 1, in()[1], op.width}};
    }
    std::vector<Shape> operator()(const SegmentEmbedding& op) const
    {
        require(in().size() == 2, "segment_embedding takes token ids");
        return {{in()[0], in()[1], op.width}};
    }
    std::vector<Shape> operator()(const Linear& op) const
    {
        requireLast(op.in, "linear: another width");
        return {withLast(in(), op.out)};
    }
    std::vector<Shape> operator()(const LayerNorm& op) const { return same(op.width, "layer_norm: another width"); }
    std::vector<Shape> operator()(const RmsNorm& op) const { return same(op.width, "rms_norm: another width"); }
    std::vector<Shape> operator()(const Add&) const { return broadcast(); }
    std::vector<Shape> operator()(const Multiply&) const { return broadcast(); }
    std::vector<Shape> operator()(const GatedActivation&) const
    {
        require(!in().empty() && in().back() % 2 == 0, "gated_activation: halves of different widths");
        return {withLast(in(), in().back() / 2)};
    }
    std::vector<Shape> operator()(const Split& op) const
    {
        require(!in().empty() && in().back() % op.parts == 0, "split: parts of different widths");
        return std::vector<Shape>(static_cast<std::size_t>(op.parts), withLast(in(), in().back() / op.parts));
    }
    std::vector<Shape> operator()(const Attention& op) const
    {
        require(in().size() == 3, "attention takes sequences");
        const std::int64_t keys = op.kv_heads * op.head_width;
        if (op.packing == HeadPacking::Separate) {
            requireLast(op.queryWidth(), "attention: queries of another width");
            const bool given = op.takes_keys;
            require(m_inputs[1].size() == (given ? 4 : 3) && m_inputs[1] == m_inputs[2]
                        && m_inputs[1].back() == (given ? op.head_width : keys)
                        && (!given || m_inputs[1][2] == op.kv_heads),
                    "attention: keys of another width");
        } else if (op.packing == HeadPacking::Latent) {
            requireLast(op.queryWidth(), "attention: queries of another width");
            require(m_inputs[1] == withLast(in(), op.kv_heads * op.latentWidth()), "attention: keys of another width");
            require(m_inputs[2] == withLast(in(), op.rotary_width), "attention: turned keys of another width");
        } else {
            requireLast(op.heads * op.head_width + 2 * keys, "attention: another width");
        }
        if (op.biased) {
            const std::int64_t length = op.packing == HeadPacking::Separate ? m_inputs[1][1] : in()[1];
            require(m_inputs.back() == Shape {1, op.heads, in()[1], length}, "attention: a bias of another shape");
        }
        if (op.gives_keys) {
            const Shape each {m_inputs[1][0], m_inputs[1][1], op.kv_heads, op.head_width};
            return {withLast(in(), op.resultWidth()), each, each};
        }
        return {withLast(in(), op.resultWidth())};
    }
    std::vector<Shape> operator()(const Experts& op) const
    {
        require(op.router_width == 0 || m_inputs[1] == withLast(in(), op.router_width),
                "experts: a router of another width");
        return same(op.width, "experts: another width");
    }
    std::vector<Shape> operator()(const DenseExperts& op) const { return same(op.width, "experts: another width"); }
    std::vector<Shape> operator()(const GatedDeltaRule& op) const
    {
        require(in().size() == 3, "gated_delta_rule takes sequences");
        requireLast(op.mixedWidth(), "gated_delta_rule: another width");
        require(m_inputs[1] == withLast(in(), op.resultWidth()), "gated_delta_rule: gates of another width");
        require(m_inputs[2] == withLast(in(), op.value_heads) && m_inputs[3] == m_inputs[2],
                "gated_delta_rule: rates of other heads");
        return {withLast(in(), op.resultWidth())};
    }
    std::vector<Shape> operator()(const Mamba2& op) const
    {
        require(in().size() == 3, "mamba2 takes sequences");
        requireLast(op.inputWidth(), "mamba2: another width");
        return {withLast(in(), op.resultWidth())};
    }
    std::vector<Shape> operator()(const SplitDimension& op) const
    {
        require(in().size() == 3 && in().back() % op.parts == 0, "split_dimension: parts of different widths");
        return {{in()[0], in()[1], op.parts, in()[2] / op.parts}};
    }
    std::vector<Shape> operator()(const SelectPart&) const
    {
        require(in().size() == 4 && in()[2] > 0, "select_part takes parts");
        return {{in()[0], in()[1], in()[3]}};
    }
    std::vector<Shape> operator()(const SplitWidths& op) const
    {
        requireLast(op.first + op.second, "split_widths: another width");
        return {withLast(in(), op.first), withLast(in(), op.second)};
    }
    std::vector<Shape> operator()(const Convolution& op) const
    {
        require(in().size() == 4 && in()[1] == op.in, "convolution: other channels");
        return {{in()[0], op.out, slid(in()[2], op.kernel, op.stride, op.padding),
                 slid(in()[3], op.kernelWidth(), op.stride, op.paddingWidth())}};
    }
    std::vector<Shape> operator()(const BatchNorm& op) const
    {
        require(in().size() == 4 && in()[1] == op.channels, "batch_norm: other channels");
        return {in()};
    }
    std::vector<Shape> operator()(const MaxPool& op) const
    {
        require(in().size() == 4, "max_pool takes images");
        return {{in()[0], in()[1], slid(in()[2], op.kernel, op.stride, op.padding),
                 slid(in()[3], op.kernel, op.stride, op.padding)}};
    }
    std::vector<Shape> operator()(const AveragePool& op) const
    {
        require(in().size() == 4, "average_pool takes images");
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
            require(good, "concatenate takes images of one size");
            result[1] += i > 0 ? other[1] : 0;
        }
        return {result};
    }
    std::vector<Shape> operator()(const AdaptivePool& op) const
    {
        require(in().size() == 4, "adaptive_pool takes images");
        return {{in()[0], in()[1], op.side, op.side}};
    }
    std::vector<Shape> operator()(const Flatten&) const
    {
        require(in().size() >= 2, "flatten takes samples");
        return {{in()[0], std::accumulate(in().begin() + 1, in().end(), std::int64_t(1), std::multiplies<>())}};
    }
    std::vector<Shape> operator()(const Patches&) const
    {
        require(in().size() == 4, "patches takes images");
        return {{in()[0], in()[2] * in()[3], in()[1]}};
    }
    std::vector<Shape> operator()(const ClassToken& op) const
    {
        require(in().size() == 3 && in()[2] == op.width, "class_token: another width");
        return {{in()[0], in()[1] + 1, in()[2]}};
    }
    std::vector<Shape> operator()(const LearnedOffset& op) const
    {
        require(in().size() == 3 && in()[1] == op.count && in()[2] == op.width,
                "the image has another side than the learned positions");
        return {in()};
    }
    std::vector<Shape> operator()(const FirstToken&) const
    {
        require(in().size() == 3, "first_token takes sequences");
        return {{in()[0], in()[2]}};
    }
    std::vector<Shape> operator()(const GatherTokens& op) const
    {
        require(in().size() == 3, "gather_tokens takes sequences");
        return {{in()[0], in()[1] * op.parts, in()[2]}};
    }
    std::vector<Shape> operator()(const ScatterTokens& op) const
    {
        require(in().size() == 3 && in()[1] % op.parts == 0, "the tokens do not divide among the tensor ranks");
        return {{in()[0], in()[1] / op.parts, in()[2]}};
    }
    std::vector<Shape> operator()(const CrossEntropy& op) const
    {
        requireLast(op.classes, "cross_entropy: another number of classes");
        return {Shape {}};
    }
    std::vector<Shape> operator()(const TargetIds& op) const
    {
        require(in().size() >= 2, "target_ids takes sequences");
        return {{in()[0], in()[1] * op.parts}};
    }
    std::vector<Shape> operator()(const RelativeBias& op) const
    {
        require(in().size() == 3, "relative_bias takes sequences");
        return {{1, op.heads, in()[1], in()[1]}};
    }
    std::vector<Shape> operator()(const ZeroBias& op) const
    {
        require(in().size() == 3 && m_inputs[1].size() == 3, "zero_bias takes sequences");
        return {{1, op.heads, in()[1], m_inputs[1][1]}};
    }
    std::vector<Shape> operator()(const InstanceNorm& op) const
    {
        require(in().size() == 4 && in()[1] == op.channels, "instance_norm: other channels");
        require(in()[2] * in()[3] > 1, "instance_norm takes more than a pixel");
        return {in()};
    }
    std::vector<Shape> operator()(const Upsample& op) const
    {
        require(in().size() == 4, "upsample takes images");
        return {{in()[0], in()[1], in()[2] * op.factor, in()[3] * op.factor}};
    }
    std::vector<Shape> operator()(const ShiftImage&) const
    {
        require(in().size() == 4, "shift_image takes images");
        return {in()};
    }
    std::vector<Shape> operator()(const ImagePatches& op) const
    {
        require(!in().empty(), "image_patches takes samples");
        return {{in()[0], op.patches(), op.width}};
    }
    std::vector<Shape> operator()(const GridPositions& op) const
    {
        require(in().size() == 3, "grid_positions takes patches");
        return same(op.width, "grid_positions: another width");
    }
    std::vector<Shape> operator()(const MergePatches& op) const
    {
        require(in().size() == 3 && in()[1] % op.count == 0, "merge_patches: patches that do not divide");
        return {{in()[0], in()[1] / op.count, in()[2] * op.count}};
    }
    std::vector<Shape> operator()(const PlaceFeatures&) const
    {
        const Shape& features = m_inputs[1];
        require(in().size() == 3 && features.size() == 3 && features[0] == in()[0] && features[2] == in()[2],
                "place_features takes tokens and features of one width");
        if (features[1] > in()[1]) {
            throw Mismatch {"a sample's image takes " + std::to_string(features[1])
                            + " tokens, more than the sequence has: choose a longer sequence or a smaller ?image=SIDE"};
        }
        return {in()};
    }
    std::vector<Shape> operator()(const BinaryCrossEntropy&) const { return {Shape {}}; }
    std::vector<Shape> operator()(const auto&) const { return {in()}; }

private:
    const Shape& in() const { return m_inputs.front(); }
    void requireLast(std::int64_t width, const char* what) const
    {
        require(in().size() >= 2 && in().back() == width, what);
    }
    std::vector<Shape> same(std::int64_t width, const char* what) const
    {
        requireLast(width, what);
        return {in()};
    }
    std::vector<Shape> broadcast() const
    {
        const Shape& other = m_inputs[1];
        require(in().size() == other.size(), "values of different shapes");
        Shape result = in();
        for (std::size_t i = 0; i < result.size(); ++i) {
            require(in()[i] == other[i] || in()[i] == 1 || other[i] == 1, "values of different shapes");
            result[i] = std::max(in()[i], other[i]);
        }
        return {result};
    }

    const std::vector<Shape>& m_inputs;
};

}

std::string shapeText(const Shape& shape)
{
    std::string text;
    for (const std::int64_t length : shape) {
        text += (text.empty() ? "" : " x ") + std::to_string(length);
    }
    return text.empty() ? "a number" : text;
}

Result<std::vector<Shape>> valueShapes(const Program& program, const Boundary& inputs_of_layer)
{
    std::vector<Shape> values = inputs_of_layer;
    if (static_cast<int>(values.size()) != program.takes()) {
        return failure(
            ErrorCode::LayerMismatch,
            {"it takes " + std::to_string(program.takes()) + " values, given " + std::to_string(values.size())});
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
                           {mismatch.text + (inputs.empty() ? "" : ", given " + shapeText(inputs.front()))});
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
                       {"it was described with " + shapeText(described) + ", given " + shapeText(input)});
    }
    Shape output;
    if (!scripted->gives_loss) {
        output = scripted->output;
        output.insert(output.begin(), input.front());
    }
    return Boundary {output};
}

namespace {

// Channels of the images that a chain takes: those of its first convolution.
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
            // Of a length, or with two sides.
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
        if (l > 0 && layer.spec == model.layers[l - 1].spec && boundaries[l] == boundaries[l - 1]) { // blocks are alike
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
