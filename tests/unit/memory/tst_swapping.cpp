// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
// Saved activations in host memory: times of their copies, the remaining device memory, and the step time.
#include "core/memory/outofcore/karma.h"
#include "core/memory/outofcore/layerswapwindows.h"
#include "core/memory/rankledger.h"
#include "core/memory/stageledger.h"
#include "core/memory/swappedactivations.h"
#include "core/schedule/schedule.h"
#include "core/simulation/pipeline.h"
#include "tests/support/chains.h"

#include <QtTest>

#include <map>
#include <random>
#include <tuple>

using namespace stagecraft;
using namespace stagecraft::testing;

namespace {

std::vector<Operation> oneStep(int micro_batches)
{
    std::vector<Operation> operations;
    for (int m = 0; m < micro_batches; ++m) {
        operations.emplace_back(OperationKind::Forward, m);
    }
    for (int m = 0; m < micro_batches; ++m) {
        operations.emplace_back(OperationKind::Backward, m);
    }
    operations.emplace_back(OperationKind::Update, micro_batches - 1);
    return operations;
}

// Makes a chain whose layers swap with random windows, or do not swap.
ChainCosts swappedChain(std::mt19937& random, int layers)
{
    ChainCosts chain = randomChain(random, layers, false);
    for (LayerCost& layer : chain.layers) {
        const auto passes = [&] { return static_cast<int>(random() % 5); };
        if (random() % 3 != 0) {
            layer.swap = SwapWindow {passes(), passes()};
        }
    }
    chain.swaps = true;
    return chain;
}

std::vector<LayerTimes> passTimes(const ChainCosts& chain, BytesPerSecond host, LayerRange range)
{
    std::vector<LayerTimes> layers;
    for (int l = range.first; l < range.last; ++l) {
        const LayerCost& layer = chain.layers[static_cast<std::size_t>(l)];
        layers.push_back({layer.forward.median, layer.backward.median});
    }
    for (const SwappedActivations& activations : swappedActivations(chain, range)) {
        LayerTimes& layer = layers[static_cast<std::size_t>(activations.layer.layer)];
        layer.window = activations.layer.window;
        layer.shared = activations.layer.shared;
        layer.swap_out = layer.swap_in = activations.total() / host;
    }
    return layers;
}

std::vector<LayerTimes> passTimes(const ChainCosts& chain, BytesPerSecond host)
{
    return passTimes(chain, host, {0, chain.size()});
}

StageTimes stageOf(const std::vector<LayerTimes>& layers)
{
    StageTimes times;
    for (const LayerTimes& layer : layers) {
        times.forward += layer.forward;
        times.backward += layer.backward;
    }
    times.layers = layers;
    return times;
}

// Passes of a pipeline rank's layers by stage and micro-batch, and its copies, in order.
struct PipelineRankSpans {
    using Passes = std::map<std::pair<int, std::int64_t>, std::vector<const Span*>>;

    PipelineRankSpans(const Timeline& timeline, int pipeline_rank)
    {
        for (const Span& span : timeline.spans) {
            if (span.pipeline_rank != pipeline_rank) {
                continue;
            }
            if (span.kind == SpanKind::Forward) {
                forward[{span.stage, span.micro_batch}].push_back(&span);
            } else if (span.kind == SpanKind::Backward || span.kind == SpanKind::InputGradient) {
                backward[{span.stage, span.micro_batch}].push_back(&span);
            } else if (span.kind == SpanKind::SwapOut || span.kind == SpanKind::SwapIn) {
                (span.kind == SpanKind::SwapOut ? out : in).push_back(&span);
            }
        }
    }

    Passes forward;
    Passes backward;
    std::vector<const Span*> out;
    std::vector<const Span*> in;
};

// Makes the order of any schedule over two or four pipeline ranks.
OperationOrder randomOrder(std::mt19937& random)
{
    const ScheduleKind kind = enumNames<ScheduleKind>[random() % enumNames<ScheduleKind>.size()].first;
    const int each = std::max(1, rulesOf(kind).stages_per_rank == 0 ? 2 : rulesOf(kind).stages_per_rank);
    const int pipeline_ranks = 2 * (1 + static_cast<int>(random() % 2));
    const std::int64_t m = 2 * pipeline_ranks;
    return orderOf(kind, {pipeline_ranks, pipeline_ranks * each, m, steadySteps(kind, pipeline_ranks, m)}).value();
}

// Number of stages of the chain, in either direction.
int chainStages(const OperationOrder& order)
{
    int stages = 0;
    for (const ScheduledStage& stage : order.stages) {
        stages = std::max(stages, stage.chain_stage + 1);
    }
    return stages;
}

}

class SwappingTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void windowsCountPasses();
    void swapEventsComeInTheirOrder();
    void ledgerHoldsWhatIsThere();
    void pipelineRanksWithTwoStagesHoldTheirSum();
    void sharedOutputsStayForTheirUsers();
    void copiesFitBetweenTheirPasses();
    void copiesKeepToTheirPasses();
    void slowerLinksNeverHelp();
    void karmasStepIsSimulated();
    void chosenWindowsKeepToTheCapacity();
};

// Windows count passes: four layers, the second swapped: one pass out, two back.
void SwappingTest::windowsCountPasses()
{
    const std::vector<Operation> operations = oneStep(2);
    const SwapEvents events(operations, {{0, {4, {{1, {1, 2}}}}}});
    const auto at = [&](std::size_t operation) {
        std::vector<std::tuple<int, SwapStep, std::int64_t>> all;
        for (const SwapEvent& event : events.of(operation)) {
            all.emplace_back(event.pass, event.step, event.micro_batch);
        }
        return all;
    };
    using Expected = std::vector<std::tuple<int, SwapStep, std::int64_t>>;
    QCOMPARE(at(0), (Expected {{2, SwapStep::CopyOutMayBegin, 0}, {3, SwapStep::CopyOutEnds, 0}}));
    QCOMPARE(at(1), (Expected {{2, SwapStep::CopyOutMayBegin, 1}, {3, SwapStep::CopyOutEnds, 1}}));
    // The backward pass of the second layer is the third of each operation.
    QCOMPARE(at(2), (Expected {{0, SwapStep::CopyInMayBegin, 0}}));
    QCOMPARE(at(3), (Expected {{0, SwapStep::CopyInMayBegin, 1}}));
    // With windows that meet, the last micro-batch's saved activations stay: between forward and backward of the first
    // one there are eight more passes.
    const SwapEvents meeting(operations, {{0, {4, {{3, {1, 2}}}}}});
    QCOMPARE(meeting.of(0).size() + meeting.of(1).size() + meeting.of(2).size(), std::size_t(6));
    const SwapEvents alone(oneStep(1), {{0, {4, {{3, {0, 0}}}}}});
    QVERIFY(alone.of(0).empty() && alone.of(1).empty());
}

void SwappingTest::swapEventsComeInTheirOrder()
{
    std::mt19937 random(3);
    for (int round = 0; round < 400; ++round) {
        const OperationOrder order = randomOrder(random);
        const int layers = 1 + static_cast<int>(random() % 5);
        std::map<int, StageSwaps> stages;
        for (std::size_t s = 0; s < order.stages.size(); ++s) {
            stages[static_cast<int>(s)] = {layers,
                                           {{0, {static_cast<int>(random() % 4), static_cast<int>(random() % 4)}}}};
        }
        for (const auto& operations : order.pipeline_ranks) {
            const SwapEvents events(operations, stages);
            std::map<std::pair<int, std::int64_t>, int> done; // steps of each layer's saved activations
            for (std::size_t i = 0; i < operations.size(); ++i) {
                const int passes = operations[i].kind == OperationKind::Update ? 0 : layers;
                int pass = 0;
                for (const SwapEvent& event : events.of(i)) {
                    QVERIFY(event.pass >= pass && event.pass <= passes);
                    pass = event.pass;
                    QCOMPARE((done[{event.stage, event.micro_batch}]++), static_cast<int>(event.step));
                }
                const bool needs =
                    operations[i].kind == OperationKind::Backward || operations[i].kind == OperationKind::InputGradient;
                const auto activations = done.find({operations[i].stage, operations[i].micro_batch});
                QVERIFY(!needs || activations == done.end() || activations->second == 3);
            }
        }
    }
}

