// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "core/model/shards.h"

#include "core/base/overloaded.h"
#include "core/model/trainable.h"
#include "core/words/common.h"
#include "core/words/model.h"

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace stagecraft {

namespace {

// Exception: the reason why a layer cannot be sharded.
struct Indivisible {
    Message reason;
};

std::int64_t divided(std::int64_t amount, std::int64_t parts, const PhraseOf<0>& what)
{
    if (amount % parts != 0) {
        throw Indivisible {say(words::model::do_not_divide, amount, what, parts)};
    }
    return amount / parts;
}

std::int64_t dividedUp(std::int64_t amount, std::int64_t parts)
{
    return (amount + parts - 1) / parts;
}

// Fewer key and value heads than ranks are replicated.
std::int64_t keyHeads(std::int64_t heads, std::int64_t parts)
{
    if (heads < parts && parts % heads == 0) {
        return 1;
    }
    return divided(heads, parts, words::model::heads_of_keys);
}

// Lists for each value the indices of the statements that use it.
std::vector<std::vector<std::size_t>> usersOf(const Program& program)
{
    std::vector<std::vector<std::size_t>> users(static_cast<std::size_t>(program.takes()));
    for (std::size_t i = 0; i < program.statements().size(); ++i) {
        const Statement& statement = program.statements()[i];
        for (const int value : statement.inputs) {
            users[static_cast<std::size_t>(value)].push_back(i);
        }
        users.resize(users.size() + static_cast<std::size_t>(resultCount(statement.op)));
    }
    return users;
}

// Finds the column-parallel products of a program by following their results.
class ColumnFinder {
public:
    explicit ColumnFinder(const Program& program) : m_program(program), m_users(usersOf(program))
    {
        int value = program.takes();
        for (const Statement& statement : program.statements()) {
            m_results.push_back(value);
            value += resultCount(statement.op);
        }
        m_of_tokens = std::none_of(program.statements().begin(), program.statements().end(), [](const Statement& s) {
            return std::holds_alternative<FirstToken>(s.op) || std::holds_alternative<Flatten>(s.op);
        });
    }

    bool operator()(std::size_t statement) const { return closes(m_results[statement]); }

    // True for keys and values of an earlier layer that enter an attention with sharded heads.
    bool areSplitKeys(int value) const
    {
        const auto& users = m_users[static_cast<std::size_t>(value)];
        return std::any_of(users.begin(), users.end(), [&](std::size_t user) {
            const auto* attention = std::get_if<Attention>(&m_program.statements()[user].op);
            return attention != nullptr && attention->takes_keys && closes(m_results[user]);
        });
    }

    // True for a bias on the scores of an attention with sharded heads.
    bool addsToSplitScores(int value) const
    {
        const auto& users = m_users[static_cast<std::size_t>(value)];
        return std::any_of(users.begin(), users.end(), [&](std::size_t user) {
            const Statement& taker = m_program.statements()[user];
            const auto* attention = std::get_if<Attention>(&taker.op);
            return attention != nullptr && attention->biased && taker.inputs.back() == value && closes(m_results[user]);
        });
    }

private:
    // True if all paths from a value end in a product or in the vocabulary-parallel loss, with no operator in between
    // that needs whole rows.
    bool closes(int value) const
    {
        const auto& users = m_users[static_cast<std::size_t>(value)];
        const auto& gives = m_program.gives();
        return !users.empty() && std::find(gives.begin(), gives.end(), value) == gives.end()
            && std::all_of(users.begin(), users.end(), [&](std::size_t user) { return passes(user); });
    }
    bool passes(std::size_t user) const
    {
        const auto onward = [&] {
            const int count = resultCount(m_program.statements()[user].op);
            for (int i = 0; i < count; ++i) {
                if (!closes(m_results[user] + i)) {
                    return false;
                }
            }
            return true;
        };
        return std::visit(overloaded {
                              // The output projection is sharded by classes and takes whole rows.
                              [&](const Linear&) { return !feedsLoss(m_results[user]); },
                              [&](const CrossEntropy&) { return m_of_tokens; },
                              [](const ZeroBias&) { return true; }, // uses only the lengths
                              [&](const Activate&) { return onward(); },
                              [&](const GatedActivation&) { return onward(); },
                              [&](const Dropout&) { return onward(); },
                              [&](const Multiply&) { return !takesPart(user) && onward(); },
                              [&](const Add&) { return onward(); },
                              [&](const Scale&) { return onward(); },
                              [&](const Split&) { return onward(); },
                              // Keys and values for later layers are sharded too.
                              [&](const Attention&) { return closes(m_results[user]); },
                              [&](const GatedDeltaRule&) { return onward(); },
                              [&](const Mamba2&) { return onward(); },
                              [&](const RmsNorm&) { return normsHeads(m_results[user]) && onward(); },
                              [](const auto&) { return false; },
                          },
                          m_program.statements()[user].op);
    }

    // True for a product with a part of an earlier layer's result, which is replicated on each rank.
    bool takesPart(std::size_t user) const
    {
        const auto& inputs = m_program.statements()[user].inputs;
        return std::any_of(inputs.begin(), inputs.end(), [&](int value) {
            const Statement* maker = makerOf(m_program, value);
            return maker != nullptr && std::holds_alternative<SelectPart>(maker->op);
        });
    }

    // True for norms over the queries or keys of all heads; each rank norms its shard by the mean over all ranks.
    bool normsHeads(int value) const
    {
        const auto& users = m_users[static_cast<std::size_t>(value)];
        return std::all_of(users.begin(), users.end(), [&](std::size_t user) {
            return std::holds_alternative<Attention>(m_program.statements()[user].op);
        });
    }

    bool feedsLoss(int value) const
    {
        const auto& users = m_users[static_cast<std::size_t>(value)];
        return std::any_of(users.begin(), users.end(), [&](std::size_t user) {
            return std::holds_alternative<CrossEntropy>(m_program.statements()[user].op);
        });
    }

    const Program& m_program;
    std::vector<std::vector<std::size_t>> m_users;
    std::vector<int> m_results; // first result of each statement
    bool m_of_tokens = true;
};

// Writes one rank's shard of a program.
class ShardWriter {
public:
    ShardWriter(const Program& program, const Sharding& sharding)
        : m_program(program)
        , m_sharding(sharding)
        , m_columns(program)
        , m_users(usersOf(program))
        , m_builder(program.kind(), program.feed(), program.takes())
    {
    }

    Program write()
    {
        // With sequence parallelism, inputs from another layer are sharded by tokens.
        for (int value = 0; value < m_program.takes(); ++value) {
            const bool columns = m_columns.addsToSplitScores(value) || m_columns.areSplitKeys(value);
            m_values.push_back({value, columns ? Spread::Columns : Spread::Whole});
        }
        bool scatters = m_sharding.sequence && m_sharding.tensor > 1 && m_program.feed() == Feed::TokenIds;
        if (scatters && !m_program.isPlain()) {
            throw Indivisible {words::model::embedding_with_sides};
        }
        for (std::size_t i = 0; i < m_program.statements().size(); ++i) {
            const Statement& statement = m_program.statements()[i];
            // Each rank applies dropout only to its own shard.
            if (scatters && i + 1 == m_program.statements().size() && std::holds_alternative<Dropout>(statement.op)) {
                int& dropped = m_values[static_cast<std::size_t>(statement.inputs.front())].at;
                dropped = m_builder.add(ScatterTokens {m_sharding.tensor}, {dropped});
                scatters = false;
            }
            place(i);
        }
        if (scatters) {
            m_builder.add(ScatterTokens {m_sharding.tensor}, {m_values.back().at});
        }
        if (m_program.isPlain()) {
            return m_builder.finish();
        }
        std::vector<int> gives;
        for (const int value : m_program.gives()) {
            gives.push_back(m_values[static_cast<std::size_t>(value)].at);
        }
        return m_builder.finish(std::move(gives));
    }

private:
    enum class Spread { Whole, Columns }; // sharding of the last dimension over the tensor-parallel ranks
    struct Value {
        int at = 0; // value number in the new program
        Spread spread = Spread::Whole;
    };

    const Value& input(const Statement& statement, std::size_t index = 0) const
    {
        return m_values[static_cast<std::size_t>(statement.inputs[index])];
    }

    void place(std::size_t index)
    {
        const Statement& old = m_program.statements()[index];
        Statement statement = old;
        m_segment = old.segment;
        for (std::size_t i = 0; i < old.inputs.size(); ++i) {
            statement.inputs[i] = input(old, i).at;
        }
        const bool any = std::any_of(old.inputs.begin(), old.inputs.end(), [&](int value) {
            return m_values[static_cast<std::size_t>(value)].spread == Spread::Columns;
        });
        Spread spread = any ? Spread::Columns : Spread::Whole;
        bool scattered = false;
        if (auto* linear = std::get_if<Linear>(&statement.op)) {
            std::tie(spread, scattered) = split(*linear, index, statement);
        } else {
            std::visit(overloaded {
                           [&](Embedding& op) {
                               op.count = dividedUp(op.count, m_sharding.tensor);
                               op.shards = m_sharding.tensor;
                               scattered = true;
                           },
                           [&](TargetIds& op) { op.parts = gathersTokens() ? m_sharding.tensor : 1; },
                           [&](RelativeBias& op) { spread = splitHeads(op, index, statement); },
                           [&](ZeroBias& op) { spread = splitHeads(op, index, statement); },
                           [&](Attention& op) {
                               if (any) {
                                   op.heads = divided(op.heads, m_sharding.tensor, words::model::heads);
                                   op.kv_heads = keyHeads(op.kv_heads, m_sharding.tensor);
                               }
                               if (any && op.packing == HeadPacking::Latent) { // one rotary key for all heads
                                   statement.inputs[2] = gathered(old.inputs[2]);
                               }
                           },
                           [&](GatedDeltaRule& op) {
                               if (any) {
                                   op.key_heads = divided(op.key_heads, m_sharding.tensor, words::model::heads_of_keys);
                                   op.value_heads =
                                       divided(op.value_heads, m_sharding.tensor, words::model::heads_of_values);
                               }
                           },
                           [&](Mamba2& op) {
                               if (any) {
                                   op.heads = divided(op.heads, m_sharding.tensor, words::model::heads);
                                   op.groups = divided(op.groups, m_sharding.tensor, words::model::groups_of_heads);
                               }
                           },
                           [&](RmsNorm& op) {
                               if (any) { // by the heads of queries or keys
                                   op.width = columnsOf(op.width, index);
                               }
                           },
                           [&](Experts& op) {
                               op.intermediate =
                                   divided(op.intermediate, m_sharding.tensor, words::model::columns_of_an_expert);
                               op.count = divided(op.count, m_sharding.expert, words::model::experts);
                               op.ranks = m_sharding.expert;
                               for (std::size_t i = 0; i < old.inputs.size() && m_sharding.tensor > 1; ++i) {
                                   statement.inputs[i] = gathered(old.inputs[i]);
                               }
                               scattered = m_sharding.tensor > 1;
                           },
                           [&](DenseExperts& op) {
                               op.intermediate =
                                   divided(op.intermediate, m_sharding.tensor, words::model::columns_of_an_expert);
                               statement.inputs[0] = m_sharding.tensor > 1 ? gathered(old.inputs[0]) : input(old).at;
                               scattered = m_sharding.tensor > 1;
                           },
                           [&](CrossEntropy& op) {
                               if (any) {
                                   op.classes = dividedUp(op.classes, m_sharding.tensor);
                                   op.shards = m_sharding.tensor;
                               }
                               spread = Spread::Whole;
                           },
                           [](auto&) {},
                       },
                       statement.op);
        }
        int first = m_builder.add(std::move(statement));
        if (scattered && gathersTokens()) {
            const auto* product = std::get_if<Linear>(&old.op);
            const ScatterTokens scatter {m_sharding.tensor, product != nullptr && product->stored_sum};
            first = m_builder.add({{}, scatter, {first}, false, {}, old.segment});
        }
        for (int result = 0; result < resultCount(old.op); ++result) {
            m_values.push_back({first + result, spread});
        }
    }

    // A bias on scores has the rank's heads, for all tokens.
    template <typename Bias>
    Spread splitHeads(Bias& op, std::size_t index, Statement& statement)
    {
        if (!m_columns.addsToSplitScores(static_cast<int>(m_values.size()))) {
            return Spread::Whole;
        }
        op.heads = divided(op.heads, m_sharding.tensor, words::model::heads);
        for (std::size_t i = 0; i < statement.inputs.size(); ++i) {
            const Statement& old = m_program.statements()[index];
            statement.inputs[i] = input(old, i).spread == Spread::Columns ? input(old, i).at : gathered(old.inputs[i]);
        }
        return Spread::Columns;
    }

    // Splits a product. Returns the sharding of its result, and true if the result is a sum over the ranks.
    std::pair<Spread, bool> split(Linear& op, std::size_t index, Statement& statement)
    {
        const Statement& old = m_program.statements()[index];
        const bool by_rows = input(old).spread == Spread::Columns;
        bool by_columns = !by_rows && m_columns(index);
        if (isAdapter(old.name)) {
            const std::string base = old.name.substr(0, old.name.rfind('.'));
            const bool narrow = old.name.ends_with("_a");
            by_columns = !narrow && m_split.contains(base);
            if (narrow && !by_rows && m_split.contains(base)) {
                statement.inputs[0] = gathered(old.inputs[0]);
            }
        } else if (by_columns) {
            m_split.insert(old.name);
            statement.inputs[0] = gathered(old.inputs[0]);
        }
        if (by_rows) {
            op.in = divided(op.in, m_sharding.tensor, words::model::columns);
            return {Spread::Whole, true};
        }
        if (by_columns) {
            op.out = columnsOf(op.out, index);
            return {Spread::Columns, false};
        }
        return {Spread::Whole, false};
    }

    bool gathersTokens() const
    {
        return m_sharding.sequence && m_sharding.tensor > 1 && m_program.feed() == Feed::Hidden;
    }

    // Returns the gathered value with all tokens. Gathers once for all users, but separately within each segment.
    int gathered(int old_value)
    {
        const Value& value = m_values[static_cast<std::size_t>(old_value)];
        if (!gathersTokens()) {
            return value.at;
        }
        const std::pair wanted {old_value, m_segment};
        const auto known = m_gathered.find(wanted);
        if (known != m_gathered.end()) {
            return known->second;
        }
        return m_gathered[wanted] =
                   m_builder.add({{}, GatherTokens {m_sharding.tensor}, {value.at}, false, {}, m_segment});
    }

    // Width of a rank's shard of a product's result: heads of an attention, classes, or just columns.
    std::int64_t columnsOf(std::int64_t width, std::size_t index) const
    {
        int value = m_program.takes();
        for (std::size_t i = 0; i < index; ++i) {
            value += resultCount(m_program.statements()[i].op);
        }
        for (const std::size_t user : m_users[static_cast<std::size_t>(value)]) {
            const Statement& taker = m_program.statements()[user];
            if (std::holds_alternative<CrossEntropy>(taker.op)) {
                return dividedUp(width, m_sharding.tensor);
            }
            if (const auto* attention = std::get_if<Attention>(&taker.op)) {
                return headsWidth(*attention, taker, value);
            }
            // Skips an adapter's sum, a factor or a norm of heads in between.
            if (std::holds_alternative<Add>(taker.op) || std::holds_alternative<Scale>(taker.op)
                || std::holds_alternative<RmsNorm>(taker.op)) {
                return columnsOf(width, user);
            }
        }
        return divided(width, m_sharding.tensor, words::model::columns);
    }

    std::int64_t headsWidth(const Attention& op, const Statement& attention, int value) const
    {
        const std::int64_t heads = divided(op.heads, m_sharding.tensor, words::model::heads);
        const std::int64_t key_heads = keyHeads(op.kv_heads, m_sharding.tensor);
        if (!op.takesThree()) {
            return (heads + 2 * key_heads) * op.head_width;
        }
        if (attention.inputs.front() == value) {
            return heads * (op.queryWidth() / op.heads);
        }
        return key_heads * (op.packing == HeadPacking::Latent ? op.latentWidth() : op.head_width);
    }

    const Program& m_program;
    Sharding m_sharding;
    ColumnFinder m_columns;
    std::vector<std::vector<std::size_t>> m_users;
    ProgramBuilder m_builder;
    std::vector<Value> m_values; // by value of the old program
    std::map<std::pair<int, int>, int> m_gathered; // by value and segment
    int m_segment = 0; // segment of the current statement
    std::set<std::string> m_split; // names of column-parallel products
};

tl::unexpected<Error> indivisible(const Sharding& sharding, Message why)
{
    Message possible = say(words::model::degree_that_divides, std::move(why));
    if (sharding.expert > 1) {
        return failure(ErrorCode::OptionUnsupported,
                       {words::model::tensor_and_expert_degrees,
                        say(words::model::two_degrees, sharding.tensor, sharding.expert), std::move(possible)});
    }
    return failure(ErrorCode::OptionUnsupported, {words::common::tensor_degree, sharding.tensor, std::move(possible)});
}

}

Result<Program> shardOf(const Program& program, const Sharding& sharding)
{
    if (sharding.whole()) {
        return program;
    }
    try {
        return ShardWriter(program, sharding).write();
    } catch (const Indivisible& indivisible_part) {
        return indivisible(sharding, indivisible_part.reason);
    }
}

Result<Model> shardOf(const Model& model, const Sharding& sharding)
{
    if (sharding.whole()) {
        return model;
    }
    Model result = model;
    bool any = false;
    for (std::size_t l = 0; l < model.layers.size(); ++l) {
        Layer& layer = result.layers[l];
        if (l > 0 && layer.spec == model.layers[l - 1].spec) { // repeated blocks
            layer.spec = result.layers[l - 1].spec;
            continue;
        }
        const auto* program = std::get_if<Program>(&layer.spec);
        if (std::holds_alternative<ScriptedLayer>(layer.spec)) {
            return indivisible(sharding, words::model::script_not_split);
        }
        if (program == nullptr) {
            return indivisible(sharding, words::model::table_not_split);
        }
        auto shard = shardOf(*program, sharding);
        if (!shard) {
            Error error = shard.error();
            error.where = model.name + ", layer \"" + layer.name + "\"";
            return failure(std::move(error));
        }
        any = any || *shard != *program;
        layer.spec = *std::move(shard);
    }
    if (!any) {
        return indivisible(sharding, say(words::model::nothing_to_split, model.name));
    }
    return result;
}

bool isDivisible(const Model& model, const Sharding& sharding)
{
    bool any = sharding.whole();
    const LayerSpec* before = nullptr;
    for (const Layer& layer : model.layers) {
        if (sharding.whole() || (before != nullptr && layer.spec == *before)) {
            continue;
        }
        before = &layer.spec;
        const auto* program = std::get_if<Program>(&layer.spec);
        const auto shard = program == nullptr ? std::nullopt : std::optional(shardOf(*program, sharding));
        if (!shard || !*shard) {
            return false;
        }
        any = any || **shard != *program;
    }
    return any;
}

}
