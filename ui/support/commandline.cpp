// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/support/commandline.h"

#include "core/model/attends.h"

#include <QRegularExpression>
#include <QStringList>

namespace stagecraft {

namespace {

template <typename Enum>
QString named(Enum value)
{
    const std::string_view name = nameOf(value);
    return QString::fromUtf8(name.data(), static_cast<qsizetype>(name.size()));
}

}

QString shellQuoted(const QString& argument)
{
    static const QRegularExpression plain(QStringLiteral("^[A-Za-z0-9_./:=,@%+-]+$"));
    if (plain.match(argument).hasMatch()) {
        return argument;
    }
    QString text = argument;
    text.replace(u'\'', QStringLiteral("'\\''"));
    return QStringLiteral("'%1'").arg(text);
}

QString estimateCommand(const Problem& problem, const Plan& plan, const QString& workspace)
{
    const Workload& workload = problem.workload;
    QStringList cuts;
    for (const int cut : plan.cuts()) {
        cuts += QString::number(cut);
    }
    const Degrees degrees = plan.stages.empty() ? Degrees {} : plan.stages.front().degrees;
    QStringList words {QStringLiteral("stagecraft-cli"), QStringLiteral("estimate"),
                       QString::fromStdString(problem.model.source)};
    if (!workspace.isEmpty()) {
        words << QStringLiteral("--workspace") << workspace;
    }
    words << QStringLiteral("--cluster") << QString::fromStdString(problem.cluster.name) //
          << QStringLiteral("--pipeline") << QString::number(plan.stages.size()) //
          << QStringLiteral("--tensor") << QString::number(degrees.tensor) //
          << QStringLiteral("--data") << QString::number(degrees.data) //
          << QStringLiteral("--micro-batch") << QString::number(plan.microBatch()) //
          << QStringLiteral("--micro-batches") << QString::number(plan.micro_batches) //
          << QStringLiteral("--schedule") << named(plan.schedule) //
          << QStringLiteral("--cuts") << cuts.join(u',');
    if (plan.sequence_parallel) {
        words << QStringLiteral("--sequence-parallel");
    }
    if (plan.context > 1) {
        words << QStringLiteral("--context") << QString::number(plan.context) //
              << QStringLiteral("--context-kind") << named(plan.context_kind);
    }
    if (plan.expert > 1) {
        words << QStringLiteral("--expert") << QString::number(plan.expert) //
              << QStringLiteral("--expert-capacity") << QString::number(plan.expert_capacity);
    }
    if (!hasGivenCosts(problem.model)) {
        words << QStringLiteral("--sequence") << QString::number(workload.sequence) //
              << QStringLiteral("--precision") << named(workload.precision) //
              << QStringLiteral("--optimizer") << named(workload.optimizer);
        if (workload.trainable != Trainable {}) {
            words << QStringLiteral("--trainable") << QString::fromStdString(trainableText(workload.trainable));
        }
        if (workload.dropout != DropoutUse::Configured) {
            words << QStringLiteral("--dropout") << named(workload.dropout);
        }
    }
    if (attends(problem.model)) {
        words << QStringLiteral("--attention") << named(workload.attention);
    }
    for (QString& word : words) {
        word = shellQuoted(word);
    }
    return words.join(u' ');
}

}
