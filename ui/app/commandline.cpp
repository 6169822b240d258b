// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/app/commandline.h"

#include "core/model/layertraits.h"
#include "core/schedule/schedule.h"

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

// Adds the memory and communication settings that differ from the defaults and have an effect. Settings that a search
// may have chosen come from the plan.
void addConstraints(QStringList& words, const Constraints& constraints, const Plan& plan)
{
    const Constraints usual;
    const auto add = [&words](bool reported, const char* option, const QString& value) {
        if (reported) {
            words << QLatin1String(option) << value;
        }
    };
    const auto rate = [](const std::optional<BytesPerSecond>& bandwidth) {
        return QString::number(bandwidth ? bandwidth->value / 1e9 : 0, 'g', 12);
    };
    const TrainingOptions& training = plan.training;
    const LayerPolicies policies = policiesOf(plan);
    const bool host = training.offload != StateOffload::None || policies.has(LayerPolicy::Swap);
    const bool sends_less = training.compress_boundaries && plan.pipelineRanks() > 1;
    add(plan.zero_stage != usual.zero, "--zero", QString::number(plan.zero_stage));
    const FrameworkChoice& framework = constraints.framework;
    add(!framework.isLibtorch(), "--framework", named(framework.name));
    if (framework.options.cross_entropy_loss_fusion) {
        words << QStringLiteral("--cross-entropy-loss-fusion");
    }
    if (!framework.options.gradient_accumulation_fusion) {
        words << QStringLiteral("--no-gradient-accumulation-fusion");
    }
    if (framework.options.grad_reduce_in_bf16) {
        words << QStringLiteral("--grad-reduce-in-bf16");
    }
    QStringList modules;
    for (const RecomputeModule module : framework.options.recompute_modules) {
        modules << named(module);
    }
    add(!modules.isEmpty(), "--recompute-modules", modules.join(u','));
    add(framework.options.fp8_recipe != Fp8Recipe::None, "--fp8-recipe", named(framework.options.fp8_recipe));
    if (framework.options.compile) {
        words << QStringLiteral("--compile");
    }
    if (!framework.options.compile_loss) {
        words << QStringLiteral("--no-compile-loss");
    }
    add(constraints.gradients != usual.gradients, "--gradients", named(constraints.gradients));
    add(!policies.keepsAll(), "--policy", QString::fromStdString(policiesText(policies)));
    add(training.offload != StateOffload::None, "--offload", named(training.offload));
    add(sends_less || policies.has(LayerPolicy::Compress), "--compressor",
        QString::fromStdString(compressorText(training.compressor)));
    if (sends_less) {
        words << QStringLiteral("--compress-boundaries");
    }
    add(host && constraints.host_bandwidth, "--host-bandwidth", rate(constraints.host_bandwidth));
    add(host && constraints.host_memory_bandwidth, "--host-memory-bandwidth", rate(constraints.host_memory_bandwidth));
    // Bytes, because a number of GiB would not be exact.
    add(constraints.memory_reserve != usual.memory_reserve, "--memory-reserve",
        QStringLiteral("%1B").arg(constraints.memory_reserve.value));
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

bool optionsExpress(const Plan& plan)
{
    return plan.hasEqualStages();
}

QString estimateCommand(const Problem& problem, const Plan& plan, const QString& workspace, const QString& plan_file)
{
    if (!optionsExpress(plan)) {
        const QString command = QStringLiteral("stagecraft-cli estimate --plan ") + shellQuoted(plan_file);
        return workspace.isEmpty() ? command : command + QStringLiteral(" --workspace ") + shellQuoted(workspace);
    }
    const Workload& workload = problem.workload;
    QStringList split_points;
    for (const int split_point : plan.splitPoints()) {
        split_points += QString::number(split_point);
    }
    const Degrees degrees = plan.stages.empty() ? Degrees {} : plan.stages.front().degrees;
    QStringList words {QStringLiteral("stagecraft-cli"), QStringLiteral("estimate"),
                       QString::fromStdString(problem.model.source)};
    if (!workspace.isEmpty()) {
        words << QStringLiteral("--workspace") << workspace;
    }
    words << QStringLiteral("--cluster") << QString::fromStdString(problem.cluster.name) //
          << QStringLiteral("--pipeline") << QString::number(plan.pipelineRanks()) //
          << QStringLiteral("--tensor") << QString::number(degrees.tensor) //
          << QStringLiteral("--data") << QString::number(degrees.data) //
          << QStringLiteral("--micro-batch") << QString::number(plan.microBatch()) //
          << QStringLiteral("--micro-batches") << QString::number(plan.micro_batches) //
          << QStringLiteral("--schedule") << named(plan.schedule) //
          << QStringLiteral("--cuts") << split_points.join(u',');
    if (rulesOf(plan.schedule).stages_per_rank == 0) {
        words << QStringLiteral("--interleave")
              << QString::number(plan.stages.size() / static_cast<std::size_t>(plan.pipelineRanks()));
    }
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
    addConstraints(words, problem.constraints, plan);
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
    if (usesAttention(problem.model)) {
        words << QStringLiteral("--attention") << named(workload.attention);
    }
    for (QString& word : words) {
        word = shellQuoted(word);
    }
    return words.join(u' ');
}

}
