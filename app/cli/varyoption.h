// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/cli/options.h"

namespace stagecraft {

Dimensions allDimensions();

// --vary: dimensions that a search decides in addition to split points, PP and DP.
struct VaryOption {
    Dimensions given;

    void add(CLI::App& command, const Dimensions& offered); // commands reject other dimensions themselves
    // The dimensions to search. TP varies unless an option fixes it, even if --vary names it. Errors: OptionUnsupported
    // if an option fixes another dimension of --vary.
    Result<Dimensions> dimensions(const ShapeOptions& shape) const;
};

}
