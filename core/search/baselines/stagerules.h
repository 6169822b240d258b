// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/search/baselines/baseline.h"

#include <functional>
#include <string>
#include <vector>

// What several rules ask of a table.
namespace stagecraft::baseline {

tl::unexpected<Message> stopped();

// The option of the fewest devices; of several the one of the lowest tensor degree.
int narrowestOption(const StageTable& table);
// The options of the lowest tensor degree, by data degree: for systems that replicate and do not divide layers.
std::vector<int> replicatedOptions(const StageTable& table);
std::vector<int> allOptions(const StageTable& table);

// The stages of a pipeline of such stages: the task's, else as many as the devices allow, one a layer at most.
int deepest(const BaselineTask& task, int option);

// Of one micro-batch, forward and backward, without what crosses its ends.
double passSeconds(const StageTable& table, LayerRange range, int option);
// What crosses before layer `split_point` and its gradient, 0 at the ends of the chain; both ends spread like `option`.
double crossingSeconds(const StageTable& table, int split_point, int option);
// Parameters on one device. Layer tables tell of those that learn alone.
Bytes weightBytes(const StageTable& table, LayerRange range, int option);
// Most micro-batches that such a stage of the table's schedule holds.
std::int64_t inFlightAt(const StageTable& table, int pipeline_rank, int pipeline_ranks);

// As published rules count a stage: state, gradients, and what so many micro-batches in flight keep, as a sum. No
// boundaries, nothing that comes and goes.
Bytes countedBytes(const StageTable& table, LayerRange range, int option, std::int64_t in_flight);
// What of a device such a sum may take; negative if nothing.
Bytes capacityFor(const BaselineTask& task, int option);
// Whether every stage of a plan fits by Stagecraft's own prediction: what one finds who tries it.
bool fitsAsPredicted(const StageTable& table, const std::vector<PartitionStage>& stages);

std::vector<PartitionStage> stagesOf(const std::vector<int>& split_points, int option);

// For rules that cut at a given depth, and whose users choose the depth by trying: of the shapes, in this order, the
// first whose stages fit, or else the one of the least peak, with a note. `split_points` has none where the rule has
// none.
struct PipelineShape {
    int pipeline_ranks = 1;
    int option = 0;
};
using SplitPointRule = std::function<std::vector<int>(PipelineShape shape)>;
BaselineAnswer firstThatFits(const BaselineTask& task, const std::vector<PipelineShape>& shapes,
                             const SplitPointRule& split_points, const Message& why_none);
// The task's depth, else all from one stage on; each with as many replicas as the devices allow.
std::vector<PipelineShape> shallowFirst(const BaselineTask& task);

// The run of equal layers that models of blocks have, with what is before and behind it at the ends: at least half of
// the layers. Empty where there is none.
LayerRange repeatedBlocks(const Model& model);

}
