// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/search/baselines/baseline.h"

#include <functional>
#include <string>
#include <vector>

// Table queries shared by several rules.
namespace stagecraft::baseline {

tl::unexpected<Message> stopped();

// Returns the option with the fewest devices; ties: lowest tensor-parallel size.
int narrowestOption(const StageTable& table);
// Returns the options of the lowest tensor-parallel size, by data-parallel size: for systems that replicate layers and
// do not shard them.
std::vector<int> replicatedOptions(const StageTable& table);
std::vector<int> allOptions(const StageTable& table);

// Returns the number of stages of a pipeline with this option: the task's, else as many as the devices allow, at most
// one per layer.
int deepest(const BaselineTask& task, int option);

// Seconds of one micro-batch, forward and backward, without communication across its boundaries.
double passSeconds(const StageTable& table, LayerRange range, int option);
// Seconds to send the activations before layer `split_point` and their gradients; 0 at the ends of the chain. Both
// sides use `option`.
double crossingSeconds(const StageTable& table, int split_point, int option);
// Bytes of parameters on one device. Layer tables report trainable parameters only.
Bytes weightBytes(const StageTable& table, LayerRange range, int option);
// Returns the maximum number of micro-batches in flight at a stage under the table's schedule.
std::int64_t inFlightAt(const StageTable& table, int pipeline_rank, int pipeline_ranks);

// Memory of a stage as published rules count it: the sum of state, gradients, and saved activations of `in_flight`
// micro-batches. Ignores boundaries and temporary memory.
Bytes countedBytes(const StageTable& table, LayerRange range, int option, std::int64_t in_flight);
// Returns the device memory that is available for countedBytes(); negative if there is none.
Bytes capacityFor(const BaselineTask& task, int option);
// True if every stage fits by Stagecraft's own prediction, as a user would find by trying.
bool fitsAsPredicted(const StageTable& table, const std::vector<PartitionStage>& stages);

std::vector<PartitionStage> stagesOf(const std::vector<int>& split_points, int option);

// Tries shapes in order, for rules with a given depth whose users choose the depth by trial. Returns the first shape
// whose stages fit, else the one with the lowest peak, with a note. `split_points` returns an empty list if the rule
// has none.
struct PipelineShape {
    int pipeline_ranks = 1;
    int option = 0;
};
using SplitPointRule = std::function<std::vector<int>(PipelineShape shape)>;
BaselineAnswer firstThatFits(const BaselineTask& task, const std::vector<PipelineShape>& shapes,
                             const SplitPointRule& split_points, const Message& why_none);
// Returns the task's depth, else every depth from one stage on; each with as many replicas as the devices allow.
std::vector<PipelineShape> shallowFirst(const BaselineTask& task);

// Returns the run of layers of one kind between the other layers at both ends of a model (its blocks): at least half of
// the layers. Empty if the model has none.
LayerRange repeatedBlocks(const Model& model);

}
