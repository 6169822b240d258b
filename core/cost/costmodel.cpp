// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "core/cost/costmodel.h"

#include "core/base/format.h"
#include "core/cost/inputrelief.h"

#include <algorithm>
#include <mutex>
#include <utility>

namespace stagecraft {

namespace {

constexpr std::int64_t bytesPerTableParameter = 4; // layer tables are of fp32

// A layer's cost at a scale of the point's sequence and degree; nothing where its measurements do not say.
std::optional<LayerCost> costAt(const std::optional<LayerFit>& fit, const ProfilePoint& point, std::int64_t micro_batch)
{
    Extent scale = extentOf(point);
    scale.micro_batch = micro_batch;
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

// The model as the command line has it.
std::string modelOption(const Model& model)
{
    const auto script = scriptOf(model);
    return shellWord(model.source)
        + (script ? " --trust --input " + shellWord(exampleInputText(script->input)) : std::string());
}

// What the command line has to say besides micro-batch and sequence.
std::string optionsOf(const Workload& workload, const LayerWay& way)
{
    const Workload usual;
    std::string options;
    const auto add = [&](bool wanted, const char* option, std::string_view value) {
        options += wanted ? " --" + std::string(option) + " " + shellWord(std::string(value)) : "";
    };
    add(workload.precision != usual.precision, "precision", nameOf(workload.precision));
    add(workload.optimizer != usual.optimizer, "optimizer", nameOf(workload.optimizer));
    add(workload.attention != usual.attention, "attention", nameOf(workload.attention));
    add(workload.trainable != usual.trainable, "trainable", trainableText(workload.trainable));
    add(workload.dropout != usual.dropout, "dropout", nameOf(workload.dropout));
    add(way.sharding.tensor > 1, "tensor", std::to_string(way.sharding.tensor));
    add(way.sharding.expert > 1, "expert", std::to_string(way.sharding.expert));
    options += way.sharding.sequence ? " --sequence-parallel" : "";
    return options + (way.recompute ? " --recompute" : "");
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
        for (const MeasuredLayers& device : *known.devices) {
            made->devices.push_back(device.fits(known.model, known.workload, way, made->points));
        }
        return made;
    };
    known.fits.emplace_back(way, make());
    return known.fits.back().second;
}

Result<ChainCosts> CostModel::chain(std::int64_t micro_batch, DeviceKind kind, LayerWay way) const
{
    const Model& model = m_content->model;
    const Workload& workload = m_content->workload;
    if (hasGivenCosts(model)) {
        return tableCosts(model, workload, micro_batch);
    }
    const auto fits = fitsOf(way);
    if (!fits) {
        return failure(fits.error());
    }
    const std::vector<ProfilePoint>& points = (*fits)->points;
    // Of several devices the one that answers with the most measured layers.
    std::optional<ChainCosts> best;
    std::ptrdiff_t best_measured = -1;
    const Layer* missing = nullptr; // not measured on some device
    const Layer* too_large = nullptr; // tried in vain
    std::string full; // on this device
    bool any = false;
    std::string elsewhere;
    for (std::size_t d = 0; d < m_content->devices->size(); ++d) {
        const MeasuredLayers& device = (*m_content->devices)[d];
        if (device.kind() != kind) {
            elsewhere = device.name();
            continue;
        }
        any = true;
        ChainCosts chain;
        chain.optimizer = workload.optimizer;
        chain.precision = workload.precision;
        chain.device = device.name();
        std::ptrdiff_t measured = 0;
        for (std::size_t l = 0; l < points.size(); ++l) {
            const auto cost = costAt((*fits)->devices[d][l], points[l], micro_batch);
            if (!cost) {
                const auto least = device.full(lineKey(points[l]));
                const bool tried = least && micro_batch >= *least;
                (tried ? too_large : missing) = &model.layers[l];
                full = tried ? device.name() : full;
                break;
            }
            measured += cost->basis == Basis::Measured ? 1 : 0;
            chain.basis = weaker(chain.basis, cost->basis);
            chain.extrapolated = chain.extrapolated || cost->extrapolated;
            chain.layers.push_back(*cost);
        }
        if (chain.layers.size() == points.size() && measured > best_measured) {
            best = std::move(chain);
            best_measured = measured;
        }
    }
    if (best) {
        applyInputRelief(*best);
        return *best;
    }
    if (!any && !elsewhere.empty()) {
        return failure(ErrorCode::MeasuredElsewhere, {elsewhere, std::string(nameOf(kind)) + " devices"});
    }
    const auto named = [&](const Layer& layer) { return "layer \"" + layer.name + "\" of " + model.name; };
    const std::string command = "stagecraft-cli profile " + modelOption(model) + " --micro-batch "
        + std::to_string(micro_batch) + " --sequence " + std::to_string(workload.sequence) + optionsOf(workload, way);
    if (too_large != nullptr && missing == nullptr) {
        return failure(ErrorCode::LayerTooLarge,
                       {named(*too_large), full, micro_batch, workload.sequence, command + " --retry"});
    }
    return failure(ErrorCode::NotMeasured,
                   {missing != nullptr ? named(*missing) : model.name, micro_batch, workload.sequence, command});
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
