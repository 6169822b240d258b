// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "core/cost/prior/analyticcost.h"

#include "core/cost/prior/layerprior.h"
#include "core/model/parameters.h"

#include <algorithm>
#include <cmath>
#include <vector>

namespace stagecraft {

namespace {

constexpr double halfWidth = 0.5; // relative, of a time
// Half-width of times from kernel tables, relative: 71 of 80 published steps are within this
// (docs/validation/times.md).
constexpr double halfWidthOfTables = 0.3;
// Half-width of a layer's bytes, relative: the highest peaks of 96 % of 370 measured layers are within this of the
// formulas, and 82 % within 12 % (docs/validation/layers.md); the rest are library workspaces.
constexpr double memoryWidth = 0.5;

// Counts the weight matrices, each a factor of one product. Matrices that are small relative to the largest, such as
// adapters, are ignored, as their products are negligible work.
int productsOf(const LayerSpec& shard)
{
    constexpr double small = 1.0 / 64;
    std::vector<double> sizes;
    for (const ParameterTensor& tensor : parameterTensors(shard)) {
        if (tensor.shape.size() > 1) {
            sizes.push_back(static_cast<double>(elementCount(tensor.shape)));
        }
    }
    const double largest = sizes.empty() ? 0 : *std::max_element(sizes.begin(), sizes.end());
    return static_cast<int>(
        std::count_if(sizes.begin(), sizes.end(), [&](double size) { return size >= largest * small; }));
}

// Returns the bytes of FP8 copies of weights, made in the first micro-batch and kept: rowwise, plus columnwise unless
// the GPU multiplies transposed operands (is_non_tn_fp8_gemm_supported() in transformer_engine/pytorch/utils.py) and
// each tensor has one scale.
Bytes fp8WeightBytes(const LayerSpec& shard, const DeviceType& device)
{
    const auto* program = std::get_if<Program>(&shard);
    if (program == nullptr) {
        return {};
    }
    const double capability = computeCapability(device);
    const auto copies = [&](Fp8Recipe scaling) {
        const bool whole = scaling == Fp8Recipe::Delayed || scaling == Fp8Recipe::Tensorwise;
        return whole && capability >= 10 && capability < 12 ? 1 : 2;
    };
    std::int64_t bytes = 0;
    for (const Statement& statement : program->statements()) {
        if (const auto* linear = std::get_if<Linear>(&statement.op);
            linear != nullptr && linear->fp8 != Fp8Recipe::None) {
            bytes += copies(linear->fp8) * fp8Bytes(linear->fp8, linear->in * linear->out, true);
        } else if (const auto* experts = std::get_if<Experts>(&statement.op);
                   experts != nullptr && experts->fp8 != Fp8Recipe::None) {
            const std::int64_t each = (experts->firstProducts() + 1) * experts->intermediate * experts->width;
            bytes += copies(experts->fp8) * fp8Bytes(experts->fp8, experts->count * each, true);
        }
    }
    return Bytes(bytes);
}

// Sets the times of both passes by their work, and of the optimizer step by the bytes of its state. `rerun`: fraction
// of the forward pass that is recomputed.
void setTimes(LayerCost& cost, const PassWork& pass, const PassWork& back, double rerun, const Roofline& roofline)
{
    const Seconds forward = roofline.time(pass);
    const Seconds backward = roofline.time(back);
    cost.time_basis = roofline.basis();
    const double width = roofline.spread().value_or(roofline.fromTables() ? halfWidthOfTables : halfWidth);
    const auto timing = [width](Seconds time) { return Timing {time, time * width}; };
    cost.forward = timing(forward);
    cost.recompute = forward * rerun;
    cost.backward = timing(backward + cost.recompute);
    // Parameters, gradients and optimizer state are read and written once.
    const Bytes state = cost.memory.parameters + cost.memory.gradients * 5;
    cost.optimizer = timing(roofline.time(state));
}

// Returns the work of a layer whose file states only totals: `products` equal products of square matrices (n x n by n x
// n has 2 n^3 FLOPs), and its other memory traffic.
PassWork workOf(const ScriptedPass& pass, const ProfilePoint& point, int products)
{
    const auto samples = static_cast<double>(point.micro_batch);
    const NumberType type =
        point.precision == Precision::Bf16Autocast ? NumberType::Bf16 : parameterType(point.precision);
    const double bytes = pass.numbersOf(samples) * static_cast<double>(bytesOf(type));
    const int shared = std::max(1, products);
    const double side = std::cbrt(pass.flopsOf(samples) / (2.0 * shared));
    const int operations = std::max(pass.operations, shared);
    const double each = bytes / operations;
    PassWork work;
    if (side > 0) {
        work.kernels.push_back({ProductShape {1, side, side, side}, each, shared});
    }
    if (const int others = operations - work.operations(); others > 0) {
        work.kernels.push_back({{}, each, others});
    }
    return work;
}

}

Result<LayerCost> analyticCost(const ProfilePoint& point, const DeviceType& device, const DeviceProbe* probe,
                               double expert_capacity)
{
    const auto prior = layerPrior(point, device.kind, expert_capacity);
    if (!prior) {
        return failure(prior.error());
    }
    LayerCost cost;
    cost.memory = prior->memory;
    cost.traces = LayerTraces {prior->trace, prior->later_trace, prior->parameters};
    const LayerSpec shard = shardAt(point).value_or(point.spec);
    setState(cost, shard, point);
    cost.memory.buffers += fp8WeightBytes(shard, device);
    setTimes(cost, prior->forward, prior->backward, prior->rerun, Roofline(device, point.precision, probe));
    cost.memory_width = memoryWidth;
    cost.basis = Basis::Analytic;
    cost.extrapolated = true;
    return cost;
}

std::optional<LayerCost> timedByFormulas(LayerCost cost, const ProfilePoint& point, const DeviceType& device,
                                         const DeviceProbe* probe)
{
    const auto* scripted = std::get_if<ScriptedLayer>(&point.spec);
    if (scripted != nullptr && scripted->work) {
        // The ratio of FLOPs gives the number of backward products: two per trainable weight, one if the weight or its
        // input is frozen.
        const int products = productsOf(point.spec);
        const ScriptedWork& work = *scripted->work;
        const double forward = work.forward.flopsOf(1);
        const double share = forward > 0 ? work.backward.flopsOf(1) / forward : 0;
        setTimes(cost, workOf(work.forward, point, products),
                 workOf(work.backward, point, static_cast<int>(std::lround(share * products))), point.recompute ? 1 : 0,
                 Roofline(device, point.precision, probe));
        return cost;
    }
    const auto prior = analyticCost(point, device, probe);
    if (!prior) {
        return std::nullopt;
    }
    cost.forward = prior->forward;
    cost.backward = prior->backward;
    cost.recompute = prior->recompute;
    cost.optimizer = prior->optimizer;
    cost.time_basis = prior->time_basis;
    cost.memory_width = std::min(cost.memory_width, prior->memory_width); // never wider than formulas alone
    return cost;
}

}
