// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "core/simulation/layercollectives.h"

#include "core/base/overloaded.h"
#include "core/framework/framework.h"
#include "core/framework/segments.h"
#include "core/model/parameters.h"
#include "core/model/trainable.h"
#include "core/simulation/contextcollectives.h"
#include "core/words/schedule.h"

#include <algorithm>
#include <set>
#include <string>

namespace stagecraft {

namespace {

// Under autocast products use 16-bit numbers.
std::int64_t bytesInProducts(Precision precision)
{
    return bytesOf(precision == Precision::Bf16Autocast ? NumberType::Bf16 : parameterType(precision));
}

// Returns the program with every intermediate value as an output.
Program givingAll(const Program& program)
{
    int count = program.takes();
    for (const Statement& statement : program.statements()) {
        count += resultCount(statement.op);
    }
    std::vector<int> all;
    for (int value = 0; value < count; ++value) {
        all.push_back(value);
    }
    return Program(program.kind(), program.feed(), program.statements(), program.takes(), std::move(all));
}

// Compares a layer with one rank's share of it, statement by statement: where they differ, ranks communicate.
class CollectiveFinder {
public:
    CollectiveFinder(const ProfilePoint& point, const LayerDegrees& degrees, const Program& whole, const Program& shard,
                     std::vector<Shape> shapes)
        : m_degrees(degrees)
        , m_precision(point.precision)
        , m_recompute(point.recompute)
        , m_whole(whole)
        , m_shard(shard)
        , m_shapes(std::move(shapes))
        , m_users(m_shapes.size())
        , m_columns(m_shapes.size())
        , m_summand(m_shapes.size())
    {
        std::vector<bool> inputs {point.input_gradient && !beginsChain(point.spec)};
        for (const SideInput& side : point.sides) {
            inputs.push_back(side.gradient);
        }
        m_learns = learningOutputs(givingAll(whole), inputs);
        int value = whole.takes();
        for (const Statement& statement : shard.statements()) {
            m_results.push_back(value);
            value += resultCount(statement.op);
            for (const int input : statement.inputs) {
                m_users[static_cast<std::size_t>(input)] += 1;
            }
        }
        for (const int given : whole.gives()) {
            m_users[static_cast<std::size_t>(given)] += 1;
        }
    }

    std::vector<LayerCollective> find()
    {
        findColumns();
        findScattered();
        for (std::size_t i = 0; i < m_shard.statements().size(); ++i) {
            const Statement& statement = m_shard.statements()[i];
            const bool stays = staysSummand(statement);
            std::int64_t widest = 0;
            for (const int input : statement.inputs) {
                widest = std::max(widest, m_summand[static_cast<std::size_t>(input)]);
                if (!stays) {
                    reduce(input);
                }
            }
            if (stays) {
                m_summand[static_cast<std::size_t>(m_results[i])] = widest;
            }
            addOf(i);
        }
        for (const int value : m_shard.gives()) {
            reduce(value);
        }
        // Each rank keeps a part of a value that it has whole: the others' gradients are gathered.
        if (m_scattered >= 0 && !m_scatters_sum) {
            backward(CollectiveKind::AllGather, CollectiveGroup::Tensor, m_scattered,
                     bytesOf(m_scattered, bytesOf(parameterType(m_precision))));
        }
        return inOrder();
    }

private:
    // Marks the values of which each rank has some columns: derived from their consumers, since key heads may be
    // copied.
    void findColumns()
    {
        for (std::size_t i = m_shard.statements().size(); i-- > 0;) {
            const Statement& statement = m_shard.statements()[i];
            const Operator& old = m_whole.statements()[i].op;
            const int first = m_results[i];
            const bool given =
                std::any_of(m_columns.begin() + first, m_columns.begin() + first + resultCount(statement.op),
                            [](bool columns) { return columns; });
            const bool takes =
                std::visit(overloaded {
                               [&](const Attention& op) { return op.heads != std::get<Attention>(old).heads; },
                               [&](const Linear& op) { return op.in != std::get<Linear>(old).in; },
                               [&](const CrossEntropy& op) { return op.shards > 1; },
                               [&](const Activate&) { return given; },
                               [&](const GatedActivation&) { return given; },
                               [&](const Dropout&) { return given; },
                               [&](const Multiply&) { return given; },
                               [&](const Add&) { return given; },
                               [&](const Scale&) { return given; },
                               [&](const Split&) { return given; },
                               [&](const GatedDeltaRule& op) {
                                   return op.value_heads != std::get<GatedDeltaRule>(old).value_heads;
                               },
                               [&](const Mamba2& op) { return op.heads != std::get<Mamba2>(old).heads; },
                               [&](const RmsNorm& op) { return op.width != std::get<RmsNorm>(old).width; },
                               [](const auto&) { return false; },
                           },
                           statement.op);
            for (const int input : statement.inputs) {
                const auto index = static_cast<std::size_t>(input);
                m_columns[index] = m_columns[index] || takes;
            }
        }
    }

