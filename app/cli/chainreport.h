// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <nlohmann/json_fwd.hpp>

#include <string>

namespace stagecraft {

// Table of the layers of a model, with their parameters; equal layers share a row. `chain`: from
// ModelDescribing::found().
std::string chainText(const nlohmann::json& chain);

}
