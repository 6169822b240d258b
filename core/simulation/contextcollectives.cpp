// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "core/simulation/contextcollectives.h"

#include "core/words/common.h"
#include "core/words/schedule.h"

#include <string>

namespace stagecraft {

namespace {

// Returns the key heads after copying, such that each of `ranks` has an equal part; 0 if that is impossible.
std::int64_t distributedKeys(std::int64_t heads, std::int64_t ranks)
{
    if (heads % ranks == 0) {
        return heads;
    }
    return ranks % heads == 0 ? ranks : 0;
}

}

Result<std::vector<LayerCollective>> attentionCollectives(const Attention& op, const Statement& statement,
                                                          const std::vector<Shape>& shapes, const LayerDegrees& degrees,
                                                          std::int64_t number)
{
    const std::int64_t ranks = degrees.context;
    if (ranks == 1) {
        return {};
    }
    const auto refused = [&](std::int64_t amount, const PhraseOf<0>& what) {
        return failure(
            ErrorCode::OptionUnsupported,
            {words::common::context_degree, ranks,
             say(words::schedule::degree_that_divides, say(words::schedule::does_not_divide, amount, what, ranks))});
    };
    const auto shape = [&](std::size_t input) -> const Shape& {
        return shapes[static_cast<std::size_t>(statement.inputs[input])];
    };
    const std::int64_t samples = shape(0)[0];
    const std::int64_t queries = shape(0)[1]; // number of tokens
    const std::int64_t keys = shape(op.takesThree() ? 1 : 0)[1];
    for (const std::int64_t tokens : {queries, keys}) {
        if (tokens % ranks != 0) {
            return refused(tokens, words::schedule::tokens);
        }
    }
    const std::int64_t token = samples * number; // bytes of one number per head and token
    const std::int64_t both = op.head_width + op.valueWidth(); // width of a key and a value
    if (degrees.context_kind == ContextKind::Ring) {
        const Bytes passed(keys * op.kv_heads * both * token);
        return std::vector<LayerCollective> {{CollectiveKind::RingPass, CollectiveGroup::Context, false, passed, true}};
    }
    if (op.heads % ranks != 0) {
        return refused(op.heads, words::schedule::heads_of_a_rank);
    }
    const std::int64_t copied = distributedKeys(op.kv_heads, ranks);
    if (copied == 0) {
        return refused(op.kv_heads, words::schedule::keys_of_a_rank);
    }
    const Bytes asked((queries * op.heads * op.head_width + keys * copied * both) / ranks * token);
    const Bytes answered(queries * op.heads / ranks * op.valueWidth() * token);
    return std::vector<LayerCollective> {{CollectiveKind::AllToAll, CollectiveGroup::Context, false, asked},
                                         {CollectiveKind::AllToAll, CollectiveGroup::Context, false, answered}};
}

}
