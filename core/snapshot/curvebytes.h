// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/snapshot/memorycurve.h"

#include <optional>
#include <string>
#include <string_view>

namespace stagecraft {

// A curve as few bytes, for files (docs/formats.md): differences between points as numbers of variable length, about
// ten bytes a point.
std::string encodeCurve(const MemoryCurve& curve);

// Nothing where the bytes are no curve: another version, cut off, negative or vast amounts, too many points.
std::optional<MemoryCurve> decodeCurve(std::string_view bytes);

}
