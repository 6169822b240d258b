// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "app/cli/figuretext.h"

#include "core/base/english.h"
#include "core/base/format.h"
#include "core/estimate/fullestdevice.h"

#include <algorithm>
#include <cmath>

namespace stagecraft {

namespace {

constexpr std::size_t labelWidth = 20;

}

std::string labeledLine(const std::string& label, const std::string& text)
{
    return "  " + label + std::string(labelWidth - std::min(labelWidth, label.size()), ' ') + text + "\n";
}

std::string figureText(const std::string& label, const std::string& text, const Message& source,
                       const std::string& date)
{
    return labeledLine(label, text)
        + labeledLine(
               "", (source.empty() ? "no source given" : describe(source)) + (date.empty() ? "" : " (" + date + ")"));
}

std::string bandwidthText(BytesPerSecond rate)
{
    return formatNumber(rate.value / 1e9) + " GB/s";
}

std::string linkRateText(const Link& link)
{
    return bandwidthText(link.bandwidth) + ", " + formatSeconds(link.latency);
}

std::string listText(const std::vector<std::string>& words)
{
    constexpr std::size_t shown = 9;
    std::string text;
    for (std::size_t i = 0; i < words.size(); ++i) {
        if (words.size() <= shown || i < shown - 2 || i + 1 == words.size()) {
            text += (text.empty() ? "" : ",") + words[i];
        } else if (i == shown - 2) {
            text += ",...";
        }
    }
    return text;
}

std::string sampleRateText(double per_second)
{
    constexpr double exact = 1000; // below it formatNumber() prints three significant figures
    if (!(per_second >= exact)) {
        return formatNumber(per_second);
    }
    const double unit = std::pow(10.0, std::floor(std::log10(per_second)) - 2);
    return formatNumber(std::round(per_second / unit) * unit);
}

std::string wholePercent(double share)
{
    return share < 10 ? std::to_string(static_cast<int>(share * 100 + 0.5)) + " %" : "";
}

std::string speedText(double slowdown)
{
    constexpr double most = 2; // larger percentages are hard to read
    if (!std::isfinite(slowdown) || !isDistinguishable(slowdown)) {
        return {};
    }
    if (slowdown > most) {
        return "a step takes " + formatNumber(slowdown) + "x as long";
    }
    if (slowdown < 1 / most) {
        return formatNumber(1 / slowdown) + "x as fast";
    }
    return slowdown < 1 ? formatNumber(100 * (1 / slowdown - 1)) + " % faster"
                        : formatNumber(100 * (slowdown - 1)) + " % slower";
}

const char* sampleUnit(const Model& model)
{
    return model.sample == SampleKind::Tokens ? "tokens" : "samples";
}

std::string capacityExceededText(const DeviceEstimate& device)
{
    const std::string most = formatBytes(device.device_high);
    const std::string capacity = formatBytes(device.capacity);
    return most == capacity ? "upper bound exceeds capacity " + capacity + " by " + formatBytes(shortfallOf(device))
                            : "upper bound " + most + " exceeds capacity " + capacity;
}

}