// After each operation the ledger lacks exactly the saved activations that are swapped out.
void SwappingTest::ledgerHoldsWhatIsThere()
{
    std::mt19937 random(4);
    for (int round = 0; round < 500; ++round) {
        const ChainCosts chain = swappedChain(random, 1 + static_cast<int>(random() % 6));
        ChainCosts kept = chain;
        kept.swaps = false;
        const auto operations = oneStep(1 + static_cast<int>(random() % 4));
        const LayerRange range {0, chain.size()};
        const PipelineRankWalk with = walkPipelineRank(chain, {{0, range}}, operations);
        const PipelineRankWalk without = walkPipelineRank(kept, {{0, range}}, operations);
        const auto swapped_activations = swappedActivations(chain, range);
        const SwapEvents events(operations, {{0, stageSwaps(swapped_activations, range)}});
        Bytes away;
        Bytes host;
        Bytes most;
        for (std::size_t i = 0; i < operations.size(); ++i) {
            for (const SwapEvent& event : events.of(i)) {
                const Bytes bytes = swapped_activations[static_cast<std::size_t>(event.swapped)].total();
                away += event.step == SwapStep::CopyOutEnds  ? bytes
                    : event.step == SwapStep::CopyInMayBegin ? -bytes
                                                             : Bytes(0);
                host += event.step == SwapStep::CopyOutMayBegin ? bytes
                    : event.step == SwapStep::CopyInMayBegin    ? -bytes
                                                                : Bytes(0);
                most = std::max(most, host);
            }
            QCOMPARE(with.operations[i].alive, without.operations[i].alive - away);
            QVERIFY(with.operations[i].highest <= without.operations[i].highest);
        }
        QCOMPARE(with.host, most);
        QCOMPARE(away.value, 0);
    }
}

// Pipeline ranks with two stages have the sum of both, regardless of the stage that runs while the other's saved
// activations are copied: swapping removes its bytes and adds none.
void SwappingTest::pipelineRanksWithTwoStagesHoldTheirSum()
{
    std::mt19937 random(9);
    for (const auto kind :
         {ScheduleKind::Interleaved, ScheduleKind::ZeroBubbleV, ScheduleKind::Chimera, ScheduleKind::DualPipe}) {
        for (int round = 0; round < 40; ++round) {
            const int stages = kind == ScheduleKind::Interleaved || kind == ScheduleKind::ZeroBubbleV ? 4 : 2;
            const auto order = orderOf(kind, {2, stages, 4, steadySteps(kind, 2, 4)}).value();
            const ChainCosts chain = swappedChain(random, 3 * stages);
            ChainCosts kept = chain;
            kept.swaps = false;
            for (std::size_t pipeline_rank = 0; pipeline_rank < order.pipeline_ranks.size(); ++pipeline_rank) {
                std::vector<StageOnRank> placed;
                std::map<int, StageSwaps> swaps;
                std::map<int, std::vector<SwappedActivations>> swapped_activations;
                for (std::size_t i = 0; i < order.stages.size(); ++i) {
                    const int s = order.stages[i].chain_stage;
                    if (order.stages[i].pipeline_rank == static_cast<int>(pipeline_rank)) {
                        const LayerRange range {3 * s, 3 * s + 3};
                        placed.push_back({static_cast<int>(i), range});
                        swapped_activations[static_cast<int>(i)] = swappedActivations(chain, range);
                        swaps[static_cast<int>(i)] = stageSwaps(swapped_activations[static_cast<int>(i)], range);
                    }
                }
                const auto& operations = order.pipeline_ranks[pipeline_rank];
                const PipelineRankWalk with = walkPipelineRank(chain, placed, operations);
                const PipelineRankWalk without = walkPipelineRank(kept, placed, operations);
                const SwapEvents events(operations, swaps);
                Bytes away;
                for (std::size_t i = 0; i < operations.size(); ++i) {
                    const Bytes before = away;
                    Bytes most = away;
                    for (const SwapEvent& event : events.of(i)) {
                        const Bytes bytes =
                            swapped_activations.at(event.stage)[static_cast<std::size_t>(event.swapped)].total();
                        away += event.step == SwapStep::CopyOutEnds  ? bytes
                            : event.step == SwapStep::CopyInMayBegin ? -bytes
                                                                     : Bytes(0);
                        most = std::max(most, away);
                    }
                    QCOMPARE(with.operations[i].alive, without.operations[i].alive - away);
                    QVERIFY(with.operations[i].highest <= without.operations[i].highest);
                    QVERIFY(with.operations[i].highest >= without.operations[i].highest - std::max(before, most));
                }
            }
        }
    }
}

