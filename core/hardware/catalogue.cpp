// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "core/hardware/catalogue.h"

#include "core/words/hardware.h"

#include <algorithm>
#include <cctype>
#include <numeric>
#include <optional>
#include <utility>

namespace stagecraft {

namespace {

constexpr std::size_t mostNamesLike = 5;

// Returns the Levenshtein distance, ignoring case.
std::size_t distance(std::string_view a, std::string_view b)
{
    const auto lower = [](char c) { return std::tolower(static_cast<unsigned char>(c)); };
    std::vector<std::size_t> row(b.size() + 1);
    std::iota(row.begin(), row.end(), std::size_t(0));
    for (std::size_t i = 0; i < a.size(); ++i) {
        std::size_t diagonal = std::exchange(row[0], i + 1);
        for (std::size_t j = 0; j < b.size(); ++j) {
            const std::size_t changed = diagonal + (lower(a[i]) == lower(b[j]) ? 0 : 1);
            diagonal = row[j + 1];
            row[j + 1] = std::min({changed, row[j] + 1, diagonal + 1});
        }
    }
    return row.back();
}

// Returns the distance of `text` to the most similar part of `name`; a match at the beginning ranks above others.
std::size_t distanceToPart(std::string_view text, std::string_view name)
{
    std::size_t least = distance(text, name.substr(0, text.size()));
    for (std::size_t at = 1; at < name.size(); ++at) {
        least = std::min(least, 1 + distance(text, name.substr(at, text.size())));
    }
    return least;
}

std::size_t distanceToNames(std::string_view text, const CatalogueEntry& entry)
{
    std::size_t least = distanceToPart(text, entry.device.name);
    for (const std::string& alias : entry.aliases) {
        least = std::min(least, distanceToPart(text, alias));
    }
    return least;
}

bool contains(const std::vector<std::string>& names, std::string_view name)
{
    return std::find(names.begin(), names.end(), name) != names.end();
}

std::optional<Catalogue>& chosenCatalogue()
{
    static std::optional<Catalogue> chosen;
    return chosen;
}

}

const CatalogueEntry* Catalogue::find(std::string_view name) const
{
    const auto first = [this](const auto& matches) -> const CatalogueEntry* {
        const auto entry = std::find_if(entries.begin(), entries.end(), matches);
        return entry == entries.end() ? nullptr : &*entry;
    };
    if (const auto* entry = first([&](const CatalogueEntry& e) { return e.device.name == name; })) {
        return entry;
    }
    if (const auto* entry = first([&](const CatalogueEntry& e) { return contains(e.aliases, name); })) {
        return entry;
    }
    // Prefers types without calibration: calibrated types have the same driver name.
    const auto by_driver = [&](const CatalogueEntry& e) { return contains(e.device.driver_names, name); };
    const auto* plain = first([&](const CatalogueEntry& e) { return by_driver(e) && !e.device.in_training; });
    return plain != nullptr ? plain : first(by_driver);
}

Argument Catalogue::namesLike(std::string_view name) const
{
    std::vector<std::pair<std::size_t, std::string_view>> names;
    names.reserve(entries.size());
    for (const CatalogueEntry& entry : entries) {
        names.emplace_back(distanceToNames(name, entry), entry.device.name);
    }
    std::stable_sort(names.begin(), names.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
    ArgumentList nearest;
    for (std::size_t i = 0; i < std::min(names.size(), mostNamesLike); ++i) {
        nearest.emplace_back(names[i].second);
    }
    return names.size() > mostNamesLike
        ? Argument(say(words::hardware::and_more, std::move(nearest), names.size() - mostNamesLike))
        : Argument(std::move(nearest));
}

Catalogue withUserDefined(const Catalogue& shipped, std::vector<CatalogueEntry> user_defined)
{
    Catalogue all {std::move(user_defined)};
    for (CatalogueEntry& entry : all.entries) {
        entry.user_defined = true;
    }
    const std::size_t count = all.entries.size();
    for (const CatalogueEntry& entry : shipped.entries) {
        const auto end = all.entries.begin() + static_cast<std::ptrdiff_t>(count);
        if (std::none_of(all.entries.begin(), end,
                         [&](const CatalogueEntry& e) { return e.device.name == entry.device.name; })) {
            all.entries.push_back(entry);
        }
    }
    return all;
}

bool isTypeName(std::string_view name)
{
    const auto digit = [](char c) { return c >= '0' && c <= '9'; };
    const auto allowed = [&](char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || digit(c)
            || std::string_view("._+-").find(c) != std::string_view::npos;
    };
    const auto firstOther = std::find_if_not(name.begin(), name.end(), digit);
    const bool likeCount = firstOther != name.begin() && firstOther != name.end() && *firstOther == 'x';
    return !name.empty() && !likeCount && std::all_of(name.begin(), name.end(), allowed);
}

const Catalogue& catalogue()
{
    const auto& chosen = chosenCatalogue();
    return chosen ? *chosen : shippedCatalogue();
}

void setCatalogue(Catalogue catalogue)
{
    chosenCatalogue() = std::move(catalogue);
}

}