    // Finds the value at the beginning of the chain up to which all ranks have all tokens: its end, or the input of its
    // last dropout.
    void findScattered()
    {
        const bool parts = m_degrees.sharding.sequence && m_degrees.sharding.tensor > 1;
        if (!parts || m_shard.feed() != Feed::TokenIds || m_shard.statements().empty()) {
            return;
        }
        const Statement& last = m_shard.statements().back();
        m_scattered = std::holds_alternative<Dropout>(last.op) ? last.inputs.front() : m_results.back();
    }

    // True for sums of partial sums only: their reduction can be postponed.
    bool staysSummand(const Statement& statement) const
    {
        if (!std::holds_alternative<Add>(statement.op) && !std::holds_alternative<Scale>(statement.op)) {
            return false;
        }
        return std::all_of(statement.inputs.begin(), statement.inputs.end(), [&](int value) {
            const auto index = static_cast<std::size_t>(value);
            return m_summand[index] > 0 && m_users[index] == 1;
        });
    }

    void addOf(std::size_t index)
    {
        const Statement& statement = m_shard.statements()[index];
        const Operator& old = m_whole.statements()[index].op;
        const auto result = static_cast<std::size_t>(m_results[index]);
        m_segment = statement.segment;
        std::visit(overloaded {
                       [&](const Linear& op) {
                           if (m_columns[result]) {
                               takeWhole(statement.inputs.front(), isAdapter(statement.name));
                           }
                           if (op.in != std::get<Linear>(old).in) {
                               m_summand[result] = bytesInProducts(m_precision);
                           }
                       },
                       [&](const Embedding& op) {
                           if (op.shards > 1) {
                               m_summand[result] = bytesOf(parameterType(m_precision));
                           }
                       },
                       [&](const Experts& op) { placeExperts(op, std::get<Experts>(old), statement, result); },
                       [&](const DenseExperts& op) {
                           if (op.intermediate != std::get<DenseExperts>(old).intermediate) {
                               takeWhole(statement.inputs.front(), false);
                               m_summand[result] = bytesInProducts(m_precision);
                           }
                       },
                       [&](const RmsNorm& op) {
                           const std::int64_t width = std::get<RmsNorm>(old).width;
                           if (op.width != width) { // mean square over all ranks' columns
                               placeNorm(result, width);
                           }
                       },
                       [&](const Attention& op) {
                           if (op.packing == HeadPacking::Latent && op.heads != std::get<Attention>(old).heads) {
                               takeWhole(statement.inputs[2], false);
                           }
                           placeAttention(op, statement, result);
                       },
                       [&](const CrossEntropy& op) {
                           if (op.shards > 1) {
                               placeLoss(statement.inputs.front());
                           }
                       },
                       [](const auto&) {},
                   },
                   statement.op);
    }

    void placeExperts(const Experts& op, const Experts& old, const Statement& statement, std::size_t result)
    {
        const int input = statement.inputs.front();
        if (op.intermediate != old.intermediate) {
            for (const int taken : statement.inputs) {
                takeWhole(taken, false);
            }
            m_summand[result] = bytesInProducts(m_precision);
        }
        if (op.ranks > 1) {
            const Bytes sent = scaled(bytesOf(input, bytesInProducts(m_precision)),
                                      static_cast<double>(op.active) * m_degrees.capacity);
            // Sent to the experts and back; the router's weights are trained through the result.
            for (const int value : {input, static_cast<int>(result)}) {
                forward(CollectiveKind::AllToAll, CollectiveGroup::Expert, sent);
                backward(CollectiveKind::AllToAll, CollectiveGroup::Expert, value, sent);
            }
        }
    }

