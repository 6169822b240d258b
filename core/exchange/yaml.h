// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <nlohmann/json_fwd.hpp>

#include <string>
#include <string_view>

namespace stagecraft {

// The same value in YAML. Texts that YAML 1.1 or 1.2 would take for something else are quoted.
std::string jsonToYaml(const nlohmann::json& json);

// Reads one YAML document as JSON; plain scalars by the JSON schema of YAML 1.2 (null, true, 12, 1.5e3), the rest is
// text. Throws DecodeError with NotYaml: syntax, more than 100 levels, aliases (a few could stand for more than fits
// any memory), keys that are not scalars, more than one document.
nlohmann::json yamlToJson(std::string_view text);

}
