// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/words/words.h"

#include "ui/words/gaptobestwords.h"
#include "ui/words/messagetext.h"
#include "ui/words/numbers.h"

#include <QCoreApplication>
#include <QStringList>

#include <algorithm>
#include <limits>
#include <map>

namespace stagecraft {

namespace {

QString translated(const char* text, int count = -1)
{
    return QCoreApplication::translate("Words", text, nullptr, count);
}

// Count that selects the plural form; clamped, as there can be more configurations than an int counts.
int formOf(const SearchResult& result)
{
    return static_cast<int>(std::min<std::int64_t>(result.configurations, std::numeric_limits<int>::max()));
}

// The peak of the recommended plan and whether it is proven. A plan with more than the lowest peak is recommended for
// its speed or cost, which the next sentences report.
QString headOf(const SearchResult& result, const Candidate& star)
{
    const QString peak = bytesText(star.estimate.peak);
    const bool lowest_peak = star.estimate.peak <= result.certificate.peak;
    if (result.outcome.kind != OutcomeKind::Optimal) {
        return translated(QT_TRANSLATE_NOOP("Words", "Best plan found: peak %1; %2."))
            .arg(peak, messageText(result.outcome.detail));
    }
    if (const auto& share = result.certificate.share) {
        return translated(QT_TRANSLATE_NOOP("Words", "Lowest peak: %1 of the fullest device (proven optimal)."))
            .arg(percentText(*share));
    }
    const bool by_step = star.has(Label::Fastest) || star.has(Label::Cheapest);
    if (!lowest_peak && !by_step && star.has(Label::Balanced)) {
        return translated(QT_TRANSLATE_NOOP("Words", "Lowest peak within the allowed slowdown: %1 (proven optimal)."))
            .arg(peak);
    }
    return (lowest_peak || !by_step ? translated(QT_TRANSLATE_NOOP("Words", "Lowest peak: %1 (proven optimal)."))
                                    : translated(QT_TRANSLATE_NOOP("Words", "Peak: %1.")))
        .arg(peak);
}

}

QString basisName(Basis basis)
{
    switch (basis) {
    case Basis::Measured:
        return translated(QT_TRANSLATE_NOOP("Words", "measured"));
    case Basis::DryRun:
        return translated(QT_TRANSLATE_NOOP("Words", "dry run"));
    case Basis::Scaled:
        return translated(QT_TRANSLATE_NOOP("Words", "scaled"));
    case Basis::Given:
        return translated(QT_TRANSLATE_NOOP("Words", "given"));
    case Basis::Calibrated:
        return translated(QT_TRANSLATE_NOOP("Words", "calibrated"));
    case Basis::Tables:
        return translated(QT_TRANSLATE_NOOP("Words", "measured (tables)"));
    case Basis::Analytic:
        return translated(QT_TRANSLATE_NOOP("Words", "analytic"));
    }
    return {};
}

QString basisMeaning(Basis basis)
{
    switch (basis) {
    case Basis::Measured:
        return translated(
            QT_TRANSLATE_NOOP("Words", "Computed from layers measured at exactly this micro-batch size."));
    case Basis::DryRun:
        return translated(QT_TRANSLATE_NOOP("Words",
                                            "Computed from a dry run of the layers: libtorch allocates their memory on "
                                            "a simulated device, which computes nothing."));
    case Basis::Scaled:
        return translated(QT_TRANSLATE_NOOP("Words",
                                            "Interpolated, extrapolated or transferred from layers measured at other "
                                            "micro-batch sizes or on another device type."));
    case Basis::Given:
        return translated(QT_TRANSLATE_NOOP("Words", "Costs from the layer table."));
    case Basis::Calibrated:
        return translated(QT_TRANSLATE_NOOP("Words", "Corrected with measured runs of the training framework."));
    case Basis::Tables:
        return translated(
            QT_TRANSLATE_NOOP("Words",
                              "Times of matrix products and attention from published measurements of this GPU type, "
                              "which ship with Stagecraft; all other times are computed."));
    case Basis::Analytic:
        return translated(QT_TRANSLATE_NOOP("Words", "Computed from the dimensions of the layers."));
    }
    return {};
}

QString measureName(PeakMeasure measure)
{
    return measure == PeakMeasure::Share ? translated(QT_TRANSLATE_NOOP("Words", "Share of capacity"))
                                         : translated(QT_TRANSLATE_NOOP("Words", "Bytes"));
}

QString objectiveName(Objective objective)
{
    switch (objective) {
    case Objective::Memory:
        return translated(QT_TRANSLATE_NOOP("Words", "Least peak memory"));
    case Objective::Balanced:
        return translated(QT_TRANSLATE_NOOP("Words", "Balanced"));
    case Objective::Throughput:
        return translated(QT_TRANSLATE_NOOP("Words", "Fastest that fits"));
    case Objective::Cost:
        return translated(QT_TRANSLATE_NOOP("Words", "Cheapest that fits"));
    }
    return {};
}

QString scheduleName(ScheduleKind schedule)
{
    const std::map<ScheduleKind, QString> names {
        {ScheduleKind::OneForwardOneBackward, QStringLiteral("1F1B")},
        {ScheduleKind::GPipe, QStringLiteral("GPipe")},
        {ScheduleKind::Sequential, translated(QT_TRANSLATE_NOOP("Words", "Sequential"))},
        {ScheduleKind::DappleA, QStringLiteral("DAPPLE A")},
        {ScheduleKind::DappleB, QStringLiteral("DAPPLE B")},
        {ScheduleKind::Interleaved, translated(QT_TRANSLATE_NOOP("Words", "Interleaved"))},
        {ScheduleKind::InterleavedRounds, translated(QT_TRANSLATE_NOOP("Words", "Interleaved (rounds)"))},
        {ScheduleKind::Combined, translated(QT_TRANSLATE_NOOP("Words", "Combined 1F1B"))},
        {ScheduleKind::ZeroBubbleH1, QStringLiteral("ZB-H1")},
        {ScheduleKind::ZeroBubbleH2, QStringLiteral("ZB-H2")},
        {ScheduleKind::ZeroBubbleV, QStringLiteral("ZBV")},
        {ScheduleKind::Chimera, QStringLiteral("Chimera")},
        {ScheduleKind::DualPipe, QStringLiteral("DualPipe")},
        {ScheduleKind::PipeDream, QStringLiteral("PipeDream")},
        {ScheduleKind::PipeDreamVertical, translated(QT_TRANSLATE_NOOP("Words", "PipeDream (vertical sync)"))},
        {ScheduleKind::TwoBufferedWeights, QStringLiteral("PipeDream-2BW")},
        {ScheduleKind::SpecTrain, QStringLiteral("SpecTrain")},
        {ScheduleKind::XPipe, QStringLiteral("XPipe")},
        {ScheduleKind::TiMePReSt, QStringLiteral("TiMePReSt")},
        {ScheduleKind::LocalLearning, QStringLiteral("PPLL")},
        {ScheduleKind::GraphPipe, QStringLiteral("GraphPipe")},
    };
    return names.at(schedule);
}

QString policyName(LayerPolicy policy)
{
    switch (policy) {
    case LayerPolicy::Keep:
        return translated(QT_TRANSLATE_NOOP("Words", "No recomputation"));
    case LayerPolicy::Full:
        return translated(QT_TRANSLATE_NOOP("Words", "Full recomputation"));
    case LayerPolicy::Selective:
        return translated(QT_TRANSLATE_NOOP("Words", "Selective recomputation"));
    case LayerPolicy::Swap:
        return translated(QT_TRANSLATE_NOOP("Words", "Offload activations to CPU"));
    case LayerPolicy::Compress:
        return translated(QT_TRANSLATE_NOOP("Words", "Compress activations"));
    }
    return {};
}

QString zeroName(int stage)
{
    switch (stage) {
    case 0:
        return translated(QT_TRANSLATE_NOOP("Words", "Off"));
    case 1:
        return translated(QT_TRANSLATE_NOOP("Words", "ZeRO-1: optimizer"));
    case 2:
        return translated(QT_TRANSLATE_NOOP("Words", "ZeRO-2: optimizer + gradients"));
    default:
        return translated(QT_TRANSLATE_NOOP("Words", "ZeRO-3: all model states"));
    }
}

QString gradientsName(GradientHandling gradients)
{
    switch (gradients) {
    case GradientHandling::Eager:
        return translated(QT_TRANSLATE_NOOP("Words", "Accumulate in place"));
    case GradientHandling::BucketCopies:
        return QStringLiteral("DDP");
    case GradientHandling::BucketViews:
        return translated(QT_TRANSLATE_NOOP("Words", "DDP, bucket views"));
    case GradientHandling::WideBuffers:
        return translated(QT_TRANSLATE_NOOP("Words", "fp32 buffers"));
    }
    return {};
}

QString offloadName(StateOffload offload)
{
    switch (offload) {
    case StateOffload::None:
        return translated(QT_TRANSLATE_NOOP("Words", "None"));
    case StateOffload::Optimizer:
        return translated(QT_TRANSLATE_NOOP("Words", "Optimizer"));
    case StateOffload::PipelinedOptimizer:
        return translated(QT_TRANSLATE_NOOP("Words", "Optimizer, pipelined"));
    case StateOffload::Parameters:
        return translated(QT_TRANSLATE_NOOP("Words", "Optimizer and parameters"));
    }
    return {};
}

QString contextKindName(ContextKind kind)
{
    return kind == ContextKind::Ring ? translated(QT_TRANSLATE_NOOP("Words", "Ring attention"))
                                     : translated(QT_TRANSLATE_NOOP("Words", "Ulysses"));
}

QString optimizerName(OptimizerKind optimizer)
{
    switch (optimizer) {
    case OptimizerKind::Sgd:
        return QStringLiteral("SGD");
    case OptimizerKind::Momentum:
        return translated(QT_TRANSLATE_NOOP("Words", "SGD with momentum"));
    case OptimizerKind::Adam:
        return QStringLiteral("Adam");
    case OptimizerKind::AdamW:
        return QStringLiteral("AdamW");
    }
    return {};
}

QString precisionName(Precision precision)
{
    switch (precision) {
    case Precision::Fp32:
        return QStringLiteral("fp32");
    case Precision::Bf16Autocast:
        return translated(QT_TRANSLATE_NOOP("Words", "bf16 autocast"));
    case Precision::Bf16Master:
        return translated(QT_TRANSLATE_NOOP("Words", "bf16, fp32 master"));
    case Precision::Fp16:
        return translated(QT_TRANSLATE_NOOP("Words", "fp16, fp32 master"));
    }
    return {};
}

QString precisionMeaning(Precision precision)
{
    switch (precision) {
    case Precision::Fp32:
        return translated(QT_TRANSLATE_NOOP("Words", "All tensors in 32-bit floating point."));
    case Precision::Bf16Autocast:
        return translated(QT_TRANSLATE_NOOP("Words", "Parameters in fp32, matrix products in bf16 (torch.autocast)."));
    case Precision::Bf16Master:
        return translated(QT_TRANSLATE_NOOP(
            "Words", "All tensors in bf16; the optimizer keeps fp32 master copies of the parameters."));
    case Precision::Fp16:
        return translated(QT_TRANSLATE_NOOP(
            "Words",
            "All tensors in fp16 with loss scaling; the optimizer keeps fp32 master copies of the parameters."));
    }
    return {};
}

QString trainableKindName(TrainableKind kind)
{
    switch (kind) {
    case TrainableKind::All:
        return translated(QT_TRANSLATE_NOOP("Words", "All parameters"));
    case TrainableKind::Lora:
        return translated(QT_TRANSLATE_NOOP("Words", "LoRA adapters"));
    case TrainableKind::Pattern:
        return translated(QT_TRANSLATE_NOOP("Words", "By pattern"));
    }
    return {};
}

QString trainableName(const Trainable& trainable)
{
    const QString pattern = QString::fromStdString(trainable.pattern);
    switch (trainable.kind) {
    case TrainableKind::All:
        return trainableKindName(trainable.kind);
    case TrainableKind::Lora: {
        const QString rank = translated(QT_TRANSLATE_NOOP("Words", "LoRA rank %1")).arg(trainable.rank);
        return pattern.isEmpty() ? rank : translated(QT_TRANSLATE_NOOP("Words", "%1 and %2")).arg(rank, pattern);
    }
    case TrainableKind::Pattern:
        return translated(QT_TRANSLATE_NOOP("Words", "trainable: %1")).arg(pattern);
    }
    return {};
}

QString attentionName(AttentionKind attention)
{
    return attention == AttentionKind::Sdpa ? translated(QT_TRANSLATE_NOOP("Words", "Fused (SDPA)"))
                                            : translated(QT_TRANSLATE_NOOP("Words", "Eager"));
}

QString dropoutName(DropoutUse use)
{
    return use == DropoutUse::Configured ? translated(QT_TRANSLATE_NOOP("Words", "As configured"))
                                         : translated(QT_TRANSLATE_NOOP("Words", "Off"));
}

QString runOptionsName(const ProfilePoint& point)
{
    QStringList words;
    if (point.sharding.tensor > 1) {
        words << translated(QT_TRANSLATE_NOOP("Words", "TP%1")).arg(point.sharding.tensor);
    }
    if (point.sharding.expert > 1) {
        words << translated(QT_TRANSLATE_NOOP("Words", "EP%1")).arg(point.sharding.expert);
    }
    if (point.sharding.sequence) {
        words << translated(QT_TRANSLATE_NOOP("Words", "sequence parallel"));
    }
    if (point.recompute) {
        words << translated(QT_TRANSLATE_NOOP("Words", "with recomputation"));
    }
    if (!point.input_gradient) {
        words << translated(QT_TRANSLATE_NOOP("Words", "after frozen layers"));
    }
    if (point.in_flight > 1) {
        words << translated(QT_TRANSLATE_NOOP("Words", "%1 micro-batches in flight")).arg(point.in_flight);
    }
    return words.join(QStringLiteral(", "));
}

QString phaseName(MemoryPhase phase)
{
    switch (phase) {
    case MemoryPhase::Forward:
        return translated(QT_TRANSLATE_NOOP("Words", "in the forward pass"));
    case MemoryPhase::Backward:
        return translated(QT_TRANSLATE_NOOP("Words", "in the backward pass"));
    case MemoryPhase::OptimizerStep:
        return translated(QT_TRANSLATE_NOOP("Words", "in the optimizer step"));
    }
    return {};
}

QString workerPhaseName(const QString& phase)
{
    if (phase == QStringLiteral("building")) {
        return translated(QT_TRANSLATE_NOOP("Words", "Building"));
    }
    if (phase == QStringLiteral("measuring")) {
        return translated(QT_TRANSLATE_NOOP("Words", "Measuring"));
    }
    return phase;
}

QString answerSentence(const SearchResult& result)
{
    const Candidate* star = result.recommended();
    switch (result.outcome.kind) {
    case OutcomeKind::Infeasible:
        if (result.candidates.empty()) {
            return translated(QT_TRANSLATE_NOOP("Words", "No plan is possible: %1."))
                .arg(messageText(result.outcome.detail));
        }
        return translated(QT_TRANSLATE_NOOP("Words", "No plan fits. Smallest shortfall: %1 on device %2."))
            .arg(bytesText(result.outcome.missing))
            .arg(result.outcome.device);
    case OutcomeKind::Cancelled:
        return translated(QT_TRANSLATE_NOOP("Words", "The search was canceled before it finished."));
    case OutcomeKind::BestFound:
    case OutcomeKind::Optimal:
        break;
    }
    if (!star) {
        return translated(QT_TRANSLATE_NOOP("Words", "The search found no plan."));
    }
    QStringList sentences {headOf(result, *star), speedSentence(result), costSentence(result)};
    sentences.removeAll(QString());
    return sentences.join(QLatin1Char(' '));
}

namespace {

// Name of an option's value in the window.
QString valueName(Dimension dimension, const std::string& value)
{
    if (const auto policy = fromName<LayerPolicy>(value); policy && dimension == Dimension::Recompute) {
        return policyName(*policy);
    }
    if (const auto offload = fromName<StateOffload>(value); offload && dimension == Dimension::Offload) {
        return offloadName(*offload);
    }
    if (const auto schedule = fromName<ScheduleKind>(value); schedule && dimension == Dimension::Schedule) {
        return scheduleName(*schedule);
    }
    return QString::fromStdString(value);
}

QString rangeText(SearchedRange range)
{
    for (std::string& value : range.values) {
        value = valueName(range.dimension, value).toStdString();
    }
    const QString values = QString::fromStdString(valuesText(range));
    switch (range.dimension) {
    case Dimension::Tensor:
        return translated(QT_TRANSLATE_NOOP("Words", "TP %1")).arg(values);
    case Dimension::Context:
        return translated(QT_TRANSLATE_NOOP("Words", "CP %1")).arg(values);
    case Dimension::Expert:
        return translated(QT_TRANSLATE_NOOP("Words", "EP %1")).arg(values);
    case Dimension::MicroBatch:
        return translated(QT_TRANSLATE_NOOP("Words", "micro-batch sizes %1")).arg(values);
    case Dimension::Interleave:
        return translated(QT_TRANSLATE_NOOP("Words", "VPP %1")).arg(values);
    case Dimension::Recompute:
        return translated(QT_TRANSLATE_NOOP("Words", "activations: %1")).arg(values);
    case Dimension::Offload:
        return translated(QT_TRANSLATE_NOOP("Words", "CPU offload: %1")).arg(values);
    default:
        return translated(QT_TRANSLATE_NOOP("Words", "schedules %1")).arg(values);
    }
}

}

QString rangesSentence(const SearchResult& result)
{
    QStringList ranges;
    for (const SearchedRange& range : result.ranges) {
        ranges << rangeText(range);
    }
    return ranges.isEmpty()
        ? QString()
        : translated(QT_TRANSLATE_NOOP("Words", "Values searched: %1.")).arg(ranges.join(QStringLiteral("; ")));
}

namespace {

// Number of configurations searched and skipped.
QString searchedWords(const SearchResult& result)
{
    QStringList sentences {rangesSentence(result)};
    sentences.removeAll(QString());
    if (result.configurations > 0) {
        sentences << translated(QT_TRANSLATE_N_NOOP("Words", "%1 configurations searched."), formOf(result))
                         .arg(countText(result.configurations));
    }
    if (result.left_out > 0) {
        sentences << translated(QT_TRANSLATE_NOOP("Words", "%1 configurations skipped (unsupported)."))
                         .arg(countText(result.left_out));
    }
    return sentences.join(QLatin1Char(' '));
}

}

QString outcomeSentence(const SearchResult& result)
{
    const QString searched = searchedWords(result);
    const QString outcome = answerSentence(result);
    return searched.isEmpty() ? outcome : outcome + QLatin1Char(' ') + searched;
}

QString missingSentence(const MissingMeasurements& missing)
{
    if (missing.analytic == missing.layers) {
        return translated(
            QT_TRANSLATE_NOOP("Words", "No measured layers: predictions are analytic and their bounds are wide."));
    }
    QStringList sentences;
    if (missing.transferred > 0) {
        sentences << translated(
                         QT_TRANSLATE_N_NOOP("Words", "%n of %1 layers are transferred from measurements on %2."),
                         missing.transferred)
                         .arg(missing.layers)
                         .arg(messageText(missing.measured_on));
    }
    if (missing.analytic > 0) {
        sentences << translated(QT_TRANSLATE_N_NOOP("Words", "%n of %1 layers are not measured (analytic prediction)."),
                                missing.analytic)
                         .arg(missing.layers);
    }
    if (missing.extrapolated > 0) {
        sentences << translated(
                         QT_TRANSLATE_N_NOOP("Words", "%n of %1 layers are extrapolated beyond the measured sizes."),
                         missing.extrapolated)
                         .arg(missing.layers);
    }
    return sentences.join(QLatin1Char(' '));
}

QString searchEffort(const SearchResult& result)
{
    const QString time = secondsText(result.elapsed);
    return translated(QT_TRANSLATE_N_NOOP("Words", "%1 configurations in %2"), formOf(result))
        .arg(countText(result.configurations), time);
}

}