// An output saved by its producer's graph stays while the following layers that use it run, in both directions.
void SwappingTest::sharedOutputsStayForTheirUsers()
{
    std::mt19937 random(10);
    ChainCosts chain = randomChain(random, 4, false);
    for (LayerCost& layer : chain.layers) {
        layer.memory.keeps_input = layer.memory.keeps_output = false;
    }
    chain.layers[1].memory.keeps_output = true;
    chain.layers[1].memory.saved = chain.layers[1].memory.output + Bytes(10);
    chain.layers[1].swap = SwapWindow {0, 0};
    chain.swaps = true;
    const LayerRange range {0, 4};
    const auto swapped_activations = swappedActivations(chain, range);
    QCOMPARE(swapped_activations.size(), std::size_t(1));
    QCOMPARE(swapped_activations.front().layer.shared, 1);
    const SwapEvents events(oneStep(2), {{0, stageSwaps(swapped_activations, range)}});
    std::vector<std::pair<SwapStep, int>> seen;
    for (std::size_t i = 0; i < 4; ++i) {
        for (const SwapEvent& event : events.of(i)) {
            if (event.micro_batch == 0) {
                seen.emplace_back(event.step, event.pass);
            }
        }
    }
    // Freed after the third layer's forward pass, and back for its backward: the second pass of that operation.
    QCOMPARE(seen,
             (std::vector<std::pair<SwapStep, int>> {
                 {SwapStep::CopyOutMayBegin, 2}, {SwapStep::CopyOutEnds, 3}, {SwapStep::CopyInMayBegin, 1}}));
    // The pass waits for a copy that takes ten seconds.
    auto layers = passTimes(chain, BytesPerSecond(1e9));
    layers[1].swap_in = Seconds(10);
    Timeline timeline;
    simulate({orderOf(ScheduleKind::GPipe, {1, 1, 2}).value(), {stageOf(layers)}}, &timeline);
    Seconds back;
    for (const Span& span : timeline.spans) {
        back = span.kind == SpanKind::SwapIn && span.micro_batch == 0 ? span.end : back;
    }
    int after = 0;
    for (const Span& span : timeline.spans) {
        const bool backward = span.kind == SpanKind::Backward && span.micro_batch == 0;
        after += backward && span.start.value >= back.value - 1e-9 ? 1 : 0;
    }
    QCOMPARE(after, 3); // all except the last layer's
}

// There is one copy per event, in each direction one after another, and compute takes as long as without copies.
void SwappingTest::copiesFitBetweenTheirPasses()
{
    std::mt19937 random(5);
    for (int round = 0; round < 300; ++round) {
        const ChainCosts chain = swappedChain(random, 1 + static_cast<int>(random() % 6));
        const int count = 1 + static_cast<int>(random() % 4);
        const auto layers = passTimes(chain, BytesPerSecond(1e5));
        const auto order = orderOf(ScheduleKind::GPipe, {1, 1, count}).value();
        Timeline timeline;
        simulate({order, {stageOf(layers)}}, &timeline);
        int out = 0;
        int in = 0;
        Seconds computing;
        std::map<Lane, Seconds> free;
        for (const Span& span : timeline.spans) {
            out += span.kind == SpanKind::SwapOut ? 1 : 0;
            in += span.kind == SpanKind::SwapIn ? 1 : 0;
            QVERIFY(span.start.value >= free[span.lane].value - 1e-12);
            free[span.lane] = span.end;
            computing += span.lane == Lane::Compute ? span.duration() : Seconds(0);
        }
        QCOMPARE(out, in);
        const auto& operations = order.pipeline_ranks.front();
        const auto swapped_activations = swappedActivations(chain, {0, chain.size()});
        const SwapEvents events(operations, {{0, stageSwaps(swapped_activations, {0, chain.size()})}});
        int expected = 0;
        for (std::size_t i = 0; i < operations.size(); ++i) {
            for (const SwapEvent& event : events.of(i)) {
                expected += event.step == SwapStep::CopyOutMayBegin ? 1 : 0;
            }
        }
        QCOMPARE(out, expected);
        const StageTimes whole = stageOf(layers);
        QVERIFY(std::abs(computing.value - count * (whole.forward + whole.backward).value) < 1e-9);
        QCOMPARE(timeline.begins.front().size(), operations.size());
    }
}

