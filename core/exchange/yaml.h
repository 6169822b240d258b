// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <nlohmann/json_fwd.hpp>

#include <string>
#include <string_view>

namespace stagecraft {

// Converts JSON to YAML. Quotes texts that YAML 1.1 or 1.2 would read as another type.
std::string jsonToYaml(const nlohmann::json& json);

// Reads one YAML document as JSON; plain scalars follow the JSON schema of YAML 1.2 (null, true, 12, 1.5e3), all others
// are text. Throws DecodeError with NotYaml for syntax errors, more than 100 levels, aliases (a few can expand to more
// than any memory), keys that are not scalars, and more than one document.
nlohmann::json yamlToJson(std::string_view text);

}
