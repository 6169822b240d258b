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
std::string labelledLine(const std::string& label, const std::string& text);

// Such a line, and below it where the figure is from.
std::string figureText(const std::string& label, const std::string& text, const std::string& source,
                       const std::string& date);

template <typename T>
std::string figureText(const std::string& label, const std::string& text, const Sourced<T>& sourced)
{
    return figureText(label, text, sourced.source, sourced.date);
}

// "450 GB/s, 3.00 us".
std::string linkRateText(const Link& link);

std::string bandwidthText(BytesPerSecond rate);

// "0,3,7,12"; the middle of a long list is left out.
std::string listText(const std::vector<std::string>& words);

// "41300" of 41,343 samples a second: three figures, as bounds leave no more certain.
std::string sampleRateText(double per_second);

// "93 %"; empty where it is ten times the whole or more.
std::string wholePercent(double share);

// How a step compares with another one that it takes `slowdown` times as long as: "12 % slower", "3 % faster", "a step
// takes 2.5x as long". Empty where percentages show no difference, and of steps that take no time.
std::string speedText(double slowdown);

// What amounts and rates of training are of: "tokens", or "samples" of models that know none.
const char* sampleUnit(const Model& model);

// Why a device does not fit: "upper bound 84.1 GiB exceeds 79.1 GiB".
std::string excessText(const DeviceEstimate& device);

}
