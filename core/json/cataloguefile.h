// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"
#include "core/hardware/catalogue.h"

#include <string>
#include <string_view>
#include <vector>

namespace stagecraft {

inline constexpr std::string_view catalogueFormat = "stagecraft-catalogue";
inline constexpr int catalogueFormatVersion = 3;

// Writes device types as JSON; schema: resources/schemas/catalogue.schema.json. Does not write `own`.
std::string writeCatalogue(const std::vector<CatalogueEntry>& entries);

// Reads a catalogue file, or a file with a single entry. Checks the requirements of clusters: unique names that a
// cluster can refer to, memory, links with a bandwidth. Errors: NotJson, FileTooLarge (64 MiB), Field*, FormatWrong,
// FormatNewer; `where` names the origin.
Result<std::vector<CatalogueEntry>> readCatalogue(std::string_view text, const std::string& where);

}
