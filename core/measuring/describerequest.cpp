// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "core/measuring/describerequest.h"

#include "core/words/estimate.h"

namespace stagecraft {

Result<void> validate(const DescribeRequest& request)
{
    constexpr std::int64_t mostNumbers = std::int64_t(1) << 30;
    if (!request.trust) {
        return failure(ErrorCode::ScriptUntrusted, {}, request.file);
    }
    if (request.input.shape.empty()) {
        return {}; // the file contains the shape
    }
    double numbers = 1;
    for (const std::int64_t length : request.input.shape) {
        numbers *= static_cast<double>(length);
    }
    if (!(numbers >= 1 && numbers <= static_cast<double>(mostNumbers))) {
        return failure(ErrorCode::OptionOutOfRange,
                       {words::estimate::sample_numbers, numbers, 1.0, static_cast<double>(mostNumbers)});
    }
    return {};
}

}
