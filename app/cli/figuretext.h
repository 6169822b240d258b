// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/sourced.h"
#include "core/estimate/deviceestimates.h"
#include "core/hardware/link.h"
#include "core/model/model.h"

#include <string>
#include <vector>

namespace stagecraft {

// "  LABEL     TEXT".
std::string labeledLine(const std::string& label, const std::string& text);

// A labeled line, and below it the source of the figure.
std::string figureText(const std::string& label, const std::string& text, const Message& source,
                       const std::string& date);

template <typename T>
std::string figureText(const std::string& label, const std::string& text, const Sourced<T>& sourced)
{
    return figureText(label, text, sourced.source, sourced.date);
}

// "450 GB/s, 3.00 us".
std::string linkRateText(const Link& link);

std::string bandwidthText(BytesPerSecond rate);

// "0,3,7,12"; the middle of a long list is omitted.
std::string listText(const std::vector<std::string>& words);

// "41300" for 41,343 samples per second: three significant figures, because the bounds do not warrant more.
std::string sampleRateText(double per_second);

// "93 %"; empty from 1000 % on.
std::string wholePercent(double share);

// Compares step times by their ratio: "12 % slower", "3 % faster", "a step takes 2.5x as long", "4x as fast". Empty if
// the difference is too small to show or the ratio is not finite.
std::string speedText(double slowdown);

// Unit of training amounts and rates: "tokens", or "samples" for models without tokens.
const char* sampleUnit(const Model& model);

// Reason why a device does not fit: "upper bound 84.1 GiB exceeds capacity 79.1 GiB".
std::string capacityExceededText(const DeviceEstimate& device);

}
