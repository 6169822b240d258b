// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/comparedplan.h"

#include "ui/words/planrole.h"

namespace stagecraft {

QString columnHeading(const QString& title, const Plan& plan)
{
    const QString degrees = degreesText(plan);
    const bool says = title == degrees || title.startsWith(degrees + QStringLiteral(", "))
        || title.startsWith(degrees + QStringLiteral(" ("));
    return says ? title : QStringLiteral("%1\n%2").arg(title, degrees);
}

QString shortened(const QString& name, int letters)
{
    return name.size() <= letters ? name : name.left(letters - 1) + u'…';
}

std::vector<ComparedPlan> estimateCompared(const Comparison& comparison, const SizingInput& input,
                                           const std::stop_token& stop)
{
    std::vector<ComparedPlan> plans;
    for (const Compared& column : comparison.columns) {
        ComparedPlan plan;
        plan.problem = column.problem.value_or(input.problem);
        plan.problem.billing = input.problem.billing;
        plan.plan = column.plan;
        if (!stop.stop_requested()) {
            const auto planned = estimateScenario({column.name, plan.problem, plan.plan}, input);
            if (planned) {
                plan.training_cost = trainingCostOf(planned->estimate, plan.plan, plan.problem, plan.problem.billing);
                plan.estimate = planned->estimate;
            } else {
                plan.obstacle = planned.error();
            }
        }
        plans.push_back(std::move(plan));
    }
    return plans;
}

}
