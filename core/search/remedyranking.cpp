// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "core/search/remedyranking.h"

#include <algorithm>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <tuple>

namespace stagecraft {

namespace {

constexpr std::size_t mostGrowing = 2; // remedies with more devices among those offered
// The simplest, and the fastest of each framework.
static_assert(mostRemedies - mostGrowing >= enumNames<Framework>.size() + 2);

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
        const bool exact = isFramework(change); // another framework is a different remedy
        return std::any_of(all.begin(), all.end(), [&](const RemedyChange& each) {
            return each.kind == change.kind && (!exact || each.value == change.value);
        });
    };
    if (nodesOf(part) > nodesOf(all)) {
        return false; // fewer nodes are a different remedy
    }
    return all.size() >= part.size() && std::all_of(part.begin(), part.end(), kindIn);
}

bool keepsFramework(const Remedy& remedy)
{
    return std::none_of(remedy.changes.begin(), remedy.changes.end(), isFramework);
}

namespace {

// True if another remedy makes this one pointless: it changes less of the same and is about as fast. A remedy with
// nodes and settings is also pointless if one on fewer nodes is as fast.
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

// Returns the index of the remedy with the fewest changes, the fastest among equals. `remedies`: fastest first.
template <typename Which>
std::optional<std::size_t> simplestOf(std::span<const Remedy> remedies, const Which& isMeant)
{
    std::optional<std::size_t> simplest;
    for (std::size_t i = 0; i < remedies.size(); ++i) {
        if (isMeant(remedies[i]) && (!simplest || remedies[i].changes.size() < remedies[*simplest].changes.size())) {
            simplest = i;
        }
    }
    return simplest;
}

std::string frameworkOf(const Remedy& remedy)
{
    const auto at = std::find_if(remedy.changes.begin(), remedy.changes.end(), isFramework);
    return at == remedy.changes.end() ? std::string() : at->value;
}

// Shortens a list of remedies, fastest first, to `most`. Keeps the simplest with the problem's framework and the
// simplest of all, the fastest of each framework, and then those with the problem's framework before others.
std::vector<Remedy> fewOf(std::span<const Remedy> remedies, std::size_t most)
{
    std::vector<std::size_t> wanted;
    const auto want = [&](std::optional<std::size_t> place) {
        if (place) {
            wanted.push_back(*place);
        }
    };
    want(simplestOf(remedies, keepsFramework));
    want(simplestOf(remedies, [](const Remedy&) { return true; }));
    std::set<std::string> frameworks;
    for (std::size_t i = 0; i < remedies.size(); ++i) {
        want(frameworks.insert(frameworkOf(remedies[i])).second ? std::optional(i) : std::nullopt);
    }
    for (const bool keeps : {true, false}) {
        for (std::size_t i = 0; i < remedies.size(); ++i) {
            want(keepsFramework(remedies[i]) == keeps ? std::optional(i) : std::nullopt);
        }
    }
    std::set<std::size_t> kept;
    for (std::size_t i = 0; i < wanted.size() && kept.size() < most; ++i) {
        kept.insert(wanted[i]);
    }
    std::vector<Remedy> few;
    for (const std::size_t place : kept) {
        few.push_back(remedies[place]);
    }
    return few;
}

// Same for remedies with more devices: keeps the fastest and the one with the fewest nodes.
std::vector<Remedy> fewGrowing(std::span<const Remedy> remedies, std::size_t most)
{
    std::vector<Remedy> few(remedies.begin(), remedies.end());
    while (few.size() > most) {
        const auto fewest = std::min_element(few.begin(), few.end(), [](const Remedy& a, const Remedy& b) {
            return nodesOf(a.changes) < nodesOf(b.changes);
        });
        few.erase(fewest == few.end() - 1 ? few.end() - 2 : few.end() - 1);
    }
    return few;
}

// Shortens to mostRemedies; reserves some for remedies with more devices.
std::vector<Remedy> shortened(const std::vector<Remedy>& offered)
{
    const auto growing = static_cast<std::size_t>(
        std::count_if(offered.begin(), offered.end(), [](const Remedy& remedy) { return remedy.needsDevices(); }));
    const std::span<const Remedy> all(offered);
    const std::size_t settings = offered.size() - growing;
    std::vector<Remedy> few;
    if (settings > 0) {
        few = fewOf(all.first(settings), mostRemedies - std::min(growing, mostGrowing));
    }
    std::vector<Remedy> more = fewGrowing(all.last(growing), mostRemedies - few.size());
    std::move(more.begin(), more.end(), std::back_inserter(few));
    return few;
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
    offered = shortened(offered);
    for (Remedy& remedy : offered) {
        remedy.slowdown = remedy.estimate.step / offered.front().estimate.step;
    }
    return offered;
}

}