// In pipelines of any schedule no saved activations leave before their forward pass has ended, and all have returned
// before the first backward pass that needs them.
void SwappingTest::copiesKeepToTheirPasses()
{
    std::mt19937 random(11);
    int copies = 0;
    for (int round = 0; round < 400; ++round) {
        const OperationOrder order = randomOrder(random);
        const int pipeline_ranks = order.pipelineRankCount();
        const int chain_stages = chainStages(order);
        const int layers = 1 + static_cast<int>(random() % 4);
        const ChainCosts chain = swappedChain(random, chain_stages * layers);
        std::vector<StageTimes> times;
        for (int s = 0; s < chain_stages; ++s) {
            times.push_back(stageOf(passTimes(chain, BytesPerSecond(1e4), {s * layers, (s + 1) * layers})));
            times.back().transfer = Seconds(1e-3 * static_cast<double>(random() % 20));
        }
        Timeline timeline;
        simulate({order, times}, &timeline);
        for (int pipeline_rank = 0; pipeline_rank < pipeline_ranks; ++pipeline_rank) {
            const PipelineRankSpans spans(timeline, pipeline_rank);
            std::map<int, StageSwaps> swaps;
            for (std::size_t i = 0; i < order.stages.size(); ++i) {
                const int s = order.stages[i].chain_stage;
                const LayerRange range {s * layers, (s + 1) * layers};
                if (order.stages[i].pipeline_rank == pipeline_rank) {
                    swaps[static_cast<int>(i)] = stageSwaps(swappedActivations(chain, range), range);
                }
            }
            const auto& operations = order.pipeline_ranks[static_cast<std::size_t>(pipeline_rank)];
            const SwapEvents events(operations, swaps);
            std::size_t left = 0;
            std::size_t returned = 0;
            for (std::size_t i = 0; i < operations.size(); ++i) {
                for (const SwapEvent& event : events.of(i)) {
                    const int stage = order.stages[static_cast<std::size_t>(event.stage)].chain_stage;
                    const std::pair pass(stage, event.micro_batch);
                    const SwappedLayer& swapped =
                        swaps.at(event.stage).swapped[static_cast<std::size_t>(event.swapped)];
                    if (event.step == SwapStep::CopyOutMayBegin) {
                        const Span& copy = *spans.out.at(left++);
                        QCOMPARE(std::pair(copy.stage, copy.micro_batch), pass);
                        const Span& maker = *spans.forward.at(pass).at(static_cast<std::size_t>(swapped.layer));
                        QVERIFY(copy.start >= maker.end - Seconds(1e-12));
                    } else if (event.step == SwapStep::CopyInMayBegin) {
                        const Span& copy = *spans.in.at(returned++);
                        QCOMPARE(std::pair(copy.stage, copy.micro_batch), pass);
                        const Span& user =
                            *spans.backward.at(pass).at(static_cast<std::size_t>(layers - 1 - firstUser(swapped)));
                        QVERIFY(copy.end <= user.start + Seconds(1e-12));
                        ++copies;
                    }
                }
            }
            QCOMPARE(left, spans.out.size());
            QCOMPARE(returned, spans.in.size());
        }
    }
    QVERIFY(copies > 5000);
}

void SwappingTest::slowerLinksNeverHelp()
{
    std::mt19937 random(6);
    for (int round = 0; round < 300; ++round) {
        const ChainCosts chain = swappedChain(random, 1 + static_cast<int>(random() % 6));
        const auto order = orderOf(ScheduleKind::GPipe, {1, 1, 1 + static_cast<std::int64_t>(random() % 4)}).value();
        const auto step = [&](double host) {
            return simulate({order, {stageOf(passTimes(chain, BytesPerSecond(host)))}}).step;
        };
        const Seconds endless = step(std::numeric_limits<double>::infinity());
        const StageTimes whole = stageOf(passTimes(chain, BytesPerSecond(1)));
        QVERIFY(std::abs((endless - (whole.forward + whole.backward) * static_cast<double>(order.micro_batches)).value)
                < 1e-9);
        QVERIFY(step(1e5) >= endless);
        QVERIFY(step(1e4) >= step(1e5));
    }
}

