// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/words/frameworkwords.h"

#include "core/framework/framework.h"
#include "core/framework/limits.h"
#include "ui/words/messagetext.h"

#include <QCoreApplication>

#include <variant>

namespace stagecraft {

namespace {

constexpr int lastZeroStage = 3;

QString frameworkText(const char* english)
{
    return QCoreApplication::translate("Framework", english);
}

}

QString frameworkTitle(Framework framework)
{
    const std::string_view title = modeOf({framework}).title;
    return QString::fromUtf8(title.data(), static_cast<qsizetype>(title.size()));
}

QString frameworkVersion(Framework framework)
{
    const std::string_view version = modeOf({framework}).read_from;
    return QString::fromUtf8(version.data(), static_cast<qsizetype>(version.size()));
}

std::optional<QString> frameworkRefusal(const Problem& problem, const Error& error)
{
    const FrameworkChoice& framework = problem.constraints.framework;
    const bool refused = error.code == ErrorCode::FrameworkUnsupported && error.arguments.size() > 1;
    const auto* reason = refused ? std::get_if<Message>(&error.arguments[1]) : nullptr;
    if (framework.isLibtorch() || reason == nullptr) {
        return std::nullopt;
    }
    return frameworkText(
               QT_TRANSLATE_NOOP("Framework",
                                 "%1 cannot train this problem: %2. Change that setting or choose another framework"))
        .arg(frameworkTitle(framework.name), messageText(*reason));
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
            : QStringList {frameworkText(QT_TRANSLATE_NOOP("Framework", "ZeRO-%1")).arg(stage)};
    }
    if (varies(asked.vary, Dimension::Offload)) {
        Constraints other = asked;
        other.training.offload = StateOffload::Optimizer;
        gaps += requirePossible(other)
            ? QStringList()
            : QStringList {frameworkText(QT_TRANSLATE_NOOP("Framework", "CPU offload of the optimizer"))};
    }
    return gaps;
}

}
