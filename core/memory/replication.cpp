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

LayerShare shareOf(const Replication& replication, Precision precision, Bytes parameters, Bytes gradients,
                   Bytes experts)
{
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
    if (replication.gradients == GradientHandling::BucketCopies && replication.data > 1 && zero < 2) {
        share.copies = gradients;
    }
    return share;
}

Bytes optimizerShare(const Replication& replication, OptimizerKind optimizer, Precision precision, Bytes divided,
                     Bytes experts)
{
    return optimizerStateBytes(optimizer, precision, learningShare(replication, precision, divided, experts));
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