    // Divisibility was checked before.
    void placeAttention(const Attention& op, const Statement& statement, std::size_t result)
    {
        const auto sent = attentionCollectives(op, statement, m_shapes, m_degrees, bytesInProducts(m_precision));
        for (const LayerCollective& one : *sent) {
            place(one);
            const bool ring = one.kind == CollectiveKind::RingPass;
            backward(one.kind, one.group, static_cast<int>(result), ring ? one.bytes * 2 : one.bytes, one.overlaps);
        }
    }

    // One number per token in each pass.
    void placeNorm(std::size_t result, std::int64_t width)
    {
        const Bytes each(divided(elementCount(m_shapes[result]) / width * 4));
        forward(CollectiveKind::AllReduce, CollectiveGroup::Tensor, each);
        backward(CollectiveKind::AllReduce, CollectiveGroup::Tensor, static_cast<int>(result), each);
    }

    void placeLoss(int scores)
    {
        const std::int64_t classes = m_shapes[static_cast<std::size_t>(scores)].back();
        const Bytes each(divided(elementCount(m_shapes[static_cast<std::size_t>(scores)]) / classes * 4));
        for (int i = 0; i < 3; ++i) {
            forward(CollectiveKind::AllReduce, CollectiveGroup::Tensor, each);
        }
    }

    // Reduces the value if each rank has a partial sum of it.
    void reduce(int value)
    {
        std::int64_t& number = m_summand[static_cast<std::size_t>(value)];
        if (number == 0) {
            return;
        }
        const Bytes bytes = bytesOf(value, number);
        number = 0;
        const Statement* maker = makerOf(m_shard, value);
        m_segment = maker != nullptr ? maker->segment : 0;
        if (!hasParts() && value != m_scattered) {
            forward(CollectiveKind::AllReduce, CollectiveGroup::Tensor, bytes);
            return;
        }
        m_scatters_sum = m_scatters_sum || value == m_scattered;
        forward(CollectiveKind::ReduceScatter, CollectiveGroup::Tensor, bytes);
        backward(CollectiveKind::AllGather, CollectiveGroup::Tensor, value, bytes);
    }

    // Gathers a value that each rank needs whole for its columns, and reduces its partial gradients. The output of an
    // adapter's first factor covers all tokens already.
    void takeWhole(int value, bool gathered)
    {
        if (!m_taken.insert(value).second) {
            return;
        }
        const Bytes bytes = bytesOf(value, bytesInProducts(m_precision));
        if (!hasParts() || gathered) {
            backward(CollectiveKind::AllReduce, CollectiveGroup::Tensor, value, bytes);
            return;
        }
        forward(CollectiveKind::AllGather, CollectiveGroup::Tensor, bytes);
        backward(CollectiveKind::ReduceScatter, CollectiveGroup::Tensor, value, bytes);
    }

    // True if tokens are sharded over ranks between products.
    bool hasParts() const { return m_degrees.sharding.sequence && m_shard.feed() == Feed::Hidden; }

    std::int64_t divided(std::int64_t amount) const { return (amount + m_degrees.context - 1) / m_degrees.context; }

    Bytes bytesOf(int value, std::int64_t number) const
    {
        return Bytes(divided(elementCount(m_shapes[static_cast<std::size_t>(value)]) * number));
    }
    static std::int64_t bytesOf(NumberType type) { return stagecraft::bytesOf(type); }

    void forward(CollectiveKind kind, CollectiveGroup group, Bytes bytes, bool overlaps = false)
    {
        place({kind, group, false, bytes, overlaps});
    }
    // Adds a collective of the forward pass; it is repeated in the backward pass if the segment or the whole layer is
    // recomputed.
    void place(LayerCollective collective)
    {
        m_forward.push_back(collective);
        if (m_segment > 0 || (m_recompute && recomputable(m_whole))) {
            collective.backward = true;
            m_again.push_back(collective);
        }
    }
    // Adds a collective of the backward pass if the value has a gradient.
    void backward(CollectiveKind kind, CollectiveGroup group, int value, Bytes bytes, bool overlaps = false)
    {
        if (m_learns[static_cast<std::size_t>(value)]) {
            m_backward.push_back({kind, group, true, bytes, overlaps});
        }
    }

