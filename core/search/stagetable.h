// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/cost/costmodel.h"
#include "core/memory/stagepeaks.h"
#include "core/plan/plan.h"
#include "core/problem/problem.h"
#include "core/search/chainlibrary.h"

#include <cstdint>
#include <memory>
#include <vector>

namespace stagecraft {

// A stage of a partition: its layers, and how they are spread (an index into the options of a StageTable).
struct PartitionStage {
    LayerRange layers;
    int option = 0;

    friend auto operator<=>(const PartitionStage&, const PartitionStage&) = default;
};

// How a stage is spread, and over devices of which group of the cluster.
struct ParallelismOption {
    Degrees degrees;
    int device_group = 0;

    friend bool operator==(const ParallelismOption&, const ParallelismOption&) = default;
};

// What any stage of a pipeline takes, however it is spread, in about constant time: what partitioners decide by. For
// one number of samples a micro-batch and of micro-batches a step; schedule, ZeRO stage, policies, context and expert
// degrees and the rest are as the problem's constraints have them. Options lie on the cluster's first group unless they
// say so. Immutable; cheap to move; safe from any thread.
class StageTable {
public:
    // `samples`: of a micro-batch, over all replicas of a stage; each of them works on samples / data. `options`: each
    // with a data degree that divides `samples`. Errors: those of chainCosts(), for the option that has them.
    static Result<StageTable> make(const Problem& problem, const CostModel& model, std::int64_t samples,
                                   std::int64_t micro_batches, const std::vector<Degrees>& options);
    // The same with chains of a library; options that the layers do not allow are left out.
    static StageTable make(const Problem& problem, ChainLibrary& library, std::int64_t samples,
                           std::int64_t micro_batches, const std::vector<Degrees>& options);
    // The same over several groups.
    static StageTable makeMixed(const Problem& problem, ChainLibrary& library, std::int64_t samples,
                                std::int64_t micro_batches, const std::vector<ParallelismOption>& options);

    const Problem& problem() const { return *m_problem; }
    const ClusterGroup& group(int option = 0) const
    {
        return m_problem->cluster.groups[static_cast<std::size_t>(deviceGroup(option))];
    }
    int deviceGroup(int option) const { return m_options.empty() ? 0 : at(option).device_group; }
    int devices() const { return m_problem->cluster.devices(); }
    int layers() const { return m_layers; }
    std::int64_t samples() const { return m_samples; }
    std::int64_t microBatches() const { return m_micro_batches; }

    int options() const { return static_cast<int>(m_options.size()); }
    const Degrees& degrees(int option) const { return at(option).degrees; }
    int devicesOf(int option) const { return at(option).devices; } // that a stage spread so takes, context ranks too
    std::shared_ptr<const ChainCosts> chain(int option) const // the same, shared
    {
        return {at(option).chain, &at(option).chain->costs};
    }
    const ChainCosts& costs(int option) const { return at(option).chain->costs; }

    // Allocated peak of each device of a stage that is the `from_end`-th from the end, which is 1, of `pipeline_ranks`.
    Bytes peak(LayerRange range, int option, int from_end, int pipeline_ranks) const;
    // The same with so many micro-batches in flight, 1 <= in_flight <= microBatches().
    Bytes peakInFlight(LayerRange range, int option, std::int64_t in_flight) const;
    // No stage that begins so and has these layers and maybe more has a lower peak.
    Bytes leastInFlight(LayerRange range, int option, std::int64_t in_flight) const;
    // The most that a device of a plan of `pipeline_ranks` stages may allocate to fit; negative if nothing does.
    Bytes fitting(int option, int pipeline_ranks) const;
    // Whether what such a stage allocates at most is within `capacity`, as fitting() tells it.
    bool fits(LayerRange range, int option, std::int64_t in_flight, Bytes capacity) const;

    // Of one micro-batch, with what its ranks wait for; boundaries and replicas apart.
    Seconds forward(LayerRange range, int option) const;
    Seconds backward(LayerRange range, int option) const;
    Seconds optimizer(LayerRange range, int option) const;
    // All-reduce of all gradients of the stage over its replicas, nothing of it hidden, its devices lying side by side
    // from the first of a node on.
    Seconds reduction(LayerRange range, int option) const;
    // From a stage spread like `from` to the next one spread like `to`, of what crosses before layer `split_point`, or
    // of its gradient, whichever takes longer; over the network unless both stages fit a node.
    Seconds transfer(int split_point, int from, int to) const;

    // Of one device.
    Bytes parameters(LayerRange range, int option) const;
    Bytes gradients(LayerRange range, int option) const;
    Bytes state(LayerRange range, int option) const; // parameters, buffers, optimizer state
    Bytes saved(LayerRange range, int option) const; // for the backward pass of one micro-batch
    Bytes boundary(int split_point,
                   int option) const; // what crosses before layer `split_point`, of one replica's samples

private:
    struct Option {
        Degrees degrees;
        int device_group = 0;
        int devices = 1;
        std::shared_ptr<const LibraryChain> chain;
        std::shared_ptr<const StagePeaks> peaks;
        std::shared_ptr<const StagePeaks> upper; // bounds of these
        // Sums over the layers before an index.
        std::vector<double> forward;
        std::vector<double> backward;
        std::vector<double> optimizer;
        std::vector<std::int64_t> parameters;
        std::vector<std::int64_t> gradients;
        std::vector<std::int64_t> state;
        std::vector<std::int64_t> saved;
    };

    StageTable() = default;
    const Option& at(int option) const { return m_options[static_cast<std::size_t>(option)]; }
    static Option makeOption(const Problem& problem, const ParallelismOption& parallelism, std::int64_t micro_batches,
                             std::shared_ptr<const LibraryChain> chain);

    std::shared_ptr<const Problem> m_problem;
    int m_layers = 0;
    std::int64_t m_samples = 1;
    std::int64_t m_micro_batches = 1;
    std::vector<Option> m_options;
};

// All ways to spread a stage that works on `samples` at a time: tensor degrees that are powers of two up to
// largestVariedDegree(), data degrees that divide the samples, and that the expert degree divides, within a group of
// the cluster. Whether the layers divide so is not asked.
std::vector<Degrees> stageOptions(const Problem& problem, std::int64_t samples, int device_group = 0);

}
