// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "core/simulation/gradientreduction.h"

#include <algorithm>

namespace stagecraft {

GradientReduction::GradientReduction(const RankGroup& group, bool scatters)
    : m_group(group), m_scatters(scatters), m_bucket(timeOf(gradientBucket))
{
}

void GradientReduction::backward(Seconds time, Bytes gradients)
{
    m_clock += time;
    m_waiting += gradients;
    const auto send = [this](Seconds each, std::int64_t count) {
        const Seconds all = each * static_cast<double>(count);
        m_free = std::max(m_free, m_clock) + all;
        m_busy += all;
        m_sent.emplace_back(m_clock, all);
        m_last = each;
    };
    if (m_first && m_waiting >= firstGradientBucket) {
        m_first = false;
        m_waiting -= firstGradientBucket;
        send(timeOf(firstGradientBucket), 1);
    }
    if (const std::int64_t full = m_waiting.value / gradientBucket.value; !m_first && full > 0) {
        m_waiting -= gradientBucket * full;
        send(m_bucket, full);
    }
}

Seconds GradientReduction::exposed() const
{
    const Seconds end = m_waiting > Bytes(0) ? std::max(m_free, m_clock) + timeOf(m_waiting) : m_free;
    return std::max(Seconds(0), end - m_clock);
}

Seconds GradientReduction::total() const
{
    return m_waiting > Bytes(0) ? m_busy + timeOf(m_waiting) : m_busy;
}

std::vector<GradientBucket> GradientReduction::buckets() const
{
    std::vector<GradientBucket> all;
    for (const auto& [ready, time] : m_sent) {
        all.push_back({m_clock - ready, time});
    }
    if (m_waiting > Bytes(0)) {
        all.push_back({Seconds(0), timeOf(m_waiting)});
    }
    return all;
}

Seconds GradientReduction::lastBucket() const
{
    return m_waiting > Bytes(0) ? timeOf(m_waiting) : m_last;
}

}
