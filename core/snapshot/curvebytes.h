// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/snapshot/memorycurve.h"

#include <optional>
#include <string>
#include <string_view>

namespace stagecraft {

// Encodes a curve compactly for files (docs/formats.md): differences between points as variable-length numbers, about
// ten bytes per point.
std::string encodeCurve(const MemoryCurve& curve);

// Decodes a curve. Empty for invalid bytes: another version, truncated, negative or huge amounts, too many points.
std::optional<MemoryCurve> decodeCurve(std::string_view bytes);

}
