// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/cli/profilerun.h"

#include <nlohmann/json_fwd.hpp>

#include <string>
#include <vector>

namespace stagecraft {

// Result of a profile as a JSON document and as text tables.
nlohmann::json profileDocument(const ProfileOutcome& outcome, const std::vector<ProfilePoint>& needed,
                               const std::string& workspace);
std::string profileText(const ProfileRequest& request, const ProfileOutcome& outcome,
                        const std::vector<ProfilePoint>& needed, const std::string& workspace);

// The points of a request without those that smaller micro-batch sizes predict. May search plans of the target.
std::vector<ProfilePoint> neededPoints(const ProfileRequest& request, const ProfileOutcome& outcome);

// One sentence per failed point of this run, with the reason; points that ran out of memory are not included.
std::vector<std::string> failureTexts(const ProfileRequest& request, const ProfileOutcome& outcome);

// "block 0" or, if equal layers share a measurement, "block 0 (x12)".
std::string layerText(const Model& model, const LayerSpec& spec);

}
