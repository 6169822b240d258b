// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/json/codec.h"
#include "core/snapshot/memorytrace.h"

namespace stagecraft {

// Codecs as in codec.h. The JSON of a trace omits the curve, which has too many points (snapshot/curvebytes.h).
nlohmann::json encodeJson(const CategoryBytes&);
nlohmann::json encodeJson(const TraceFrame&);
nlohmann::json encodeJson(const PeakGroup&);
nlohmann::json encodeJson(const MemoryTrace&);

template <>
CategoryBytes decodeJson<CategoryBytes>(const nlohmann::json& json, const std::string& path);
template <>
TraceFrame decodeJson<TraceFrame>(const nlohmann::json& json, const std::string& path);
template <>
PeakGroup decodeJson<PeakGroup>(const nlohmann::json& json, const std::string& path);
template <>
MemoryTrace decodeJson<MemoryTrace>(const nlohmann::json& json, const std::string& path);

}
