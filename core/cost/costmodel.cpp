// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "core/cost/costmodel.h"

#include "core/cost/chainmaker.h"
#include "core/words/estimate.h"

#include <list>
#include <map>
#include <mutex>
#include <utility>

namespace stagecraft {

namespace {

constexpr std::int64_t bytesPerTableParameter = 4; // layer tables are in fp32

ChainCosts tableCosts(const Model& model, const Workload& workload, std::int64_t micro_batch)
{
    ChainCosts chain;
    chain.optimizer = workload.optimizer;
    chain.basis = Basis::Given;
    chain.time_basis = Basis::Given;
    chain.device = words::estimate::layer_table;
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

// Groups measurements by device, ordered by name for deterministic selection.
std::shared_ptr<const std::vector<MeasuredLayers>> byDevice(const std::vector<Measurement>& measurements)
{
    std::map<std::string, MeasuredLayers> devices;
    for (const Measurement& measurement : measurements) {
        MeasuredLayers device(measurement.device);
        const std::string key = device.key();
        devices.emplace(key, std::move(device)).first->second.add(measurement);
    }
    auto list = std::make_shared<std::vector<MeasuredLayers>>();
    for (auto& [key, device] : devices) {
        list->push_back(std::move(device));
    }
    return list;
}

// Arguments of one call of CostModel::chain().
struct ChainRequest {
    std::int64_t micro_batch;
    DeviceType device;
    LayerRunOptions run_options;

    friend bool operator==(const ChainRequest&, const ChainRequest&) = default;
};

constexpr std::size_t mostRecent = 4; // chains
constexpr std::size_t mostSequences = 8; // covers all context-parallel sizes of one sequence length

}

struct CostModel::Content {
    Model model;
    Workload workload;
    std::shared_ptr<const std::vector<MeasuredLayers>> devices;
    std::shared_ptr<const std::vector<DeviceProbe>> probes;
    std::mutex mutex;
    std::vector<std::pair<LayerRunOptions, Result<std::shared_ptr<const ChainFits>>>> fits; // computed so far
    std::list<std::pair<std::int64_t, std::shared_ptr<Content>>> at_sequence; // other sequence lengths, newest first
    // Chains requested last, newest first: layers with recomputation are requested alternately with those without.
    std::list<std::pair<ChainRequest, Result<ChainCosts>>> recent;
};

CostModel::CostModel(std::shared_ptr<Content> content) : m_content(std::move(content)) {}

CostModel::CostModel(Model model, Workload workload, const std::vector<Measurement>& measurements,
                     std::vector<DeviceProbe> probes)
    : m_content(std::make_shared<Content>())
{
    m_content->model = std::move(model);
    m_content->workload = std::move(workload);
    m_content->devices = byDevice(measurements);
    m_content->probes = std::make_shared<const std::vector<DeviceProbe>>(std::move(probes));
}

CostModel CostModel::atSequence(std::int64_t sequence) const
{
    const std::lock_guard lock(m_content->mutex);
    for (const auto& [known, content] : m_content->at_sequence) {
        if (known == sequence) {
            return CostModel(content);
        }
    }
    Workload workload = m_content->workload;
    workload.sequence = sequence;
    CostModel made = with(m_content->model, std::move(workload));
    m_content->at_sequence.emplace_front(sequence, made.m_content);
    if (m_content->at_sequence.size() > mostSequences) {
        m_content->at_sequence.pop_back();
    }
    return made;
}

CostModel CostModel::withAttention(AttentionKind attention) const
{
    Workload workload = m_content->workload;
    workload.attention = attention;
    return with(m_content->model, std::move(workload));
}

CostModel CostModel::ofModel(Model model) const
{
    return with(std::move(model), m_content->workload);
}

CostModel CostModel::with(Model model, Workload workload) const
{
    auto content = std::make_shared<Content>();
    content->model = std::move(model);
    content->workload = std::move(workload);
    content->devices = m_content->devices;
    content->probes = m_content->probes;
    return CostModel(std::move(content));
}

Result<std::shared_ptr<const ChainFits>> CostModel::fitsOf(const LayerRunOptions& run_options) const
{
    Content& known = *m_content;
    const std::lock_guard lock(known.mutex);
    for (const auto& [done, fits] : known.fits) {
        if (done == run_options) {
            return fits;
        }
    }
    const auto make = [&]() -> Result<std::shared_ptr<const ChainFits>> {
        auto points = chainPoints(known.model, known.workload, 1, run_options);
        if (!points) {
            return failure(points.error());
        }
        auto made = std::make_shared<ChainFits>();
        made->points = *std::move(points);
        std::map<std::string, std::size_t> first;
        for (std::size_t l = 0; l < made->points.size(); ++l) {
            made->lines.push_back(lineKey(made->points[l]));
            made->identical.push_back(first.emplace(made->lines.back(), l).first->second);
        }
        for (const MeasuredLayers& device : *known.devices) {
            made->measured.push_back(device.measured(known.model, known.workload, run_options, made->points));
            made->devices.push_back(stagecraft::fitsOf(made->measured.back()));
        }
        return made;
    };
    known.fits.emplace_back(run_options, make());
    return known.fits.back().second;
}

Result<ChainCosts> CostModel::chain(std::int64_t micro_batch, const DeviceType& device,
                                    LayerRunOptions run_options) const
{
    Content& known = *m_content;
    if (hasGivenCosts(known.model)) {
        return tableCosts(known.model, known.workload, micro_batch);
    }
    ChainRequest request {micro_batch, device, run_options};
    {
        const std::lock_guard lock(known.mutex);
        for (const auto& [asked, chain] : known.recent) {
            if (asked == request) {
                return chain;
            }
        }
    }
    const auto fits = fitsOf(run_options);
    if (!fits) {
        return failure(fits.error());
    }
    auto chain = ChainMaker({known.model, known.workload, *known.devices, *known.probes, **fits}, run_options,
                            micro_batch, device)
                     .make();
    const std::lock_guard lock(known.mutex);
    known.recent.emplace_front(std::move(request), chain);
    if (known.recent.size() > mostRecent) {
        known.recent.pop_back();
    }
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
            ProfilePoint point = (*fits)->points[at];
            point.micro_batch = micro_batch;
            return fit->covers(extentOf(point)) ? std::optional((*fits)->cost(d, at, point)) : std::nullopt;
        }
    }
    return std::nullopt;
}

}
