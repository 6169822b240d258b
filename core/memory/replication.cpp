// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "core/memory/replication.h"

#include "core/memory/state.h"

#include <algorithm>
#include <utility>

namespace stagecraft {

namespace {

// DeepSpeed: the buffers of NCCL's all-gathers begin at multiples of four bytes, two numbers of 16 bits.
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

// The gathered parameters are copied out of a flat tensor, which is held until the next unit's are
// (FSDPParamGroup::wait_for_unshard in _fsdp_param_group.py); gradients are copied into a flat tensor of fp32 that is
// held until the next unit's are to be reduced.
LayerShare shareOfMasters(const Replication& replication, NumberType type, Bytes parameters, Bytes gradients)
{
    const std::int64_t wider = bytesOf(NumberType::Fp32) / bytesOf(type);
    LayerShare share;
    share.parameters = layerShard(parameters, type, replication.data) * wider;
    share.gathered = layerShard(parameters, type, replication.data) * replication.data;
    share.received = replication.data > 1 ? share.gathered : Bytes(0);
    share.divided = layerShard(gradients, type, replication.data) * wider;
    share.gradients = share.divided;
    share.bucket = share.divided * replication.data;
    share.reduced = share.divided;
    share.leaving = gradients + share.bucket + share.reduced; // foreach_reduce() names the last gradient to its end
    return share;
}

}

LayerShare shareOf(const Replication& replication, Precision precision, Bytes parameters, Bytes gradients,
                   Bytes experts)
{
    if (replication.shards_masters) {
        return shareOfMasters(replication, parameterType(precision), parameters, gradients);
    }
    const NumberType type = parameterType(precision);
    const int zero = replication.divided();
    LayerShare share;
    share.parameters = parameters;
    share.divided = gradients - experts;
    share.experts = experts;
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

// Experts have a flat tensor of their own (megatron/core/distributed/distributed_data_parallel.py).
Bytes learningShare(const Replication& replication, Precision precision, Bytes divided, Bytes experts)
{
    if (replication.divided() != 1) {
        return divided + experts;
    }
    const NumberType type = parameterType(precision);
    return stageShard(divided, type, replication.data)
        + stageShard(experts, type, std::max(1, replication.data / replication.expert));
}

}
