// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "core/estimate/deviceestimates.h"

#include <algorithm>
#include <mutex>
#include <utility>

namespace stagecraft {

struct DeviceEstimates::Content {
    std::vector<IdenticalDevices> pipeline_ranks;
    std::size_t size = 0;
    mutable std::once_flag expanded_once;
    mutable std::vector<DeviceEstimate> all; // filled on first access
};

DeviceEstimates::DeviceEstimates(std::vector<IdenticalDevices> pipeline_ranks)
{
    auto content = std::make_shared<Content>();
    content->pipeline_ranks = std::move(pipeline_ranks);
    for (const IdenticalDevices& pipeline_rank : content->pipeline_ranks) {
        content->size +=
            static_cast<std::size_t>(pipeline_rank.replicas) * static_cast<std::size_t>(pipeline_rank.ranks);
    }
    m_content = std::move(content);
}

DeviceEstimates::DeviceEstimates(std::vector<DeviceEstimate> all)
    : DeviceEstimates([&] {
        std::vector<IdenticalDevices> pipeline_ranks;
        pipeline_ranks.reserve(all.size());
        for (DeviceEstimate& device : all) {
            pipeline_ranks.push_back({std::move(device), 1, 1});
        }
        return pipeline_ranks;
    }())
{
}

DeviceEstimates::DeviceEstimates(std::initializer_list<DeviceEstimate> all) : DeviceEstimates(std::vector(all)) {}

const DeviceEstimates::Content& DeviceEstimates::content() const
{
    static const Content nothing;
    return m_content ? *m_content : nothing;
}

const std::vector<IdenticalDevices>& DeviceEstimates::pipelineRanks() const
{
    return content().pipeline_ranks;
}

std::size_t DeviceEstimates::size() const
{
    return content().size;
}

const std::vector<DeviceEstimate>& DeviceEstimates::all() const
{
    const Content& own = content();
    std::call_once(own.expanded_once, [&own] {
        own.all.reserve(own.size);
        for (const auto& [first, replicas, ranks] : own.pipeline_ranks) {
            for (int i = 0; i < replicas * ranks; ++i) {
                DeviceEstimate& device = own.all.emplace_back(first);
                device.replica += i / ranks;
                device.rank += i % ranks;
            }
        }
    });
    return own.all;
}

bool operator==(const DeviceEstimates& a, const DeviceEstimates& b)
{
    if (a.m_content == b.m_content) {
        return true;
    }
    const auto& pipeline_ranks = a.pipelineRanks();
    const auto& others = b.pipelineRanks();
    const auto identical = [](const IdenticalDevices& one, const IdenticalDevices& other) {
        return one.replicas == other.replicas && one.ranks == other.ranks && one.first == other.first;
    };
    return a.size() == b.size()
        && (std::equal(pipeline_ranks.begin(), pipeline_ranks.end(), others.begin(), others.end(), identical)
            || a.all() == b.all());
}

}
