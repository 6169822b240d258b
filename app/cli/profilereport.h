// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/cli/profilerun.h"

#include <nlohmann/json_fwd.hpp>

#include <string>
#include <vector>

namespace stagecraft {

// The result of a profile as a document and as tables for people.
nlohmann::json profileDocument(const ProfileOutcome& outcome, const std::vector<ProfilePoint>& needed,
                               const std::string& workspace);
std::string profileText(const ProfileRequest& request, const ProfileOutcome& outcome,
                        const std::vector<ProfilePoint>& needed, const std::string& workspace);

// The points of a request without those that need not be measured, as smaller micro-batches tell of them. May search
// the plans of the request's target.
std::vector<ProfilePoint> neededPoints(const ProfileRequest& request, const ProfileOutcome& outcome);

// A sentence for each layer and point of this run that failed, with the reason; none ran out of memory.
std::vector<std::string> failureTexts(const ProfileRequest& request, const ProfileOutcome& outcome);

// "block 0" or, where equal layers share a measurement, "block 0 (12 of these)".
std::string layerText(const Model& model, const LayerSpec& spec);

}
