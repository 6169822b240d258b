// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "core/memory/replication.h"

#include "core/memory/state.h"

#include <algorithm>
#include <utility>

namespace stagecraft {

Replication replicationOf(const Constraints& fixed, int replicas, int zero, StateOffload offload, int expert,
                          std::int64_t micro_batches)
{
    const ExecutionMode mode = modeOf(fixed.framework);
    Replication replication {replicas, zero, gradientsOf(fixed), offload, expert};
    replication.shards_masters = mode.shards_masters;
    replication.keeps_head = mode.keeps_head;
    replication.keeps_buckets = mode.keeps_buckets;
    replication.widens_gradients = mode.widens_gradients;
    replication.reduce_bucket = mode.reduce_bucket;
    replication.live_parameters = mode.live_parameters;
    replication.boundary_buffers = mode.pipelined_zero > 0 && zero == mode.pipelined_zero ? micro_batches : 0;
    return replication;
}

namespace {

// DeepSpeed aligns the buffers of NCCL all-gathers to four bytes, two 16-bit numbers.
constexpr std::int64_t alignedElements = 2;

Bytes shardOfType(Bytes bytes, NumberType type, int data, std::int64_t multiple)
{
    const std::int64_t width = bytesOf(type);
    return Bytes(shardElements((bytes.value + width - 1) / width, data, multiple) * width);
}

}

std::int64_t shardElements(std::int64_t elements, int data, std::int64_t multiple)
{
    const std::int64_t all = multiple * data;
    return (elements + all - 1) / all * multiple;
}

std::int64_t stageShardElements(std::int64_t elements, int data)
{
    return shardElements(elements, data, alignedElements);
}

Bytes layerShard(Bytes bytes, NumberType type, int data)
{
    return shardOfType(bytes, type, data, 1);
}

Bytes stageShard(Bytes bytes, NumberType type, int data)
{
    return shardOfType(bytes, type, data, alignedElements);
}

namespace {

// Shards whole experts, unless expert ranks times replicas with the same experts exceed the number of experts: then the
// second dimension is sharded (apply_fsdp in torchtitan/models/llama4/infra/parallelize.py).
Bytes expertShard(const Replication& replication, NumberType type, Bytes bytes, std::int64_t rows)
{
    const int holders = replication.holdersOfExperts();
    if (rows == 0 || (replication.expert > 1 && replication.data > rows * replication.expert)) {
        return layerShard(bytes, type, holders);
    }
    const std::int64_t own = (rows + holders - 1) / holders;
    return Bytes(bytes.value / rows * own / bytesOf(type) * bytesOf(type));
}

// FSDP2. Gathered parameters are copied out of a flat tensor, which lives until the next unit's is copied out
// (FSDPParamGroup::wait_for_unshard in _fsdp_param_group.py); gradients are copied into a flat fp32 tensor that lives
// until the next unit's are to be reduced. The reduced gradients are cast to the type of the shards.
LayerShare shareOfMasters(const Replication& replication, NumberType type, Bytes parameters, Bytes gradients,
                          const ExpertShare& experts, Bytes others, bool low)
{
    const std::int64_t wider = bytesOf(NumberType::Fp32) / bytesOf(type);
    const std::int64_t kept = low ? 1 : wider;
    struct Part {
        Bytes own;
        Bytes whole; // padded like the parts (init_all_gather_outputs)
    };
    struct Parts : Part {
        Part experts;
    };
    const auto partsOf = [&](Bytes bytes, double of_experts) {
        const Bytes in_rows = experts.rows > 0 ? scaled(bytes, of_experts) : Bytes(0);
        const Bytes common = layerShard(bytes - in_rows, type, replication.data);
        const Bytes of_rows = expertShard(replication, type, in_rows, experts.rows);
        const Part rows {of_rows, of_rows * replication.holdersOfExperts()};
        return Parts {{common + rows.own, common * replication.data + rows.whole}, rows};
    };
    LayerShare share;
    const Parts held = partsOf(parameters, experts.of_parameters);
    share.parameters = held.own * kept;
    if (replication.divided() == 1) { // gradients accumulate between the first and the last micro-batch of a step
        const Parts summed = partsOf(gradients, experts.of_gradients);
        share.parameters += held.whole;
        share.divided = summed.own * kept;
        share.leaving = gradients + others; // added to existing gradients, which the first pass creates as a copy
        share.gradients = share.leaving * wider;
        share.widened = share.gradients;
        // Temporaries of the reduction, unit by unit; with rows of other ranks, a layer's own rows are reduced first.
        const Bytes own_rows = others > Bytes(0) ? gradients * wider : Bytes(0);
        share.update = own_rows + summed.whole * wider + summed.own * wider - held.whole;
        return share;
    }
    share.gathered = held.whole;
    share.received = replication.data > 1 ? share.gathered : Bytes(0);
    const Parts learning = partsOf(gradients, experts.of_gradients);
    share.divided = learning.own * kept;
    share.gradients = share.divided;
    share.bucket = learning.whole * wider;
    share.reduced = share.divided;
    share.leaving =
        // foreach_reduce() keeps a reference to the last gradient until it returns
        gradients + share.bucket + learning.own * wider;
    if (replication.expert > 1) {
        // The experts' gradients are reduced separately, before the others (post_backward() in _fsdp_param_group.py).
        // Recomputing the block's forward pass also runs the hooks that gather the experts' parameters again.
        const Bytes of_experts =
            scaled(gradients, experts.of_gradients) + learning.experts.whole * wider + learning.experts.own * wider;
        share.bucket -= learning.experts.whole * wider;
        share.leaving = std::max(of_experts, share.leaving - of_experts);
        share.again = held.experts.whole;
    }
    return share;
}

}

LayerShare shareOf(const Replication& replication, Precision precision, Bytes parameters, Bytes gradients,
                   const ExpertShare& experts, Bytes others, bool low)
{
    if (replication.shards_masters) {
        return shareOfMasters(replication, parameterType(precision), parameters, gradients, experts, others, low);
    }
    const NumberType type = parameterType(precision);
    const int zero = replication.divided();
    LayerShare share;
    share.parameters = parameters;
    share.divided = gradients - experts.gradients;
    share.experts = experts.gradients;
    if (zero == 3) {
        share.parameters = layerShard(parameters, type, replication.data);
        share.gathered = share.parameters * replication.data;
    }
    if (replication.offload == StateOffload::Parameters) {
        share.gathered = zero == 3 ? share.gathered : parameters;
        share.host = std::exchange(share.parameters, Bytes(0));
    }
    if (zero >= 2) {
        share.divided = layerShard(gradients, type, replication.data);
        share.bucket = share.divided * replication.data;
        share.reduced = share.divided;
    }
    if (replication.buffered()) {
        const bool wide = replication.gradients == GradientHandling::WideBuffers;
        share.buffers = (share.divided + share.experts) * (wide ? bytesOf(NumberType::Fp32) / bytesOf(type) : 1);
    } else {
        share.gradients = share.divided + share.experts;
    }
    const bool copied = replication.gradients == GradientHandling::BucketCopies || replication.keeps_buckets;
    if (copied && replication.data > 1 && zero < 2) {
        share.copies = gradients;
    }
    return share;
}

namespace {

// Returns the largest of the gradients at the ends of a chain; those layers have one large tensor each, besides norms.
Bytes largestEnd(const std::vector<LayerShare>& shares, Bytes LayerShare::*whole)
{
    return std::max(shares.front().*whole, shares.back().*whole);
}

// DeepSpeed 0.19.8 with ZeRO 1, deepspeed/runtime/zero/stage_1_and_2.py: the buffers of setup_buckets() stay from the
// first gradient to the step. A replica copies whole tensors of which it updates a part (copy_grads_in_partition());
// its part exists once in 16 bits, twice if it is part of one tensor, and once in fp32 (step()). A tensor larger than
// the buffer is copied for its reduction once all gradients exist.
void settleFirst(std::vector<LayerShare>& shares, Bytes bucket, Bytes part)
{
    Bytes all = bucket;
    for (const LayerShare& share : shares) {
        all += share.gradients;
    }
    const Bytes largest = largestEnd(shares, &LayerShare::gradients);
    // Other gradients are freed by then.
    const Bytes stepping = std::max(part, largest) + part * (largest > part ? 4 : 3) - all;
    LayerShare& last = shares.back();
    last.pending = bucket;
    last.gradients += bucket;
    last.update = std::max(stepping, largest > bucket ? largest : Bytes(0));
}

// Sets `leaving`: a layer's gradients are reduced when those of later layers have filled the buffer, which is copied
// for the reduction; those of the first layer in any case. `whole`: gradient bytes by layer.
void leaveInBuckets(std::vector<LayerShare>& shares, const std::vector<Bytes>& whole, Bytes bucket, Bytes leaving)
{
    Bytes waiting;
    for (std::size_t l = shares.size(); l-- > 0;) {
        waiting += whole[l];
        shares[l].leaving = waiting >= bucket || l == 0 ? leaving : Bytes(0);
    }
}

// ZeRO 2: the same buffer exists from the first gradient of each backward pass to its end, and is copied for the
// reduction (allreduce_bucket()).
void settleSecond(std::vector<LayerShare>& shares, Bytes bucket, Bytes part)
{
    Bytes all;
    std::vector<Bytes> whole;
    for (const LayerShare& share : shares) {
        all += share.bucket;
        whole.push_back(share.bucket);
    }
    const Bytes largest = largestEnd(shares, &LayerShare::bucket);
    const Bytes copied = std::max(std::min(bucket, all), largest > bucket ? largest : Bytes(0));
    leaveInBuckets(shares, whole, bucket, bucket + copied);
    for (std::size_t l = 0; l < shares.size(); ++l) {
        shares[l].bucket = bucket + (l > 0 && shares[l - 1].leaving > Bytes(0) ? copied : Bytes(0));
        shares[l].reduced = Bytes(0);
    }
    shares.back().gradients += std::max(part, largest) - part;
    shares.back().update = part * (largest > part ? 4 : 3);
}

// Returns the peak of gathered parameters whose gradients are not reduced yet while a full gradient buffer is reduced:
// the last one, the embedding, is fetched even if it exceeds `most_live`.
Bytes liveAtReduction(const std::vector<LayerShare>& shares, Bytes all, Bytes bucket, Bytes most_live)
{
    Bytes left = all - (shares.back().gathered > bucket ? shares.back().gathered : Bytes(0)) - bucket;
    const Bytes most = most_live + shares.front().gathered;
    if (left <= most) {
        return std::max(Bytes(0), left);
    }
    left -= bucket * ((left - most).value / bucket.value + ((left - most).value % bucket.value > 0 ? 1 : 0));
    return std::max(left, most_live);
}

// ZeRO 3, stage3.py and partitioned_param_coordinator.py: the buffer persists, and is copied for the reduction
// (reduce_scatter_coalesced()); up to `most_live` bytes of parameters stay gathered if they are needed again soon, half
// of them counted with a layer and half with its neighbor. The step has gradients of a parameter group in 16 bits and
// in fp32.
void settleThird(std::vector<LayerShare>& shares, Bytes bucket, Bytes part, Bytes most_live)
{
    constexpr std::int64_t group = 1'000'000'000; // elements: sub_group_size in deepspeed/runtime/zero/config.py
    Bytes all;
    Bytes largest;
    std::vector<Bytes> whole;
    for (const LayerShare& share : shares) {
        all += share.gathered;
        largest = std::max(largest, share.gathered);
        whole.push_back(share.bucket);
    }
    const Bytes live = std::min(all, std::max(largest, most_live));
    const Bytes beside = liveAtReduction(shares, all, bucket, most_live) - live / 2; // half of the previous layer
    leaveInBuckets(shares, whole, bucket, std::min(bucket, all) + beside);
    for (LayerShare& share : shares) {
        share.gathered = live / 2;
        share.bucket = Bytes(0);
        share.reduced = Bytes(0);
    }
    shares.back().copies += bucket;
    shares.back().update = std::min(part, Bytes(group * bytesOf(NumberType::Bf16))) * 3;
}

}

void settleStage(std::vector<LayerShare>& shares, const Replication& replication, Precision precision, bool ends)
{
    if (shares.empty()) {
        return;
    }
    // The loss, where the last layer peaks, runs after that layer's unit, whose parameters are released by then.
    if (replication.shards_masters && ends) {
        shares.back().received = Bytes(0);
        shares.back().gathered = replication.keeps_head ? shares.back().gathered : Bytes(0);
    }
    if (replication.reduce_bucket == 0 && !replication.widens_gradients) {
        return;
    }
    Bytes divided;
    Bytes experts;
    for (const LayerShare& share : shares) {
        divided += share.divided;
        experts += share.experts;
    }
    const NumberType type = parameterType(precision);
    const Bytes part = learningShare(replication, precision, divided, experts);
    if (replication.widens_gradients) {
        shares.back().update = part * (bytesOf(NumberType::Fp32) / bytesOf(type));
        return;
    }
    const Bytes bucket(replication.reduce_bucket * bytesOf(type));
    switch (replication.divided()) {
    case 3:
        return settleThird(shares, bucket, part, Bytes(replication.live_parameters * bytesOf(type)));
    case 2:
        return settleSecond(shares, bucket, part);
    default:
        return settleFirst(shares, bucket, part);
    }
}

Precision statePrecision(const Replication& replication, Precision precision)
{
    return replication.shards_masters ? Precision::Fp32 : precision;
}

Bytes optimizerShare(const Replication& replication, OptimizerKind optimizer, Precision precision, Bytes divided,
                     Bytes experts)
{
    return optimizerStateBytes(optimizer, statePrecision(replication, precision),
                               learningShare(replication, precision, divided, experts));
}

// Experts have a separate flat tensor (megatron/core/distributed/distributed_data_parallel.py).
Bytes learningShare(const Replication& replication, Precision precision, Bytes divided, Bytes experts)
{
    if (replication.shards_masters || replication.divided() != 1) {
        return divided + experts;
    }
    const NumberType type = parameterType(precision);
    return stageShard(divided, type, replication.data)
        + stageShard(experts, type, std::max(1, replication.data / replication.expert));
}

}
