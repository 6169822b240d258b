// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/cli/profilerun.h"

#include <nlohmann/json_fwd.hpp>

#include <string>

namespace stagecraft {

// The result of a profile as a document and as tables for people.
nlohmann::json profileDocument(const ProfileRequest& request, const ProfileOutcome& outcome,
                               const std::string& workspace);
std::string profileText(const ProfileRequest& request, const ProfileOutcome& outcome, const std::string& workspace);

// "block 0" or, where equal layers share a measurement, "block 0 (12 of these)".
std::string layerText(const Model& model, const LayerSpec& spec);

}
