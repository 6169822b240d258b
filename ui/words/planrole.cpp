// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/words/planrole.h"

#include "core/plan/parallelsizes.h"
#include "core/search/userplans.h"
#include "ui/words/language.h"

#include <QCoreApplication>
#include <QStringList>

#include <algorithm>
#include <vector>

namespace stagecraft {

namespace {

QString translated(const char* text)
{
    return QCoreApplication::translate("PlanRole", text);
}

QString labelName(Label label)
{
    switch (label) {
    case Label::Recommended:
        return translated(QT_TRANSLATE_NOOP("PlanRole", "Recommended"));
    case Label::Balanced:
        return translated(QT_TRANSLATE_NOOP("PlanRole", "Balanced"));
    case Label::Fastest:
        return translated(QT_TRANSLATE_NOOP("PlanRole", "Fastest"));
    case Label::Cheapest:
        return translated(QT_TRANSLATE_NOOP("PlanRole", "Cheapest"));
    case Label::Front:
        return translated(QT_TRANSLATE_NOOP("PlanRole", "Pareto-optimal"));
    }
    return {};
}

// Formats one number if all stages have the same; otherwise a list, shortened in the middle if it is long.
QString byStage(const Plan& plan, int Degrees::*degree)
{
    constexpr qsizetype shown = 9;
    QStringList numbers;
    for (const Stage& stage : plan.stages) {
        numbers += QString::number(stage.degrees.*degree);
    }
    if (numbers.count(numbers.front()) == numbers.size()) {
        return numbers.front();
    }
    if (numbers.size() > shown) {
        numbers = numbers.first(shown - 2) << QStringLiteral("…") << numbers.last();
    }
    return numbers.join(u',');
}

}

bool isBaseline(const Candidate& candidate)
{
    return candidate.partitioner != "stagecraft" && candidate.partitioner != "given" && !isUserDefined(candidate);
}

bool isUserDefined(const Candidate& candidate)
{
    return candidate.partitioner == userPartitioner;
}

PlanRole roleOf(const Candidate& candidate)
{
    for (const auto& [label, role] : {
             std::pair {Label::Recommended, PlanRole::Recommended},
             std::pair {Label::Balanced, PlanRole::Balanced},
             std::pair {Label::Fastest, PlanRole::Fastest},
             std::pair {Label::Cheapest, PlanRole::Cheapest},
         }) {
        if (candidate.has(label)) {
            return role;
        }
    }
    if (isUserDefined(candidate)) {
        return PlanRole::UserDefined;
    }
    if (isBaseline(candidate)) {
        return PlanRole::Baseline;
    }
    return candidate.has(Label::Front) ? PlanRole::Front : PlanRole::Other;
}

QString partitionerName(const std::string& partitioner)
{
    QString name = QString::fromStdString(partitioner);
    name.replace(u'-', u' ');
    name.replace(QStringLiteral("deepspeed"), QStringLiteral("DeepSpeed"));
    return name.isEmpty() ? name : name.left(1).toUpper() + name.mid(1);
}

QString planName(const Candidate& candidate)
{
    switch (roleOf(candidate)) {
    case PlanRole::Recommended:
        return labelName(Label::Recommended);
    case PlanRole::UserDefined:
        return QString::fromStdString(candidate.name);
    case PlanRole::Balanced:
        return labelName(Label::Balanced);
    case PlanRole::Fastest:
        return labelName(Label::Fastest);
    case PlanRole::Cheapest:
        return labelName(Label::Cheapest);
    case PlanRole::Front:
        return labelName(Label::Front);
    case PlanRole::Baseline:
        return partitionerName(candidate.partitioner);
    case PlanRole::Other:
        return candidate.estimate.fits ? translated(QT_TRANSLATE_NOOP("PlanRole", "Alternative"))
                                       : translated(QT_TRANSLATE_NOOP("PlanRole", "Does not fit"));
    }
    return {};
}

QString planLabels(const Candidate& candidate)
{
    QStringList names;
    if (isBaseline(candidate)) {
        names += partitionerName(candidate.partitioner);
    } else if (isUserDefined(candidate)) {
        names += QString::fromStdString(candidate.name);
    }
    const bool unnamed = names.isEmpty() && candidate.labels.empty();
    if (unnamed && !candidate.also.empty()) {
        names += planName(candidate);
    }
    for (const auto label : {Label::Recommended, Label::Balanced, Label::Fastest, Label::Cheapest, Label::Front}) {
        if (candidate.has(label)) {
            names += names.isEmpty() ? labelName(label) : language::inSentence(labelName(label));
        }
    }
    for (const std::string& other : candidate.also) {
        names += partitionerName(other);
    }
    return names.isEmpty() ? planName(candidate) : names.join(QStringLiteral(", "));
}

QString degreesText(const Plan& plan)
{
    if (plan.stages.empty()) {
        return {};
    }
    const int ranks = std::max(1, plan.pipelineRanks());
    const std::string tensor = byStage(plan, &Degrees::tensor).toStdString();
    return QString::fromStdString(parallelismText({ranks, static_cast<int>(plan.stages.size()) / ranks, tensor,
                                                   plan.context, byStage(plan, &Degrees::data).toStdString(),
                                                   plan.expert, plan.sequence_parallel && tensor != "1"}));
}

namespace {

constexpr std::size_t mostListed = 8; // stages whose split points are listed

std::vector<LayerRange> layersOfStages(const Plan& plan)
{
    std::vector<LayerRange> stages;
    for (const Stage& stage : plan.stages) {
        stages.push_back(stage.layers);
    }
    std::sort(stages.begin(), stages.end(), [](LayerRange a, LayerRange b) { return a.first < b.first; });
    return stages;
}

// Returns "3", "57 × 2", "1" for consecutive stages.
QStringList layerCounts(const std::vector<LayerRange>& stages)
{
    QStringList runs;
    for (std::size_t i = 0; i < stages.size();) {
        std::size_t next = i + 1;
        while (next < stages.size() && stages[next].count() == stages[i].count()) {
            ++next;
        }
        const QString count = QString::number(stages[i].count());
        runs += next - i > 1 ? QStringLiteral("%1 × %2").arg(next - i).arg(count) : count;
        i = next;
    }
    return runs;
}

}

QString splitPointsText(const Plan& plan)
{
    const std::vector<LayerRange> stages = layersOfStages(plan);
    if (stages.size() > mostListed) {
        return QCoreApplication::translate("PlanRole", "Layers per stage: %1")
            .arg(layerCounts(stages).join(QStringLiteral(", ")));
    }
    QStringList points;
    for (const LayerRange& stage : stages) {
        points += QString::number(stage.first);
    }
    if (!stages.empty()) {
        points += QString::number(stages.back().last);
    }
    return points.join(QStringLiteral(", "));
}

QString shortSplitPointsText(const Plan& plan)
{
    if (plan.stages.size() <= mostListed) {
        return splitPointsText(plan);
    }
    const QStringList counts = layerCounts(layersOfStages(plan));
    return QCoreApplication::translate("PlanRole", "%1 (%2 stages)")
        .arg(counts.join(QStringLiteral(", ")), QString::number(plan.stages.size()));
}

QString stagesText(const Plan& plan)
{
    const bool equal = plan.hasEqualStages();
    QStringList lines;
    for (std::size_t i = 0; i < plan.stages.size(); ++i) {
        const Stage& stage = plan.stages[i];
        const LayerRange layers = stage.layers;
        QString line = layers.count() == 1
            ? QCoreApplication::translate("PlanRole", "Stage %1: layer %2").arg(i).arg(layers.first)
            : QCoreApplication::translate("PlanRole", "Stage %1: layers %2–%3")
                  .arg(i)
                  .arg(layers.first)
                  .arg(layers.last - 1);
        if (!equal) {
            line += QStringLiteral(" · TP%1 DP%2").arg(stage.degrees.tensor).arg(stage.degrees.data);
        }
        lines += line;
    }
    return lines.join(u'\n');
}

}
