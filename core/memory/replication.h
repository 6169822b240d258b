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

// State sharding and gradient handling of the replicas of a stage.
struct Replication {
    int data = 1;
    int zero = 0;
    GradientHandling gradients = GradientHandling::Eager;
    StateOffload offload = StateOffload::None;
    int expert = 1; // expert-parallel size: one replica in `expert` has the same experts
    // The sharded tensors are fp32 copies of the parameters, cast to 16 bits for the all-gather; gradients are cast to
    // fp32 for the reduction (FSDP2: torch/distributed/fsdp/_fully_shard/_fsdp_collectives.py); one fused kernel
    // updates them.
    bool shards_masters = false;
    bool keeps_head = false; // the last unit stays gathered until its backward pass
    bool widens_gradients = false; // the optimizer step works on fp32 copies of the gradients
    bool keeps_buckets = false; // gradient reduction buckets exist besides the buffers that accumulate gradients
    // Elements of the single buffer through which gradients are reduced (DeepSpeed); 0 for other frameworks. Further
    // consequences: settleStage().
    std::int64_t reduce_bucket = 0;
    std::int64_t live_parameters = 0; // elements that stay gathered with reduce_bucket, at ZeRO 3
    // Micro-batches of a step for which a stage has receive buffers, in both directions, and keeps its output until the
    // backward pass; 0 if boundaries are allocated as they arrive.
    std::int64_t boundary_buffers = 0;

    // Number of replicas that have the same experts.
    int holdersOfExperts() const { return expert > 1 ? data / expert : data; }

    // ZeRO stage in effect; 0 for a single replica, unless the framework shards anyway (shards_masters, reduce_bucket).
    int divided() const { return data > 1 || shards_masters || reduce_bucket > 0 ? zero : 0; }
    // True if gradient buffers exist throughout the step.
    bool buffered() const
    {
        return gradients == GradientHandling::BucketViews || gradients == GradientHandling::WideBuffers
            || (reduce_bucket > 0 && zero == 3);
    }
    // True if every backward pass allocates whole gradients besides those that exist.
    bool makesWholeGradients() const { return divided() >= 2 || shards_masters; }
    friend auto operator<=>(const Replication&, const Replication&) = default;
};

// Returns the replication of a stage with `replicas` replicas, by the framework of the constraints, for steps of
// `micro_batches` micro-batches.
Replication replicationOf(const Constraints& fixed, int replicas, int zero, StateOffload offload, int expert,
                          std::int64_t micro_batches);

// Returns the replication of every stage of plans with these constraints and data-parallel size `data`.
inline Replication replicationOf(const Constraints& fixed, int data, std::int64_t micro_batches)
{
    return replicationOf(fixed, data * fixed.degrees.context, fixed.zero, fixed.training.offload,
                         fixed.degrees.sharding.expert, micro_batches);
}

// Returns the elements per replica of a flat tensor sharded over `data` replicas, padded to a multiple of `multiple`.
std::int64_t shardElements(std::int64_t elements, int data, std::int64_t multiple = 1);

// Returns shardElements() for parts of an even number of elements, as in stageShard().
std::int64_t stageShardElements(std::int64_t elements, int data);

// Returns a replica's shard of the parameters or gradients of a layer: one flat tensor per layer, padded to equal parts
// (FSDP's FlatParameter, torch/distributed/fsdp/_flat_param.py).
Bytes layerShard(Bytes bytes, NumberType type, int data);

// Returns a replica's shard of a whole stage: one flat tensor whose parts are even numbers of elements (DeepSpeed's
// nccl_start_alignment_factor, deepspeed/runtime/zero/stage_1_and_2.py).
Bytes stageShard(Bytes bytes, NumberType type, int data);

// Bytes of a layer's state on a device, by lifetime. The whole gradient of a tied weight counts with one layer only.
struct LayerShare {
    Bytes parameters; // allocated throughout
    Bytes gathered; // all parameters of the layer while it runs, gathered from all replicas (ZeRO 3) or the host
    Bytes received; // output buffer of the all-gather, additional in its forward pass
    Bytes again; // experts gathered as a unit of their own, again, if the backward pass recomputes the forward pass
    Bytes leaving; // copies of its gradients for the reduction, after its backward pass
    Bytes widened; // addition to `leaving` in a step's first backward pass; allocated from then on
    Bytes host; // host bytes of its parameters
    Bytes buffers; // gradient buffers, throughout
    Bytes copies; // gradient copies in reducer buckets, throughout
    Bytes gradients; // gradients from its first backward pass to the optimizer step
    Bytes bucket; // whole gradients of the layer after its backward pass, until they are reduced (ZeRO 2 and 3)
    Bytes reduced; // output of a reduction, until it is added to the existing gradients
    Bytes pending; // buffer for gradients of all layers, from the first backward pass to the optimizer step
    Bytes update; // temporaries of the optimizer step, besides the optimizer's own
    // Trainable bytes on this device, to which the optimizer state is proportional. Whole for ZeRO 0 and 1.
    Bytes divided; // shared by all replicas
    Bytes experts; // shared by the replicas that have the same experts
};
// Computes a layer's share from its bytes on one replica.
// `experts`: expert gradients, if not all replicas have the same experts (used with ZeRO 0 and 1).
// `others`: gradients of rows that other tensor ranks own, which stay with the layer's own until they are reduced
// (FSDPParam::to_accumulated_grad_if_needed() keeps them unchanged); unused if every pass reduces.
// `low`: LayerCost::divided_low, used with shards_masters only.
LayerShare shareOf(const Replication& replication, Precision precision, Bytes parameters, Bytes gradients,
                   const ExpertShare& experts = {}, Bytes others = {}, bool low = false);

// Adds to `shares` the buffers that the layers of a stage have together. `shares`: by layer, in the chain's order;
// modified. `ends`: the chain's last layer is among them.
void settleStage(std::vector<LayerShare>& shares, const Replication& replication, Precision precision, bool ends);

// Returns the precision of the parameters that the optimizer updates. With shards_masters the optimizer state has the
// type of the shards, so it takes as many bytes per shard byte as in fp32, whatever the type.
Precision statePrecision(const Replication& replication, Precision precision);

// Returns the optimizer state bytes of a stage, on the device or the host. `divided`, `experts`: sums of these fields
// of shareOf() over its layers.
Bytes optimizerShare(const Replication& replication, OptimizerKind optimizer, Precision precision, Bytes divided,
                     Bytes experts = {});

// Returns the bytes of the parameters that this device updates, for the same arguments.
Bytes learningShare(const Replication& replication, Precision precision, Bytes divided, Bytes experts = {});

}
