// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "core/model/shapes.h"

#include "core/base/overloaded.h"

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
    std::vector<Shape> operator()(const Split& op) const
    {
        require(!in().empty() && in().back() % op.parts == 0, "split: parts of different widths");
        return std::vector<Shape>(static_cast<std::size_t>(op.parts), withLast(in(), in().back() / op.parts));
    }
    std::vector<Shape> operator()(const Attention& op) const
    {
        require(in().size() == 3, "attention takes sequences");
        const std::int64_t queries = op.heads * op.head_width;
        const std::int64_t keys = op.kv_heads * op.head_width;
        if (op.packing == HeadPacking::Separate) {
            requireLast(queries, "attention: queries of another width");
            require(m_inputs[1].back() == keys && m_inputs[2].back() == keys, "attention: keys of another width");
        } else {
            requireLast(queries + 2 * keys, "attention: another width");
        }
        return {withLast(in(), queries)};
    }
    std::vector<Shape> operator()(const Experts& op) const { return same(op.width, "experts: another width"); }
    std::vector<Shape> operator()(const Convolution& op) const
    {
        require(in().size() == 4 && in()[1] == op.in, "convolution: other channels");
        return {{in()[0], op.out, slid(in()[2], op.kernel, op.stride, op.padding),
                 slid(in()[3], op.kernel, op.stride, op.padding)}};
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
        return {{in()[0], in()[1], slid(in()[2], op.kernel, op.stride, 0), slid(in()[3], op.kernel, op.stride, 0)}};
    }
    std::vector<Shape> operator()(const Concatenate&) const
    {
        const Shape& other = m_inputs[1];
        const bool good =
            in().size() == 4 && other.size() == 4 && in()[0] == other[0] && in()[2] == other[2] && in()[3] == other[3];
        require(good, "concatenate takes images of one size");
        return {{in()[0], in()[1] + other[1], in()[2], in()[3]}};
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

Result<std::vector<Shape>> valueShapes(const Program& program, const Shape& input)
{
    std::vector<Shape> values {input};
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

Shape sampleShape(const Model& model, std::int64_t micro_batch, std::int64_t sequence)
{
    switch (model.sample) {
    case SampleKind::Tokens:
        return {micro_batch, sequence};
    case SampleKind::Image:
        return {micro_batch, 3, sequence, sequence};
    case SampleKind::Opaque:
        break;
    }
    return {};
}

Result<std::vector<Shape>> boundaryShapes(const Model& model, std::int64_t micro_batch, std::int64_t sequence)
{
    std::vector<Shape> boundaries {sampleShape(model, micro_batch, sequence)};
    for (const Layer& layer : model.layers) {
        const auto* program = std::get_if<Program>(&layer.spec);
        if (program == nullptr) {
            boundaries.emplace_back();
            continue;
        }
        auto values = valueShapes(*program, boundaries.back());
        if (!values) {
            return failure(ErrorCode::LayerMismatch, values.error().arguments,
                           model.name + ", layer \"" + layer.name + "\"");
        }
        boundaries.push_back(std::move(values->back()));
    }
    return boundaries;
}

bool endsInLoss(const LayerSpec& spec)
{
    const auto* program = std::get_if<Program>(&spec);
    return program != nullptr && !program->statements().empty()
        && std::holds_alternative<CrossEntropy>(program->statements().back().op);
}

bool beginsChain(const LayerSpec& spec)
{
    const auto* program = std::get_if<Program>(&spec);
    return program != nullptr && program->feed() != Feed::Hidden;
}

}