// With labels for a single micro-batch the simulated pipeline takes as long as the step of KARMA's choice.
void SwappingTest::karmasStepIsSimulated()
{
    std::mt19937 random(7);
    int later = 0;
    int earlier = 0;
    int all = 0;
    for (int round = 0; round < 300; ++round) {
        ChainCosts chain = randomChain(random, 2 + static_cast<int>(random() % 7), false);
        for (LayerCost& layer : chain.layers) {
            layer.memory.keeps_input = layer.memory.keeps_output = false;
        }
        const auto blocks = blocksOf(chain, {0, chain.size()}, Bytes(0), 4);
        Bytes saved_bytes;
        Bytes largest;
        for (const OutOfCoreBlock& block : blocks) {
            saved_bytes += block.saved;
            largest = std::max(largest, block.saved);
        }
        const Bytes capacity = largest + scaled(saved_bytes - largest, static_cast<double>(random() % 100) / 100);
        const StreamRules rules {capacity, {BytesPerSecond(3e4), BytesPerSecond(3e4)}};
        BlockLabels labels(blocks.size(), BlockLabel::Keep);
        for (BlockLabel& label : labels) {
            label = random() % 2 == 0 ? BlockLabel::Swap : BlockLabel::Keep;
        }
        labels.back() = BlockLabel::Keep; // the last block of the forward pass
        const auto played = playStep(blocks, labels, rules);
        const auto windows = layerSwapWindows(blocks, labels, rules);
        QCOMPARE(played.has_value(), windows.has_value());
        if (!played) {
            continue;
        }
        for (std::size_t l = 0; l < chain.layers.size(); ++l) {
            const auto& window = (*windows)[l];
            chain.layers[l].swap = window ? std::optional(window->window) : std::nullopt;
        }
        chain.swaps = true;
        const auto order = orderOf(ScheduleKind::GPipe, {1, 1, 1}).value();
        const SimulatedStep step = simulate({order, {stageOf(passTimes(chain, rules.rate.to_host))}});
        ++all;
        const double difference = step.makespan.value / played->total.value - 1;
        later += difference > 1e-9 ? 1 : 0;
        earlier += difference < -1e-9 ? 1 : 0;
        QVERIFY(step.makespan.value >= idealTime(blocks).value - 1e-9);
    }
    // Activations that would return as soon as they have left stay on the device.
    QVERIFY2(all > 100 && later == 0 && earlier < 0.2 * all,
             qPrintable(QString("%1, %2 of %3").arg(earlier).arg(later).arg(all)));
}

// The ledger of eager and capacity-based swapping stays within the given device memory.
void SwappingTest::chosenWindowsKeepToTheCapacity()
{
    std::mt19937 random(8);
    int swapping = 0;
    for (int round = 0; round < 400; ++round) {
        ChainCosts chain = randomChain(random, 2 + static_cast<int>(random() % 7), false);
        const LayerRange range {0, chain.size()};
        const auto blocks = blocksOf(chain, range, Bytes(random() % 400), 4);
        Bytes saved_bytes;
        for (const OutOfCoreBlock& block : blocks) {
            saved_bytes += block.saved;
        }
        const Bytes capacity = scaled(saved_bytes, static_cast<double>(30 + random() % 60) / 100);
        const StreamRules rules {capacity, {BytesPerSecond(3e4), BytesPerSecond(3e4)}};
        const auto choice = round % 2 == 0 ? eagerSwapping(blocks, rules) : capacitySwapping(blocks, rules);
        if (!choice) {
            continue;
        }
        const auto windows = layerSwapWindows(blocks, choice->labels, rules).value();
        Bytes boundaries;
        Bytes context;
        for (std::size_t l = 0; l < chain.layers.size(); ++l) {
            LayerCost& layer = chain.layers[l];
            layer.swap = windows[l] ? std::optional(windows[l]->window) : std::nullopt;
            swapping += layer.swap ? 1 : 0;
            // A temporary boundary tensor is not part of the saved activations.
            boundaries = std::max(boundaries, layer.memory.input_gradient + layer.memory.output * 2);
            context = std::max(context, layer.memory.context);
        }
        chain.swaps = true;
        const PipelineRankWalk walk = walkPipelineRank(chain, {{0, range}}, oneStep(1));
        Bytes gradients;
        for (const LayerCost& layer : chain.layers) {
            gradients += layer.memory.gradients;
        }
        Bytes optimizer;
        for (const LayerCost& layer : chain.layers) {
            optimizer = std::max(optimizer, layer.memory.optimizer_peak);
        }
        const Bytes passes = walk.begin + gradients + capacity + workingSet(chain, range) + context + boundaries;
        QVERIFY2(walk.peak.peak <= std::max(passes, walk.begin + gradients + optimizer),
                 qPrintable(QString("%1 > %2").arg(walk.peak.peak.value).arg(passes.value)));
    }
    QVERIFY(swapping > 300);
}

QTEST_APPLESS_MAIN(SwappingTest)
#include "tst_swapping.moc"
