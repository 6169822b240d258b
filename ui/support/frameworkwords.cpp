// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/support/frameworkwords.h"

#include "core/framework/framework.h"
#include "core/framework/limits.h"
#include "ui/support/errortext.h"

#include <QCoreApplication>

#include <string>
#include <variant>

namespace stagecraft {

namespace {

constexpr int lastZeroStage = 3;

QString frameworkText(const char* english)
{
    return QCoreApplication::translate("Framework", english);
}

// What core/framework/limits says of it names it so.
bool isOfFramework(const Error& error)
{
    const auto* about = error.arguments.empty() ? nullptr : std::get_if<std::string>(&error.arguments.front());
    return error.code == ErrorCode::OptionUnsupported && about != nullptr && *about == "the framework";
}

}

QString frameworkTitle(Framework framework)
{
    const std::string_view title = modeOf({framework}).title;
    return QString::fromUtf8(title.data(), static_cast<qsizetype>(title.size()));
}

std::optional<QString> frameworkRefusal(const Problem& problem, const Error& error)
{
    return problem.constraints.framework.isLibtorch() || !isOfFramework(error) ? std::nullopt
                                                                               : std::optional(errorText(error));
}

QStringList frameworkGaps(const Problem& problem)
{
    const Constraints& asked = problem.constraints;
    QStringList gaps;
    if (asked.framework.isLibtorch() || !requirePossible(asked)) {
        return gaps;
    }
    for (int stage = 1; varies(asked.vary, Dimension::Zero) && stage <= lastZeroStage; ++stage) {
        Constraints other = asked;
        other.zero = stage;
        gaps += requirePossible(other)
            ? QStringList()
            : QStringList {frameworkText(QT_TRANSLATE_NOOP("Framework", "ZeRO %1")).arg(stage)};
    }
    if (varies(asked.vary, Dimension::Offload)) {
        Constraints other = asked;
        other.training.offload = StateOffload::Optimizer;
        gaps += requirePossible(other)
            ? QStringList()
            : QStringList {frameworkText(QT_TRANSLATE_NOOP("Framework", "optimizer on the host"))};
    }
    return gaps;
}

}
