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

// Device types as a file (JSON); schema: resources/schemas/catalogue.schema.json. `own` is not written.
std::string writeCatalogue(const std::vector<CatalogueEntry>& entries);

// The device types of such a file, or the one of a file that is a single entry. Checks what clusters need of them:
// names that they can say, each once; memory; links that carry something. Errors: NotJson, FileTooLarge (64 MiB),
// Field*, FormatWrong, FormatNewer; `where` names the origin.
Result<std::vector<CatalogueEntry>> readCatalogue(std::string_view text, const std::string& where);

}
