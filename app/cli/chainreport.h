// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <nlohmann/json_fwd.hpp>

#include <string>

namespace stagecraft {

// The layers that a model was cut into, equal ones in one row, with their parameters. `chain` is that of
// ModelDescribing::found().
std::string chainText(const nlohmann::json& chain);

}
