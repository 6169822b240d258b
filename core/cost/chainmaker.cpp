// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "core/cost/chainmaker.h"

#include "core/cost/inputrelease.h"
#include "core/cost/prior/analyticcost.h"
#include "core/cost/profilecommand.h"
#include "core/cost/transferredcost.h"
#include "core/framework/framework.h"
#include "core/words/estimate.h"

#include <algorithm>
#include <tuple>

namespace stagecraft {

ChainMaker::ChainMaker(Known known, const LayerRunOptions& run_options, std::int64_t micro_batch,
                       const DeviceType& device)
    : m_known(known), m_run_options(run_options), m_micro_batch(micro_batch), m_device(device)
{
    findSources();
}

// Orders devices: those of the type before others, real devices before dry runs; then by number of layers that their
// fits cover, then by number of layers measured at this scale.
void ChainMaker::findSources()
{
    const ChainFits& fits = m_known.fits;
    for (std::size_t d = 0; d < m_known.devices.size(); ++d) {
        const MeasuredDevice& measured = m_known.devices[d].device();
        Source source {d, deviceSimilarity(measured, m_device), measured.isDry(), 0, 0};
        for (std::size_t l = 0; l < fits.points.size(); ++l) {
            const auto& fit = fits.devices[d][l];
            const Extent scale = scaleOf(fits.points[l], m_micro_batch);
            source.answered += fit && fit->covers(scale) ? 1 : 0;
            source.measured += fit && fit->measured(scale) ? 1 : 0;
        }
        m_sources.push_back(source);
    }
    std::stable_sort(m_sources.begin(), m_sources.end(), [](const Source& a, const Source& b) {
        return std::tie(a.similarity, a.dry, b.answered, b.measured)
            < std::tie(b.similarity, b.dry, a.answered, a.measured);
    });
}

// Returns the probe of a device of this type. A type without driver names stands for every device of its kind; for it,
// returns the probe of a device whose type is not in the catalogue.
const DeviceProbe* ChainMaker::probeOf(const DeviceType& device) const
{
    for (const DeviceProbe& probe : m_known.probes) {
        const bool such = deviceSimilarity(probe.device, device) == DeviceSimilarity::Same;
        if (such && (!device.driver_names.empty() || !typeOf(probe.device))) {
            return &probe;
        }
    }
    return nullptr;
}

const DeviceProbe* ChainMaker::probeOf(const MeasuredDevice& device) const
{
    for (const DeviceProbe& probe : m_known.probes) {
        if (probe.device.kind == device.kind && probe.device.name == device.name) {
            return &probe;
        }
    }
    return nullptr;
}

std::string ChainMaker::command() const
{
    return profileCommand(m_known.model, m_known.workload, m_run_options, m_micro_batch);
}

Message ChainMaker::named(std::size_t layer) const
{
    return say(words::estimate::layer_of_model, m_known.model.layers[layer].name, m_known.model.name);
}

// Returns a device of this type on which the layer ran out of memory, if no device of this type has a fit for it.
const MeasuredLayers* ChainMaker::failedDevice(std::size_t layer) const
{
    const MeasuredLayers* full = nullptr;
    for (const Source& source : m_sources) {
        if (source.similarity != DeviceSimilarity::Same) {
            break;
        }
        const MeasuredLayers& device = m_known.devices[source.index];
        const auto& fit = m_known.fits.devices[source.index][layer];
        const auto least = device.full(m_known.fits.lines[layer]);
        const bool tried = least && m_micro_batch >= *least;
        if (fit && (!tried || fit->covers(scaleOf(m_known.fits.points[layer], m_micro_batch)))) {
            return nullptr;
        }
        full = tried ? &device : full;
    }
    return full;
}

// Empty if the device did not measure the layer, or if formulas cannot transfer it.
std::optional<LayerCost> ChainMaker::costFrom(const Source& source, std::size_t layer) const
{
    const auto& fit = m_known.fits.devices[source.index][layer];
    if (!fit) {
        return std::nullopt;
    }
    ProfilePoint point = m_known.fits.points[layer];
    point.micro_batch = m_micro_batch;
    const Extent near = fit->coveredNear(extentOf(point));
    const auto measured = fit->pointAt(near, point);
    if (!measured) {
        return std::nullopt;
    }
    LayerCost cost = m_known.fits.cost(source.index, layer, *measured);
    const bool same = source.similarity == DeviceSimilarity::Same;
    if (source.dry) {
        cost.basis = weaker(cost.basis, Basis::DryRun);
    }
    if (same && near == extentOf(point)) {
        // Dry runs measure no times.
        return source.dry ? timedByFormulas(std::move(cost), point, m_device, probeOf(m_device))
                          : std::optional(std::move(cost));
    }
    const MeasuredDevice& device = m_known.devices[source.index].device();
    DeviceType unknown;
    unknown.kind = device.kind;
    const CostContext to {point, m_device, probeOf(m_device)};
    const CostContext from = same ? CostContext {*measured, m_device, to.probe}
                                  : CostContext {*measured, typeOf(device).value_or(unknown), probeOf(device)};
    const auto transferred = transferredCost(cost, from, to);
    return transferred ? std::optional(*transferred) : std::nullopt;
}

Result<ChainMaker::Answer> ChainMaker::answer(std::size_t layer) const
{
    const MeasuredLayers* full = failedDevice(layer);
    if (full != nullptr) {
        return failure(ErrorCode::LayerTooLarge,
                       {named(layer), full->name(), m_micro_batch, m_known.workload.sequence, command() + " --retry"});
    }
    for (const Source& source : m_sources) {
        if (auto cost = costFrom(source, layer)) {
            return Answer {*std::move(cost), &source};
        }
    }
    ProfilePoint point = m_known.fits.points[layer];
    point.micro_batch = m_micro_batch;
    auto prior = analyticCost(point, m_device, probeOf(m_device));
    if (prior) {
        const auto width = modeOf(m_run_options.framework).memory_width;
        prior->memory_width = width ? std::min(prior->memory_width, *width) : prior->memory_width;
        prior->untraced = m_device.in_training ? m_device.in_training->workspace : Bytes(0);
        prior->memory.persistent += prior->untraced;
        return Answer {*std::move(prior), nullptr};
    }
    return failure(prior.error().code == ErrorCode::NotMeasured ? unanswered(layer) : prior.error());
}

// Returns the error for a layer that has neither a formula nor a measurement on this device type.
Error ChainMaker::unanswered(std::size_t layer) const
{
    for (const Source& source : m_sources) {
        if (source.similarity != DeviceSimilarity::Same && m_known.fits.devices[source.index][layer]) {
            return {ErrorCode::MeasuredElsewhere,
                    {m_known.devices[source.index].name(),
                     m_device.name.empty() ? Argument(say(words::estimate::devices_of_kind, m_device.kind))
                                           : Argument(m_device.name),
                     command()},
                    {}};
        }
    }
    return {ErrorCode::NotMeasured, {named(layer), m_micro_batch, m_known.workload.sequence, command()}, {}};
}

Result<ChainCosts> ChainMaker::make() const
{
    ChainCosts chain;
    chain.optimizer = m_known.workload.optimizer;
    chain.precision = m_known.workload.precision;
    if (const DeviceProbe* probe = probeOf(m_device); probe != nullptr && probe->fixed.collectives) {
        chain.communicator = {*probe->fixed.collectives, say(words::estimate::measured_on, probe->device.name),
                              probe->measured_at};
    }
    MissingMeasurements missing;
    std::vector<const Source*> sources;
    for (std::size_t l = 0; l < m_known.fits.points.size(); ++l) {
        if (const std::size_t first = m_known.fits.identical[l]; first < l) {
            chain.layers.push_back(chain.layers[first]);
            sources.push_back(sources[first]);
        } else {
            auto found = answer(l);
            if (!found) {
                return failure(found.error());
            }
            chain.layers.push_back(std::move(found->cost));
            sources.push_back(found->source);
        }
        LayerCost& cost = chain.layers.back();
        const Source* source = sources.back();
        // Times of two machines differ even if they have the same type.
        const bool elsewhere =
            source != nullptr && (source->similarity != DeviceSimilarity::Same || source != &m_sources.front());
        const bool timed = source != nullptr && !source->dry;
        if (source == nullptr) {
            ++missing.analytic;
        } else if (elsewhere) {
            ++missing.transferred;
            missing.measured_on = m_known.devices[source->index].name();
            cost.basis = weaker(cost.basis, Basis::Scaled);
        } else {
            chain.device = m_known.devices[source->index].name();
            missing.extrapolated += cost.extrapolated ? 1 : 0;
        }
        chain.basis = weaker(chain.basis, cost.basis);
        chain.time_basis = weaker(chain.time_basis, timed ? cost.basis : cost.time_basis.value_or(Basis::Analytic));
        chain.extrapolated = chain.extrapolated || cost.extrapolated;
        chain.memory_width = std::max(chain.memory_width, cost.memory_width);
    }
    // Only libtorch's default layers can be measured.
    if (m_run_options.framework.isLibtorch() && missing.analytic + missing.transferred + missing.extrapolated > 0) {
        missing.layers = chain.size();
        missing.command = command();
        chain.missing = std::move(missing);
    }
    applyInputRelease(chain);
    return chain;
}

}