    std::vector<LayerCollective> inOrder() const
    {
        std::vector<LayerCollective> all = m_forward;
        all.insert(all.end(), m_again.begin(), m_again.end());
        all.insert(all.end(), m_backward.rbegin(), m_backward.rend());
        return all;
    }

    LayerDegrees m_degrees;
    Precision m_precision;
    bool m_recompute;
    const Program& m_whole;
    const Program& m_shard; // shard without gathers and scatters of tokens: statement by statement like the whole
    std::vector<Shape> m_shapes; // values of the whole layer
    std::vector<int> m_results; // first value of each statement
    std::vector<int> m_users; // number of consumers of each value, including the program's outputs
    std::vector<bool> m_learns;
    std::vector<bool> m_columns;
    std::vector<std::int64_t> m_summand; // bytes per number of values that are still partial sums; else 0
    std::set<int> m_taken;
    int m_scattered = -1; // value that is sharded over ranks at the beginning of the chain
    bool m_scatters_sum = false;
    int m_segment = 0; // segment of the current statement
    std::vector<LayerCollective> m_forward;
    std::vector<LayerCollective> m_again; // collectives of m_forward repeated in the backward pass
    std::vector<LayerCollective> m_backward; // collectives in forward order
};

// Errors: OptionUnsupported if attention cannot be sharded.
Result<void> checkContext(const Program& shard, const std::vector<Shape>& shapes, const LayerDegrees& degrees)
{
    for (const Statement& statement : shard.statements()) {
        if (const auto* op = std::get_if<Attention>(&statement.op)) {
            if (const auto good = attentionCollectives(*op, statement, shapes, degrees, 1); !good) {
                return failure(good.error());
            }
        }
    }
    return {};
}

// Error for a layer that no program describes.
tl::unexpected<Error> indivisible(const LayerSpec& spec, const LayerDegrees& degrees)
{
    const int most = std::max({degrees.sharding.tensor, degrees.sharding.expert, degrees.context});
    const bool script = std::holds_alternative<ScriptedLayer>(spec);
    return failure(ErrorCode::OptionUnsupported,
                   {words::schedule::degree_of_a_layer, most,
                    script ? words::schedule::one_of_torchscript : words::schedule::one_of_a_table});
}

}

Result<std::vector<LayerCollective>> collectivesOf(const ProfilePoint& point, const LayerDegrees& degrees)
{
    if (degrees.whole()) {
        return {};
    }
    const auto* whole = std::get_if<Program>(&point.spec);
    if (whole == nullptr) {
        return indivisible(point.spec, degrees);
    }
    const auto shard = shardOf(*whole, {degrees.sharding.tensor, degrees.sharding.expert, false});
    if (!shard) {
        return failure(shard.error());
    }
    auto shapes = valueShapes(*whole, inputShapes(point));
    if (!shapes) {
        return failure(shapes.error());
    }
    if (const auto good = checkContext(*shard, *shapes, degrees); !good) {
        return failure(good.error());
    }
    return CollectiveFinder(point, degrees, *whole, *shard, *std::move(shapes)).find();
}

Result<std::vector<std::vector<LayerCollective>>> collectivesOf(const Model& model, const Workload& workload,
                                                                std::int64_t micro_batch, const LayerDegrees& degrees,
                                                                bool recompute, const FrameworkChoice& framework)
{
    const auto points = chainPoints(model, workload, micro_batch, {{}, recompute});
    if (!points) {
        return failure(points.error());
    }
    const LayerStyle style = modeOf(framework).style;
    std::vector<std::vector<LayerCollective>> all;
    for (std::size_t l = 0; l < points->size(); ++l) {
        if (l > 0 && (*points)[l] == (*points)[l - 1]) { // adjacent blocks are often equal
            all.push_back(all.back());
            continue;
        }
        ProfilePoint point = (*points)[l];
        if (const auto* program = std::get_if<Program>(&point.spec)) {
            point.spec = withSegments(*program, style);
        }
        auto found = collectivesOf(point, degrees);
        if (!found) {
            Error error = found.error();
            error.where = model.name + ", layer \"" + model.layers[l].name + "\"";
            return failure(std::move(error));
        }
        all.push_back(*std::move(found));
    }
    return all;
}

}
