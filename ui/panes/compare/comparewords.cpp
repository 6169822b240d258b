// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panes/compare/comparewords.h"

#include "core/base/format.h"
#include "ui/words/messagetext.h"
#include "ui/words/numbers.h"

#include <QCoreApplication>
#include <QStringList>

#include <algorithm>
#include <cmath>

namespace stagecraft {

namespace {

QString comparisonTranslated(const char* text)
{
    return QCoreApplication::translate("Comparison", text);
}

QString changeText(double value, double baseline)
{
    if (baseline == 0 || value == baseline) {
        return comparisonTranslated(QT_TRANSLATE_NOOP("Comparison", "the same"));
    }
    if (!isDistinguishable(value / baseline)) {
        return comparisonTranslated(QT_TRANSLATE_NOOP("Comparison", "about the same"));
    }
    const QString share = percentText(std::abs(value / baseline - 1));
    return value > baseline ? comparisonTranslated(QT_TRANSLATE_NOOP("Comparison", "+%1")).arg(share)
                            : comparisonTranslated(QT_TRANSLATE_NOOP("Comparison", "-%1")).arg(share);
}

QString differencesOf(const ComparedPlan& plan, const Estimate& baseline)
{
    if (!plan.estimate) {
        return comparisonTranslated(QT_TRANSLATE_NOOP("Comparison", "%1: cannot be estimated")).arg(plan.title);
    }
    return comparisonTranslated(QT_TRANSLATE_NOOP("Comparison", "%1: peak %2, step time %3"))
        .arg(plan.title, changeText(plan.estimate->peak / Bytes(1), baseline.peak / Bytes(1)),
             changeText(plan.estimate->step.value, baseline.step.value));
}

}

QString comparisonSentence(const std::vector<ComparedPlan>& plans, int baseline)
{
    if (plans.empty()) {
        return {};
    }
    const ComparedPlan& against = plans[static_cast<std::size_t>(baseline)];
    if (against.isPending()) {
        return comparisonTranslated(QT_TRANSLATE_NOOP("Comparison", "Estimating…"));
    }
    if (plans.size() == 1) {
        return comparisonTranslated(
                   QT_TRANSLATE_NOOP(
                       "Comparison",
                       "One plan: %1. To compare it, add another plan with Ctrl+D or Ctrl-click in Trade-off."))
            .arg(against.title);
    }
    if (!against.estimate) {
        return comparisonTranslated(
                   QT_TRANSLATE_NOOP("Comparison", "The baseline %1 cannot be estimated, so no differences are shown."))
            .arg(against.title);
    }
    QStringList others;
    for (const ComparedPlan& plan : plans) {
        if (&plan != &against) {
            others << differencesOf(plan, *against.estimate);
        }
    }
    return comparisonTranslated(QT_TRANSLATE_NOOP("Comparison", "Relative to %1 (%2): %3."))
        .arg(against.title,
             comparisonTranslated(QT_TRANSLATE_NOOP("Comparison", "peak %1, step time %2"))
                 .arg(bytesText(against.estimate->peak), secondsText(against.estimate->step)),
             others.join(QStringLiteral("; ")));
}

QString shortComparisonSentence(const std::vector<ComparedPlan>& plans, int baseline)
{
    std::vector<const ComparedPlan*> estimated;
    for (const ComparedPlan& plan : plans) {
        if (plan.estimate) {
            estimated.push_back(&plan);
        }
    }
    if (plans.size() <= 2 || estimated.size() < 2) {
        return comparisonSentence(plans, baseline);
    }
    const auto& leanest = **std::min_element(estimated.begin(), estimated.end(), [](const auto* a, const auto* b) {
        return a->estimate->peak < b->estimate->peak;
    });
    const auto& fastest = **std::min_element(estimated.begin(), estimated.end(), [](const auto* a, const auto* b) {
        return a->estimate->step < b->estimate->step;
    });
    const QString peak = bytesText(leanest.estimate->peak);
    const QString step = secondsText(fastest.estimate->step);
    return &leanest == &fastest
        ? comparisonTranslated(QT_TRANSLATE_NOOP("Comparison", "Lowest peak and shortest step: %1 (%2, %3)."))
              .arg(leanest.title, peak, step)
        : comparisonTranslated(QT_TRANSLATE_NOOP("Comparison", "Lowest peak: %1 (%2). Shortest step: %3 (%4)."))
              .arg(leanest.title, peak, fastest.title, step);
}

QString obstaclesText(const std::vector<ComparedPlan>& plans)
{
    QStringList texts;
    for (const ComparedPlan& plan : plans) {
        if (plan.obstacle) {
            texts << comparisonTranslated(
                         QT_TRANSLATE_NOOP("Comparison", "%1 cannot be estimated for its current problem: %2"))
                         .arg(plan.title, errorText(*plan.obstacle));
        }
    }
    return texts.join(u'\n');
}

}
