// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/words/frameworkwords.h"

#include "core/framework/framework.h"
#include "core/framework/limits.h"
#include "ui/words/coretext.h"

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

std::string argumentOf(const Error& error, std::size_t index)
{
    const auto* text = index < error.arguments.size() ? std::get_if<std::string>(&error.arguments[index]) : nullptr;
    return text != nullptr ? *text : std::string();
}

// Matches the errors of core/framework/limits: argument 0 is "the framework", argument 2 is "libtorch (reason)".
bool isOfFramework(const Error& error)
{
    return error.code == ErrorCode::OptionUnsupported && argumentOf(error, 0) == "the framework";
}

QString reasonOf(const Error& error)
{
    const QString possible = coreText(argumentOf(error, 2));
    const qsizetype begin = possible.indexOf(u'(');
    const qsizetype end = possible.lastIndexOf(u')');
    return begin >= 0 && end > begin ? possible.mid(begin + 1, end - begin - 1) : possible;
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
    if (framework.isLibtorch() || !isOfFramework(error)) {
        return std::nullopt;
    }
    return frameworkText(
               QT_TRANSLATE_NOOP("Framework",
                                 "%1 cannot train this problem: %2. Change this setting or choose another framework"))
        .arg(frameworkTitle(framework.name), reasonOf(error));
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
