// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/error.h"

#include <tl/expected.hpp>

#include <utility>

namespace stagecraft {

// Return type of calls that can fail: the value or an Error. (GCC 12 has no std::expected.)
template <typename T>
using Result = tl::expected<T, Error>;

inline tl::unexpected<Error> failure(ErrorCode code, ArgumentList arguments = {}, std::string where = {})
{
    return tl::unexpected<Error>(Error {code, std::move(arguments), std::move(where)});
}

inline tl::unexpected<Error> failure(Error error)
{
    return tl::unexpected<Error>(std::move(error));
}

}
