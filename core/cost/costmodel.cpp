// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "core/cost/costmodel.h"

#include "core/cost/inputrelief.h"
#include "core/cost/prior/analyticcost.h"
#include "core/cost/profilecommand.h"

#include <algorithm>
#include <mutex>
#include <tuple>
#include <utility>

namespace stagecraft {

namespace {

constexpr std::int64_t bytesPerTableParameter = 4; // layer tables are of fp32

Extent scaleOf(const ProfilePoint& point, std::int64_t micro_batch)
{
    Extent scale = extentOf(point);
    scale.micro_batch = micro_batch;
    return scale;
}

// A layer's cost at a scale of the point's sequence and degree; nothing where its measurements do not say.
std::optional<LayerCost> costAt(const std::optional<LayerFit>& fit, const ProfilePoint& point, std::int64_t micro_batch)
{
    const Extent scale = scaleOf(point, micro_batch);
    if (!fit || !fit->covers(scale)) {
        return std::nullopt;
    }
    LayerCost cost = (*fit)(scale);
    if (!fit->measuredDegree(scale.tensor)) {
        const auto shard = shardAt(point);
        setState(cost, shard ? *shard : point.spec, point);
    }
    return cost;
}

ChainCosts tableCosts(const Model& model, const Workload& workload, std::int64_t micro_batch)
{
    ChainCosts chain;
    chain.optimizer = workload.optimizer;
    chain.basis = Basis::Given;
    chain.device = "the layer table";
    const auto factor = static_cast<double>(micro_batch);
    for (const Layer& layer : model.layers) {
        TableRow row = std::get<TableRow>(layer.spec);
        row.saved = row.saved * micro_batch;
        row.transient = row.transient * micro_batch;
        row.output = row.output * micro_batch;
        row.forward = row.forward * factor;
        row.backward = row.backward * factor;
        LayerCost cost;
        cost.memory.output = row.output;
        cost.memory.gradients = Bytes(row.parameters * bytesPerTableParameter);
        cost.forward.median = row.forward;
        cost.backward.median = row.backward;
        cost.basis = Basis::Given;
        chain.layers.push_back(cost);
        chain.table.push_back(row);
    }
    return chain;
}

// What each device measured, by name: the order makes the choice between them deterministic.
std::shared_ptr<const std::vector<MeasuredLayers>> byDevice(const std::vector<Measurement>& measurements)
{
    std::map<std::string, MeasuredLayers> devices;
    for (const Measurement& measurement : measurements) {
        MeasuredLayers device(measurement.device);
        const std::string name = device.name();
        devices.emplace(name, std::move(device)).first->second.add(measurement);
    }
    auto list = std::make_shared<std::vector<MeasuredLayers>>();
    for (auto& [name, device] : devices) {
        list->push_back(std::move(device));
    }
    return list;
}

}

struct CostModel::Content {
    Model model;
    Workload workload;
    std::shared_ptr<const std::vector<MeasuredLayers>> devices;
    std::mutex mutex;
    std::vector<std::pair<LayerWay, Result<std::shared_ptr<const WayFits>>>> fits; // made so far
};

CostModel::CostModel(std::shared_ptr<Content> content) : m_content(std::move(content)) {}

CostModel::CostModel(Model model, Workload workload, const std::vector<Measurement>& measurements)
    : m_content(std::make_shared<Content>())
{
    m_content->model = std::move(model);
    m_content->workload = std::move(workload);
    m_content->devices = byDevice(measurements);
}

CostModel CostModel::atSequence(std::int64_t sequence) const
{
    auto content = std::make_shared<Content>();
    content->model = m_content->model;
    content->workload = m_content->workload;
    content->workload.sequence = sequence;
    content->devices = m_content->devices;
    return CostModel(std::move(content));
}

Result<std::shared_ptr<const CostModel::WayFits>> CostModel::fitsOf(const LayerWay& way) const
{
    Content& known = *m_content;
    const std::lock_guard lock(known.mutex);
    for (const auto& [done, fits] : known.fits) {
        if (done == way) {
            return fits;
        }
    }
    const auto make = [&]() -> Result<std::shared_ptr<const WayFits>> {
        auto points = chainPoints(known.model, known.workload, 1, way);
        if (!points) {
            return failure(points.error());
        }
        auto made = std::make_shared<WayFits>();
        made->points = *std::move(points);
        std::map<std::string, std::size_t> first;
        for (std::size_t l = 0; l < made->points.size(); ++l) {
            made->lines.push_back(lineKey(made->points[l]));
            made->alike.push_back(first.emplace(made->lines.back(), l).first->second);
        }
        for (const MeasuredLayers& device : *known.devices) {
            made->devices.push_back(device.fits(known.model, known.workload, way, made->points));
        }
        return made;
    };
    known.fits.emplace_back(way, make());
    return known.fits.back().second;
}

// The devices of this kind, those first that answer for the most layers, of these the ones that measured the most.
std::vector<std::size_t> CostModel::sourcesOf(const WayFits& fits, std::int64_t micro_batch,
                                              const DeviceType& device) const
{
    struct Source {
        int answered = 0;
        int measured = 0;
        std::size_t index = 0;
    };
    std::vector<Source> sources;
    for (std::size_t d = 0; d < m_content->devices->size(); ++d) {
        if ((*m_content->devices)[d].kind() != device.kind) {
            continue;
        }
        Source source {0, 0, d};
        for (std::size_t l = 0; l < fits.points.size(); ++l) {
            const auto& fit = fits.devices[d][l];
            const Extent scale = scaleOf(fits.points[l], micro_batch);
            source.answered += fit && fit->covers(scale) ? 1 : 0;
            source.measured += fit && fit->measured(scale) ? 1 : 0;
        }
        sources.push_back(source);
    }
    std::stable_sort(sources.begin(), sources.end(), [](const Source& a, const Source& b) {
        return std::tie(a.answered, a.measured) > std::tie(b.answered, b.measured);
    });
    std::vector<std::size_t> order;
    for (const Source& source : sources) {
        order.push_back(source.index);
    }
    return order;
}

// A device on which the layer was tried in vain, where none of these devices can tell more.
const MeasuredLayers* CostModel::triedInVain(const WayFits& fits, const std::vector<std::size_t>& sources,
                                             std::size_t layer, std::int64_t micro_batch) const
{
    const MeasuredLayers* full = nullptr;
    for (const std::size_t d : sources) {
        const MeasuredLayers& device = (*m_content->devices)[d];
        const auto& fit = fits.devices[d][layer];
        const auto least = device.full(fits.lines[layer]);
        if (least && micro_batch >= *least) {
            full = fit && fit->covers(scaleOf(fits.points[layer], micro_batch)) ? nullptr : &device;
            if (full == nullptr) {
                return nullptr;
            }
        } else if (fit) {
            return nullptr;
        }
    }
    return full;
}

Result<ChainCosts> CostModel::chain(std::int64_t micro_batch, const DeviceType& device, LayerWay way) const
{
    const Model& model = m_content->model;
    const Workload& workload = m_content->workload;
    if (hasGivenCosts(model)) {
        return tableCosts(model, workload, micro_batch);
    }
    const auto made = fitsOf(way);
    if (!made) {
        return failure(made.error());
    }
    const WayFits& fits = **made;
    const std::vector<std::size_t> sources = sourcesOf(fits, micro_batch, device);
    const std::string command = profileCommand(model, workload, way, micro_batch);
    const auto named = [&](std::size_t layer) { return "layer \"" + model.layers[layer].name + "\" of " + model.name; };
    ChainCosts chain;
    chain.optimizer = workload.optimizer;
    chain.precision = workload.precision;
    MissingMeasurements missing {static_cast<int>(fits.points.size()), 0, command};
    for (std::size_t l = 0; l < fits.points.size(); ++l) {
        if (fits.alike[l] < l) {
            chain.layers.push_back(chain.layers[fits.alike[l]]);
        } else if (auto cost = sources.empty()
                       ? std::nullopt
                       : costAt(fits.devices[sources.front()][l], fits.points[l], micro_batch)) {
            chain.layers.push_back(*std::move(cost));
        } else if (const MeasuredLayers* full = triedInVain(fits, sources, l, micro_batch)) {
            return failure(ErrorCode::LayerTooLarge,
                           {named(l), full->name(), micro_batch, workload.sequence, command + " --retry"});
        } else {
            ProfilePoint point = fits.points[l];
            point.micro_batch = micro_batch;
            auto prior = analyticCost(point, device);
            if (!prior && prior.error().code == ErrorCode::NotMeasured) {
                return failure(ErrorCode::NotMeasured, {named(l), micro_batch, workload.sequence, command});
            }
            if (!prior) {
                return failure(prior.error());
            }
            chain.layers.push_back(*std::move(prior));
        }
        const LayerCost& cost = chain.layers.back();
        missing.analytic += cost.basis == Basis::Analytic ? 1 : 0;
        chain.basis = weaker(chain.basis, cost.basis);
        chain.extrapolated = chain.extrapolated || cost.extrapolated;
        chain.memory_width = std::max(chain.memory_width, cost.memory_width);
    }
    if (missing.analytic < chain.size()) {
        chain.device = (*m_content->devices)[sources.front()].name();
    }
    if (missing.analytic > 0) {
        chain.missing = std::move(missing);
    }
    applyInputRelief(chain);
    return chain;
}

std::optional<LayerCost> CostModel::layer(int index, std::int64_t micro_batch, DeviceKind kind) const
{
    if (hasGivenCosts(m_content->model)) {
        return std::nullopt;
    }
    const auto fits = fitsOf({});
    const auto at = static_cast<std::size_t>(index);
    if (!fits || index < 0 || at >= (*fits)->points.size()) {
        return std::nullopt;
    }
    for (std::size_t d = 0; d < m_content->devices->size(); ++d) {
        const auto& fit = (*fits)->devices[d][at];
        if ((*m_content->devices)[d].kind() == kind && fit) {
            return costAt(fit, (*fits)->points[at], micro_batch);
        }
    }
    return std::nullopt;
}

}
