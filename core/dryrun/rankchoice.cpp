// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "core/dryrun/rankchoice.h"

#include "core/words/estimate.h"

#include <charconv>
#include <cstdint>
#include <numeric>
#include <set>

namespace stagecraft {

namespace {

tl::unexpected<Error> outOfRange(Message what, std::int64_t value, std::int64_t least, std::int64_t most)
{
    return failure(ErrorCode::OptionOutOfRange, {std::move(what), value, least, most});
}

}

Result<std::vector<int>> chosenRanks(std::string_view text, int world)
{
    if (text == "all") {
        if (world > mostDryRanks) {
            return outOfRange(words::estimate::running_ranks, world, 1, mostDryRanks);
        }
        std::vector<int> all(static_cast<std::size_t>(world));
        std::iota(all.begin(), all.end(), 0);
        return all;
    }
    std::set<int> ranks;
    while (true) {
        const auto comma = text.find(',');
        const std::string_view word = text.substr(0, comma);
        std::int64_t rank = 0;
        const auto [end, status] = std::from_chars(word.data(), word.data() + word.size(), rank);
        if (word == "first") {
            rank = 0;
        } else if (word == "last") {
            rank = world - 1;
        } else if (status == std::errc::invalid_argument || end != word.data() + word.size()) {
            return failure(ErrorCode::OptionUnsupported, {std::string("--ranks"), word, words::estimate::rank_choices});
        } else if (status != std::errc() || rank < 0 || rank >= world) {
            return outOfRange(words::estimate::chosen_rank, status == std::errc() ? rank : INT64_MAX, 0, world - 1);
        }
        ranks.insert(static_cast<int>(rank));
        if (comma == std::string_view::npos) {
            break;
        }
        text.remove_prefix(comma + 1);
    }
    if (ranks.size() > static_cast<std::size_t>(mostDryRanks)) {
        return outOfRange(words::estimate::running_ranks, static_cast<std::int64_t>(ranks.size()), 1, mostDryRanks);
    }
    return std::vector<int>(ranks.begin(), ranks.end());
}

}
