// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "core/search/remedyranking.h"

#include <algorithm>
#include <set>
#include <tuple>

namespace stagecraft {

namespace {

constexpr std::size_t mostGrowing = 2; // remedies with more devices that take the place of others

bool isFramework(const RemedyChange& change)
{
    return change.kind == RemedyKind::Framework;
}

}

int nodesOf(const RemedyChanges& changes)
{
    const auto at = std::find_if(changes.begin(), changes.end(),
                                 [](const RemedyChange& each) { return each.kind == RemedyKind::Nodes; });
    return at == changes.end() ? 0 : std::stoi(at->value);
}

bool contains(const RemedyChanges& all, const RemedyChanges& part)
{
    const auto kindIn = [&](const RemedyChange& change) {
        const bool exact = isFramework(change); // another one is another remedy
        return std::any_of(all.begin(), all.end(), [&](const RemedyChange& each) {
            return each.kind == change.kind && (!exact || each.value == change.value);
        });
    };
    if (nodesOf(part) > nodesOf(all)) {
        return false; // fewer nodes are another remedy
    }
    return all.size() >= part.size() && std::all_of(part.begin(), part.end(), kindIn);
}

bool keepsFramework(const Remedy& remedy)
{
    return std::none_of(remedy.changes.begin(), remedy.changes.end(), isFramework);
}

namespace {

// Whether another remedy makes it pointless: that changes less of the same and is about as fast. More nodes beside
// settings are worth no step that fewer nodes have.
bool isPointless(const Remedy& remedy, const std::vector<Remedy>& remedies)
{
    const bool both = remedy.needsDevices() && remedy.changes.size() > 1;
    return std::any_of(remedies.begin(), remedies.end(), [&](const Remedy& other) {
        const Seconds step = other.estimate.step;
        const bool less = other.changes.size() < remedy.changes.size();
        const bool as_fast =
            step < remedy.estimate.step * (less ? 1.01 : 1.0) || (step == remedy.estimate.step && &other < &remedy);
        const bool fewer = both && nodesOf(other.changes) < nodesOf(remedy.changes);
        return as_fast && (fewer || contains(remedy.changes, other.changes));
    });
}

// To mostRemedies. Of those with more devices the fastest stay, and the one with the fewest nodes; of the others
// the fastest, the fastest of those that change least, and the fastest that keeps the framework.
void shorten(std::vector<Remedy>& offered)
{
    const auto growing = static_cast<std::size_t>(
        std::count_if(offered.begin(), offered.end(), [](const Remedy& remedy) { return remedy.needsDevices(); }));
    const std::size_t settings = std::min(offered.size() - growing, mostRemedies - std::min(growing, mostGrowing));
    const auto end = offered.end() - static_cast<std::ptrdiff_t>(growing);
    const auto simplest = std::min_element(
        offered.begin(), end, [](const Remedy& a, const Remedy& b) { return a.changes.size() < b.changes.size(); });
    std::set<std::size_t> kept;
    for (const auto& remedy : {simplest, std::find_if(offered.begin(), end, keepsFramework)}) {
        if (remedy != end) {
            kept.insert(static_cast<std::size_t>(remedy - offered.begin()));
        }
    }
    for (std::size_t i = 0; kept.size() < settings; ++i) {
        kept.insert(i);
    }
    for (std::size_t i = offered.size() - growing; i-- > 0;) {
        if (!kept.contains(i)) {
            offered.erase(offered.begin() + static_cast<std::ptrdiff_t>(i));
        }
    }
    while (offered.size() > mostRemedies) {
        const auto fewest =
            std::min_element(offered.begin() + static_cast<std::ptrdiff_t>(settings), offered.end(),
                             [](const Remedy& a, const Remedy& b) { return nodesOf(a.changes) < nodesOf(b.changes); });
        offered.erase(fewest == offered.end() - 1 ? offered.end() - 2 : offered.end() - 1);
    }
}

}

std::vector<Remedy> rankedRemedies(std::vector<Remedy> remedies)
{
    std::stable_sort(remedies.begin(), remedies.end(), [](const Remedy& a, const Remedy& b) {
        return std::tuple(a.needsDevices(), a.estimate.step, a.changes.size())
            < std::tuple(b.needsDevices(), b.estimate.step, b.changes.size());
    });
    std::vector<Remedy> offered;
    std::copy_if(remedies.begin(), remedies.end(), std::back_inserter(offered),
                 [&](const Remedy& remedy) { return !isPointless(remedy, remedies); });
    shorten(offered);
    for (Remedy& remedy : offered) {
        remedy.slowdown = remedy.estimate.step / offered.front().estimate.step;
    }
    return offered;
}

}
