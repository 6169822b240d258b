// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "core/cost/prior/roofline.h"

#include "core/base/overloaded.h"

#include <algorithm>
#include <cmath>
#include <iterator>

namespace stagecraft {

namespace {

// Assumed rates of a type without figures: a few cores of a server CPU.
constexpr FlopsPerSecond assumedPeak(1e11);
constexpr BytesPerSecond assumedBandwidth(1e10);
// Fraction of the data-sheet peak: large products reach 0.55 (L40S) to 0.9 (A100) in resources/kernels/tables.json.
constexpr double achievedShare = 0.6;
// Fraction of the data-sheet bandwidth that memory-bound kernels reach.
constexpr double achievedBandwidth = 0.85;
constexpr Seconds startOnCuda(12e-6); // kernel launch on the host: published steps of narrow models, launched by Python
constexpr Seconds startOnCpu(2e-6);

ProductType productOf(Precision precision)
{
    switch (precision) {
    case Precision::Bf16Autocast:
    case Precision::Bf16Master:
        return ProductType::Bf16;
    case Precision::Fp16:
        return ProductType::Fp16;
    case Precision::Fp32:
        break;
    }
    return ProductType::Fp32;
}

}

std::optional<FlopsPerSecond> peakOf(const DeviceType& device, ProductType type)
{
    const auto& own = type == ProductType::Bf16 ? device.peak_bf16
        : type == ProductType::Fp16             ? device.peak_fp16
        : type == ProductType::Tf32             ? device.peak_tf32
                                                : device.peak_fp32;
    const auto& peak = own ? own : device.peak_fp32;
    return peak ? std::optional(peak->value) : std::nullopt;
}

Roofline::Roofline(const DeviceType& device, Precision precision, const DeviceProbe* probe)
    : m_start(device.kind == DeviceKind::Cuda ? startOnCuda : startOnCpu), m_waits(device.kind != DeviceKind::Cuda)
{
    if (const auto& figures = device.in_training) {
        m_start = figures->launch;
    }
    const ProductType type = productOf(precision);
    if (probe != nullptr) {
        for (const MatrixRate& rate : probe->matrix) {
            if (rate.type == type && rate.rate > FlopsPerSecond(0) && rate.size > 0) {
                m_curve.push_back({static_cast<double>(rate.size), rate.rate});
            }
        }
        std::sort(m_curve.begin(), m_curve.end(), [](const Achieved& a, const Achieved& b) { return a.size < b.size; });
    }
    if (m_curve.empty()) {
        m_table = type == ProductType::Bf16 || type == ProductType::Fp16 ? kernelTableOf(device) : nullptr;
        const auto peak = peakOf(device, type);
        m_known = peak.has_value();
        m_curve.push_back({1, peak.value_or(assumedPeak) * achievedShare});
        m_slowdown = device.in_training ? device.in_training->kernel_slowdown
            : m_table != nullptr        ? m_table->slower_in_training
                                        : 1;
        // Runs calibrate kernels relative to tables or peaks, not relative to a probe.
        if (const auto& figures = device.in_training) {
            m_calibrated = true;
            m_spread = figures->time_spread > 0 ? std::optional(figures->time_spread) : std::nullopt;
        }
    }
    if (probe != nullptr && !probe->memory.empty()) {
        m_memory = probe->memory.back().rate; // the largest stream: exceeds all caches
    } else {
        m_known = m_known && device.memory_bandwidth.has_value();
        m_memory = device.memory_bandwidth ? device.memory_bandwidth->value * achievedBandwidth : assumedBandwidth;
    }
}

std::optional<Basis> Roofline::basis() const
{
    return m_calibrated ? std::optional(Basis::Calibrated) : fromTables() ? std::optional(Basis::Tables) : std::nullopt;
}

// Interpolates in the logarithm of the size; outside of the measured sizes the nearest counts.
FlopsPerSecond Roofline::rateAt(double size) const
{
    const auto above = std::find_if(m_curve.begin(), m_curve.end(), [&](const Achieved& a) { return a.size >= size; });
    if (above == m_curve.begin()) {
        return above->rate;
    }
    if (above == m_curve.end()) {
        return m_curve.back().rate;
    }
    const auto below = std::prev(above);
    const double share = std::log(size / below->size) / std::log(above->size / below->size);
    return below->rate + (above->rate - below->rate) * share;
}

FlopsPerSecond Roofline::rateOf(const ProductShape& shape) const
{
    if (m_table != nullptr) {
        return m_table->rateOf(shape);
    }
    return rateAt(std::cbrt(shape.rows * shape.out * shape.in)) * (shape.fp8 ? fp8Speedup : 1);
}

FlopsPerSecond Roofline::rateOf(const AttentionShape& shape) const
{
    return m_table != nullptr ? m_table->rateOf(shape) : rateAt(std::sqrt(shape.queries * shape.keys));
}

Seconds Roofline::time(const Kernel& kernel) const
{
    const Seconds computing =
        std::visit(overloaded {[](std::monostate) { return Seconds(0); },
                               [&](const ProductShape& shape) { return shape.flops() / rateOf(shape) * m_slowdown; },
                               [&](const AttentionShape& shape) { return shape.done() / rateOf(shape) * m_slowdown; }},
                   kernel.shape);
    const Seconds longest = std::max(computing, Seconds(kernel.traffic / m_memory.value));
    return (m_waits ? longest + m_start : std::max(longest, m_start)) * static_cast<double>(kernel.count);
}

Seconds Roofline::time(const PassWork& pass) const
{
    Seconds sum;
    for (const Kernel& kernel : pass.kernels) {
        sum += time(kernel);
    }
    return sum;
}

}
