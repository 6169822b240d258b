// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "app/cli/figuretext.h"

#include "core/base/format.h"

#include <algorithm>

namespace stagecraft {

namespace {

constexpr std::size_t labelWidth = 20;

}

std::string labelledLine(const std::string& label, const std::string& text)
{
    return "  " + label + std::string(labelWidth - std::min(labelWidth, label.size()), ' ') + text + "\n";
}

std::string figureText(const std::string& label, const std::string& text, const std::string& source,
                       const std::string& date)
{
    const std::string from = source.empty() ? "no source given" : source;
    return labelledLine(label, text) + labelledLine("", from + (date.empty() ? "" : " (" + date + ")"));
}

std::string bandwidthText(BytesPerSecond rate)
{
    return formatNumber(rate.value / 1e9) + " GB/s";
}

std::string linkRateText(const Link& link)
{
    return bandwidthText(link.bandwidth) + ", " + formatSeconds(link.latency);
}

}
