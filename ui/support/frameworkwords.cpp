// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/support/frameworkwords.h"

#include "core/estimate/stackrun.h"
#include "core/search/search.h"
#include "ui/support/coretext.h"
#include "ui/support/errortext.h"

#include <QCoreApplication>

namespace stagecraft {

namespace {

QString frameworkText(const char* english)
{
    return QCoreApplication::translate("Framework", english);
}

bool isAcceptedWithoutFramework(Problem problem)
{
    problem.stack.clear();
    return validateForSearch(problem, nullptr).has_value();
}

}

std::optional<QString> frameworkRefusal(const Problem& problem, const Error& error)
{
    if (problem.stack.empty() || !isAcceptedWithoutFramework(problem)) {
        return std::nullopt;
    }
    const QString name = QString::fromStdString(problem.stack);
    const Dimensions& vary = problem.constraints.vary;
    if (error.code == ErrorCode::StackUnknown) {
        return errorText(error);
    }
    if (error.code == ErrorCode::StackCannot && error.arguments.size() > 1) {
        return frameworkText(QT_TRANSLATE_NOOP("Framework", "The memory model of framework %1 does not cover this: %2"))
            .arg(name, coreText(argumentText(error.arguments[1])));
    }
    if (error.code != ErrorCode::OptionUnsupported) {
        return std::nullopt;
    }
    if (problem.cluster.groups.size() > 1) {
        return frameworkText(QT_TRANSLATE_NOOP("Framework",
                                               "Framework %1 plans clusters with one type of device; this cluster has "
                                               "several"))
            .arg(name);
    }
    if (varies(vary, Dimension::RecomputeLayers) || varies(vary, Dimension::Swap)) {
        return frameworkText(
                   QT_TRANSLATE_NOOP("Framework", "Framework %1 has no recomputation or swap of single layers"))
            .arg(name);
    }
    return std::nullopt;
}

QStringList frameworkGaps(const Problem& problem, const Plan& plan, const Stack& framework)
{
    constexpr int lastZeroStage = 3;
    const auto covers = [&](const Plan& other) { return modelledRun(problem, other, framework.form).has_value(); };
    const Dimensions& vary = problem.constraints.vary;
    QStringList gaps;
    if (plan.stages.empty() || !covers(plan)) {
        return gaps;
    }
    if (varies(vary, Dimension::Recompute)) {
        Plan other = plan;
        for (Stage& stage : other.stages) {
            stage.policies = {LayerPolicy::Full, {}};
        }
        gaps += covers(other) ? QStringList()
                              : QStringList {frameworkText(QT_TRANSLATE_NOOP("Framework", "recomputation"))};
    }
    for (int stage = 1; varies(vary, Dimension::Zero) && stage <= lastZeroStage; ++stage) {
        Plan other = plan;
        other.zero_stage = stage;
        gaps += covers(other) ? QStringList()
                              : QStringList {frameworkText(QT_TRANSLATE_NOOP("Framework", "ZeRO %1")).arg(stage)};
    }
    if (varies(vary, Dimension::Offload)) {
        Plan other = plan;
        other.training.offload = StateOffload::Optimizer;
        gaps += covers(other) ? QStringList()
                              : QStringList {frameworkText(QT_TRANSLATE_NOOP("Framework", "optimizer on the host"))};
    }
    return gaps;
}

}
