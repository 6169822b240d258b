// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "core/measuring/proberequest.h"

#include "core/words/estimate.h"

namespace stagecraft {

Result<void> validate(const ProbeRequest& request)
{
    if (!(request.budget >= Seconds(0) && request.budget <= longestProbe)) {
        return failure(ErrorCode::OptionOutOfRange,
                       {words::estimate::budget, request.budget, Seconds(0), longestProbe});
    }
    return {};
}

}
