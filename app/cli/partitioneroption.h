// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/cli/options.h"
#include "core/search/comparison.h"

#include <optional>
#include <string>

namespace stagecraft {

// Comparison with other partitioners: --partitioner, --compare, --comparison-csv.
struct PartitionerOption {
    std::optional<std::string> name; // "all", or empty if not given
    std::optional<ComparisonMode> mode;
    std::string csv; // output file

    void add(CLI::App& command);
    bool given() const { return name.has_value(); }
    // Errors: OptionUnsupported, with all names.
    Result<void> validate() const;
    ComparisonRequest request() const;
};

}
