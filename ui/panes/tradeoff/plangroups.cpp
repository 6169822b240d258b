// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panes/tradeoff/plangroups.h"

#include "ui/style/theme.h"
#include "ui/words/planrole.h"
#include "ui/words/words.h"

#include <QCoreApplication>

#include <algorithm>
#include <array>
#include <map>
#include <utility>

namespace stagecraft {

namespace {

QString groupTranslated(const char* text)
{
    return QCoreApplication::translate("PlanGroups", text);
}

using GroupKey = std::pair<int, QString>; // sorts in the order of the legend

GroupKey partitionerKey(const Candidate& candidate)
{
    if (isUserDefined(candidate)) {
        return {2, groupTranslated(QT_TRANSLATE_NOOP("PlanGroups", "My plans"))};
    }
    return isBaseline(candidate) ? GroupKey {1, partitionerName(candidate.partitioner)}
                                 : GroupKey {0, QStringLiteral("Stagecraft")};
}

GroupKey degreeKey(const Plan& plan, PlanGrouping grouping)
{
    const auto name = [](char letter, int degree) {
        return GroupKey {degree, QLatin1Char(letter) + QString::number(degree)};
    };
    if (grouping == PlanGrouping::Pipeline) {
        return name('P', plan.pipelineRanks());
    }
    const bool tensor = grouping == PlanGrouping::Tensor;
    const auto degreeOf = [tensor](const Stage& stage) { return tensor ? stage.degrees.tensor : stage.degrees.data; };
    const int first = plan.stages.empty() ? 1 : degreeOf(plan.stages.front());
    const bool same = std::all_of(plan.stages.begin(), plan.stages.end(),
                                  [&](const Stage& stage) { return degreeOf(stage) == first; });
    return same ? name(tensor ? 'T' : 'D', first)
                : GroupKey {1 << 30, groupTranslated(QT_TRANSLATE_NOOP("PlanGroups", "Varies by stage"))};
}

GroupKey keyOf(const Candidate& candidate, PlanGrouping grouping)
{
    switch (grouping) {
    case PlanGrouping::Partitioner:
        return partitionerKey(candidate);
    case PlanGrouping::Schedule:
        return {static_cast<int>(candidate.plan.schedule), scheduleName(candidate.plan.schedule)};
    default:
        return degreeKey(candidate.plan, grouping);
    }
}

}

QString groupingTitle(PlanGrouping grouping)
{
    constexpr std::array titles {
        QT_TRANSLATE_NOOP("PlanGroups", "Kind"),
        QT_TRANSLATE_NOOP("PlanGroups", "Partitioner"),
        QT_TRANSLATE_NOOP("PlanGroups", "Schedule"),
        QT_TRANSLATE_NOOP("PlanGroups", "Pipeline-parallel size"),
        QT_TRANSLATE_NOOP("PlanGroups", "Tensor-parallel size"),
        QT_TRANSLATE_NOOP("PlanGroups", "Data-parallel size"),
    };
    return groupTranslated(titles[static_cast<std::size_t>(grouping)]);
}

PlanGroups PlanGroups::of(const SearchResult& result, PlanGrouping grouping)
{
    PlanGroups groups;
    if (grouping == PlanGrouping::Kind) {
        return groups;
    }
    std::map<GroupKey, int> sizes;
    for (const Candidate& candidate : result.candidates) {
        ++sizes[keyOf(candidate, grouping)];
    }
    std::vector<std::pair<GroupKey, int>> largest(sizes.begin(), sizes.end());
    std::stable_sort(largest.begin(), largest.end(), [](const auto& a, const auto& b) { return a.second > b.second; });
    const std::size_t colored = std::min<std::size_t>(largest.size(), theme::groupColors);
    groups.others = static_cast<int>(largest.size() - colored);
    largest.resize(colored);
    std::sort(largest.begin(), largest.end());
    std::map<GroupKey, int> places;
    for (const auto& [key, size] : largest) {
        places[key] = static_cast<int>(groups.names.size());
        groups.names << key.second;
    }
    for (const Candidate& candidate : result.candidates) {
        const auto place = places.find(keyOf(candidate, grouping));
        groups.indices.push_back(place == places.end() ? theme::groupColors : place->second);
    }
    return groups;
}

QStringList PlanGroups::legend() const
{
    return others == 0 ? names
                       : names + QStringList {QCoreApplication::translate("PlanGroups", "%Ln others", nullptr, others)};
}

}
