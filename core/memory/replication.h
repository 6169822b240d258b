// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/cost/layercost.h"
#include "core/framework/framework.h"
#include "core/problem/problem.h"

#include <compare>
#include <cstdint>
#include <vector>

namespace stagecraft {

// How the replicas of a stage hold its state: how many there are, what they divide, what they do with gradients.
struct Replication {
    int data = 1;
    int zero = 0;
    GradientHandling gradients = GradientHandling::Eager;
    StateOffload offload = StateOffload::None;
    int expert = 1; // expert degree: one replica in so many has the same experts
    // What is divided are fp32 copies of the parameters, which are made 16 bits wide to be gathered; gradients are
    // widened to be reduced (FSDP2: torch/distributed/fsdp/_fully_shard/_fsdp_collectives.py); one kernel updates them.
    bool shards_masters = false;
    bool keeps_head = false; // the last unit stays gathered until its backward pass
    bool widens_gradients = false; // for the optimizer step, in which fp32 copies of what it updates by are there
    bool keeps_buckets = false; // buckets in which gradients are reduced, beside the buffers that sum them
    // Elements of the one buffer through which gradients go to the other replicas (DeepSpeed); 0: as each of the others
    // has it. settleStage() says what else follows.
    std::int64_t reduce_bucket = 0;
    std::int64_t live_parameters = 0; // elements that stay gathered with it, at ZeRO 3
    // Micro-batches of a step for each of which a stage has a buffer of what it receives, both ways, and keeps what it
    // sends until its backward pass; 0: boundaries are there as they come.
    std::int64_t boundary_buffers = 0;

    // Replicas that have the same experts.
    int holdersOfExperts() const { return expert > 1 ? data / expert : data; }

    // ZeRO stage in effect: one replica alone has nobody to share with.
    int divided() const { return data > 1 || shards_masters || reduce_bucket > 0 ? zero : 0; }
    // Buffers of gradients that are there throughout the step.
    bool buffered() const
    {
        return gradients == GradientHandling::BucketViews || gradients == GradientHandling::WideBuffers
            || (reduce_bucket > 0 && zero == 3);
    }
    // Every backward pass makes whole gradients beside those that are there.
    bool makesWholeGradients() const { return divided() >= 2 || shards_masters; }
    friend auto operator<=>(const Replication&, const Replication&) = default;
};

// Of a stage that has so many replicas of what it holds, by the framework of the constraints, in steps of so many
// micro-batches.
Replication replicationOf(const Constraints& fixed, int replicas, int zero, StateOffload offload, int expert,
                          std::int64_t micro_batches);

// Of each stage of plans with these constraints and `data` replicas of a stage.
inline Replication replicationOf(const Constraints& fixed, int data, std::int64_t micro_batches)
{
    return replicationOf(fixed, data * fixed.degrees.context, fixed.zero, fixed.training.offload,
                         fixed.degrees.sharding.expert, micro_batches);
}

// Elements of the part of one replica where a flat tensor is divided among `data`, each part a multiple of `multiple`.
std::int64_t shardElements(std::int64_t elements, int data, std::int64_t multiple = 1);

// The same where each part is an even number of elements, as stageShard() has it.
std::int64_t stageShardElements(std::int64_t elements, int data);

// A replica's part of the parameters or gradients of a layer: one flat tensor a layer, filled up to equal parts (FSDP's
// FlatParameter, torch/distributed/fsdp/_flat_param.py).
Bytes layerShard(Bytes bytes, NumberType type, int data);

// A replica's part of all that a stage holds: one flat tensor whose parts are even numbers of elements (DeepSpeed's
// nccl_start_alignment_factor, deepspeed/runtime/zero/stage_1_and_2.py).
Bytes stageShard(Bytes bytes, NumberType type, int data);

// What of a layer's state is alive on a device. Of a tied weight's gradient the whole is told with one layer only.
struct LayerShare {
    Bytes parameters; // throughout
    Bytes gathered; // while the layer runs: its whole parameters, from all replicas (ZeRO 3) or the host
    Bytes received; // beside them in its forward pass: what the gathering gave
    Bytes
        again; // the same of experts that are a unit of their own, where the backward pass runs the forward pass again
    Bytes leaving; // behind its backward pass, while its gradients are copied to where they are reduced
    Bytes widened; // beside that in a step's first backward pass, from which on they are there
    Bytes host; // of its parameters
    Bytes buffers; // of gradients, throughout
    Bytes copies; // of them in the buckets of a reducer, throughout
    Bytes gradients; // from its first backward to the optimizer step
    Bytes bucket; // its whole gradients after its backward, until they are reduced (ZeRO 2 and 3)
    Bytes reduced; // what a reduction gives, until it is added to what is there
    Bytes pending; // of a buffer for gradients of all layers, from the first backward to the optimizer step
    Bytes update; // beside the optimizer's own, while it runs
    // What learns of it on this device; the optimizer's state is of that. Whole for ZeRO 0 and 1.
    Bytes divided; // of all replicas
    Bytes experts; // of those that have the same experts
};
// `experts`: of the gradients, those of experts where not all replicas have the same (with ZeRO 0 and 1). `others`:
// gradients of rows that other tensor ranks hold, which stay with the layer's own until they are reduced
// (FSDPParam::to_accumulated_grad_if_needed() keeps them as they come); of no meaning where single passes reduce.
// `low`: LayerCost::divided_low, used with shards_masters only.
LayerShare shareOf(const Replication& replication, Precision precision, Bytes parameters, Bytes gradients,
                   const ExpertShare& experts = {}, Bytes others = {}, bool low = false);

// What the layers of a stage have together, whose shares are given in the chain's order: changes them. `ends`: the
// chain's last layer is among them.
void settleStage(std::vector<LayerShare>& shares, const Replication& replication, Precision precision, bool ends);

// In which the parameters are that the optimizer works on. With shards_masters the optimizer state has the type of the
// shards, so that its bytes for each of their bytes are those of fp32, whatever the type.
Precision statePrecision(const Replication& replication, Precision precision);

// Bytes of optimizer state of a stage whose layers have so many bytes of shareOf(...).divided and .experts together,
// wherever it lies.
Bytes optimizerShare(const Replication& replication, OptimizerKind optimizer, Precision precision, Bytes divided,
                     Bytes experts = {});

// What learns on this device of such a stage.
Bytes learningShare(const Replication& replication, Precision precision, Bytes divided, Bytes experts = {});

}
