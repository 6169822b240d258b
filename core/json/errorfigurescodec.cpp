// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "core/json/codec.h"

#include <nlohmann/json.hpp>

namespace stagecraft {

nlohmann::json encodeJson(const ErrorFigures& figures)
{
    return {
        {"count", figures.count},
        {"mean_error", figures.mean_error},
        {"median_error", figures.median_error},
        {"p90_error", figures.p90_error},
        {"worst_error", figures.worst_error},
        {"bias", figures.bias},
        {"rank_correlation", figures.rank_correlation ? nlohmann::json(*figures.rank_correlation) : nlohmann::json()}};
}

}
