// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "core/memory/state.h"

#include "core/model/parameters.h"

#include <set>

namespace stagecraft {

namespace {

int copiesOf(OptimizerKind optimizer)
{
    switch (optimizer) {
    case OptimizerKind::Sgd:
        return 0;
    case OptimizerKind::Momentum:
        return 1;
    case OptimizerKind::Adam:
    case OptimizerKind::AdamW:
        return 2;
    }
    return 0;
}

}

Bytes optimizerStateBytes(OptimizerKind optimizer, Precision precision, Bytes gradients)
{
    const int copies = copiesOf(optimizer) + (hasMasterWeights(precision) ? 1 : 0);
    const std::int64_t wider = bytesOf(NumberType::Fp32) / bytesOf(parameterType(precision));
    return gradients * (copies * wider);
}

Result<Bytes> trainingStateBytes(const ProfilePoint& point)
{
    const auto shard = shardAt(point);
    if (!shard) {
        return failure(shard.error());
    }
    std::vector<ParameterTensor> tensors = parameterTensors(LayerSpec(*shard));
    if (point.following) {
        const auto second = secondOf(point);
        const auto secondShard = second ? shardAt(*second) : failure(second.error());
        if (!secondShard) {
            return failure(secondShard.error());
        }
        for (ParameterTensor& tensor : parameterTensors(LayerSpec(*secondShard))) {
            tensors.push_back(std::move(tensor));
        }
    }
    std::set<std::string> shared;
    Bytes parameters;
    Bytes gradients;
    for (const ParameterTensor& tensor : tensors) {
        if (!tensor.shared.empty() && !shared.insert(tensor.shared).second) {
            continue;
        }
        const Bytes bytes(elementCount(tensor.shape) * bytesOf(parameterType(point.precision)));
        parameters += bytes;
        gradients += tensor.trainable ? bytes : Bytes(0);
    }
    return parameters + gradients + optimizerStateBytes(point.optimizer, point.precision, gradients);
}

}
