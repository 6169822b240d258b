// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/cli/options.h"
#include "core/search/comparison.h"

#include <optional>
#include <string>

namespace stagecraft {

// What plans of other partitioners are shown beside the search's: --partitioner, --compare, --comparison-csv.
struct PartitionerOption {
    std::optional<std::string> name; // "all", or nothing where none is asked for
    std::optional<ComparisonMode> mode;
    std::string csv; // a file to write

    void add(CLI::App& command);
    bool given() const { return name.has_value(); }
    // Errors: OptionUnsupported, with all names.
    Result<void> validate() const;
    ComparisonRequest request() const;
};

}
