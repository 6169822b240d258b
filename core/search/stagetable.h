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

// A stage of a partition: its layers and its parallelism (an index into the options of a StageTable).
struct PartitionStage {
    LayerRange layers;
    int option = 0;

    friend auto operator<=>(const PartitionStage&, const PartitionStage&) = default;
};

// Degrees of a stage and its device group.
struct ParallelismOption {
    Degrees degrees;
    int device_group = 0;

    friend bool operator==(const ParallelismOption&, const ParallelismOption&) = default;
};

// Costs of any stage of a pipeline under any parallelism option, in about constant time; the basis of partitioners.
// Covers one number of samples per micro-batch and one number of micro-batches per step; schedule, ZeRO stage,
// policies, context- and expert-parallel sizes and the rest follow the problem's constraints. Options use the cluster's
// first group by default. Immutable; cheap to move; safe from any thread.
class StageTable {
public:
    // `samples`: per micro-batch, over all replicas of a stage; each replica processes samples / data. `options`: each
    // with a data-parallel size that divides `samples`. Errors: those of chainCosts(), for the option that has them.
    static Result<StageTable> make(const Problem& problem, const CostModel& model, std::int64_t samples,
                                   std::int64_t micro_batches, const std::vector<Degrees>& options);
    // Same with chains of a library; omits options that the layers do not support.
    static StageTable make(const Problem& problem, ChainLibrary& library, std::int64_t samples,
                           std::int64_t micro_batches, const std::vector<Degrees>& options);
    // Same on several device groups.
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
    // Devices of a stage, including context-parallel ranks.
    int devicesOf(int option) const { return at(option).devices; }
    std::shared_ptr<const ChainCosts> chain(int option) const // same chain, shared ownership
    {
        return {at(option).chain, &at(option).chain->costs};
    }
    const ChainCosts& costs(int option) const { return at(option).chain->costs; }

    // Returns the allocated peak on each device of a stage, the `from_end`-th from the end (the last is 1) of
    // `pipeline_ranks`.
    Bytes peak(LayerRange range, int option, int from_end, int pipeline_ranks) const;
    // Same with a given number of micro-batches in flight, 1 <= in_flight <= microBatches().
    Bytes peakInFlight(LayerRange range, int option, std::int64_t in_flight) const;
    // Lower bound of the peak of every stage that begins at range.first and contains these layers.
    Bytes leastInFlight(LayerRange range, int option, std::int64_t in_flight) const;
    // Returns the number of bytes that a device may allocate in a plan of `pipeline_ranks` stages; negative if nothing
    // fits.
    Bytes fitting(int option, int pipeline_ranks) const;
    // True if the upper bound of the stage's allocations is within `capacity`, as returned by fitting().
    bool fits(LayerRange range, int option, std::int64_t in_flight, Bytes capacity) const;

    // Seconds for one micro-batch, including waits between its ranks; excluding boundaries and replicas.
    Seconds forward(LayerRange range, int option) const;
    Seconds backward(LayerRange range, int option) const;
    Seconds optimizer(LayerRange range, int option) const;
    // Seconds of the all-reduce of the stage's gradients over its replicas, without overlap; the devices are adjacent,
    // starting with the first of a node.
    Seconds reduction(LayerRange range, int option) const;
    // Seconds to send the activations before layer `split_point`, or their gradient, whichever takes longer, from a
    // stage with option `from` to the next with option `to`; over the network unless both stages fit in one node.
    Seconds transfer(int split_point, int from, int to) const;

    // Bytes per device.
    Bytes parameters(LayerRange range, int option) const;
    Bytes gradients(LayerRange range, int option) const;
    Bytes state(LayerRange range, int option) const; // parameters, buffers, optimizer state
    Bytes saved(LayerRange range, int option) const; // saved activations of one micro-batch
    // Bytes of the activations before layer `split_point`, for the samples of one replica.
    Bytes boundary(int split_point, int option) const;

private:
    struct Option {
        Degrees degrees;
        int device_group = 0;
        int devices = 1;
        std::shared_ptr<const LibraryChain> chain;
        std::shared_ptr<const StagePeaks> peaks;
        std::shared_ptr<const StagePeaks> upper; // upper bounds of `peaks`
        // Prefix sums over the layers before an index.
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

// Returns all parallelism options of a stage for `samples` per micro-batch: tensor-parallel sizes that are powers of
// two up to largestVariedDegree(), and data-parallel sizes that divide the samples and are multiples of the
// expert-parallel size, within a cluster group. Does not check that the layers divide.
std::vector<Degrees> stageOptions(const Problem& problem, std::int64_t samples, int device_group = 0);

}
