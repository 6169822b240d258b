// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/cost/stacks/coefficient.h"
#include "core/cost/stacks/modelledrun.h"

#include <optional>
#include <vector>

namespace stagecraft {

// Parameters of a layer: those of one rank (without the norms), and those that a token passes through, over all ranks.
struct LayerParameters {
    double rank = 0;
    double active = 0;
};
LayerParameters layerParameters(const ModelledRun& run);

// The layers of every pipeline stage, as the plan or else the stack places them. Nanotron: a block goes to a stage
// until the stage has its share of the work; ties close the stage.
std::vector<StageLayers> stageLayers(const ModelledRun& run);

// Layers times micro-batches that are alive on a stage in 1F1B, interleaved where a rank holds several chunks.
double layersInFlight(const ModelledRun& run, int layers, int stage);

// Bytes a layer keeps for each token on one rank, and those of the one layer alive again under recomputation.
struct ActivationBytes {
    double kept = 0;
    double live = 0;
};
ActivationBytes activationBytes(const ModelledRun& run);

// Share of the buffers of collectives that the host still holds, from 0 to 1.
double heldShare(const ModelledRun& run);

// Parameters of the whole model.
double modelParameters(const ModelledRun& run);

// The memory of one rank of a stage, in bytes: `plain` without any correction, and what a unit of each correction adds.
struct MemoryTerms {
    double parameters = 0;
    double gradients = 0;
    double optimizer = 0;
    double gathered = 0; // whole parameters of the units at work, where they are divided
    double activations = 0;
    MemoryValues unit {};

    double plain() const { return parameters + gradients + optimizer + gathered + activations; }

    double total(const MemoryValues& values) const;
};

// Those of one stage; the embedding is on stage 0.
MemoryTerms stageTerms(const ModelledRun& run, const StageLayers& place, int stage);

// Of one layer on a rank, in bytes: its state, and what all micro-batches in flight keep of it.
struct LayerTerms {
    double parameters = 0;
    double gradients = 0;
    double optimizer = 0;
    double activations = 0;
};

// The terms of a stage layer by layer, without corrections: with `again` and what is gathered they add up to
// stageTerms().
struct StageLayerTerms {
    std::optional<LayerTerms> embedding; // of the first stage
    LayerTerms block; // of each of the stage's blocks
    std::optional<LayerTerms> head;
    double again = 0; // activations of the one layer that is computed again
    double in_flight = 0; // micro-batches, of each of which the blocks keep tensors
};
StageLayerTerms stageLayerTerms(const ModelledRun& run, const StageLayers& place, int stage);

// Those of the stages that a measured memory of this rank can be of: one, or all of them.
std::vector<MemoryTerms> memoryTerms(const ModelledRun& run, MemoryRank rank);

// The largest of them.
Bytes predictedMemory(const std::vector<MemoryTerms>& stages, const MemoryValues& values);

// What every rank of `other`, the same run but for how its tensor ranks exchange, takes more; negative: less. Buffers
// of collectives alone differ.
Bytes otherModeBytes(const ModelledRun& run, const ModelledRun& other, const MemoryValues& values);

// `factor` times a predicted memory, which stays a number of bytes as predictedMemory() does.
Bytes boundOfMemory(Bytes predicted, double factor);

}
