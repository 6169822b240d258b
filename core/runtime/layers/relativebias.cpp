// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "core/runtime/layers/runoperator.h"

#include <torch/torch.h>

#include <cmath>

namespace stagecraft {

namespace {

using torch::Tensor;

// Half of the buckets are for single distances, the others for ranges of geometrically growing size (Raffel et al.
// 2019).
Tensor bucketsOf(const RelativeBias& op, Tensor distance)
{
    Tensor buckets = torch::zeros({}, distance.options());
    std::int64_t count = op.buckets;
    if (op.bidirectional) {
        count /= 2;
        buckets = (distance > 0).to(torch::kInt64) * count;
        distance = distance.abs();
    } else {
        distance = -torch::min(distance, torch::zeros_like(distance));
    }
    const std::int64_t single = count / 2;
    const double growth = std::log(static_cast<double>(op.distance) / static_cast<double>(single));
    Tensor ranges = torch::log(distance.to(torch::kFloat32) / single) / growth * (count - single);
    ranges = single + ranges.to(torch::kInt64);
    ranges = torch::min(ranges, torch::full_like(ranges, count - 1));
    return buckets + torch::where(distance < single, distance, ranges);
}

}

Tensor relativeBias(const RelativeBias& op, std::int64_t length, const Tensor& table)
{
    const auto options = torch::TensorOptions().dtype(torch::kInt64).device(table.device());
    const Tensor query = torch::arange(length, options).unsqueeze(1);
    const Tensor key = torch::arange(length, options).unsqueeze(0);
    const Tensor buckets = bucketsOf(op, key - query);
    const Tensor values = torch::embedding(table, buckets);
    return values.permute({2, 0, 1}).unsqueeze(0);
}

}
