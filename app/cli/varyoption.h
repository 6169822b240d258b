// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/cli/options.h"

namespace stagecraft {

Dimensions allDimensions();

// What a search may decide beside cuts, depth and data degree: --vary.
struct VaryOption {
    Dimensions given;

    void add(CLI::App& command, const Dimensions& offered); // a command may refuse others with its own reason
    // The tensor degree varies, too, unless something fixes it, also where --vary names it. Errors: OptionUnsupported
    // where an option fixes what is to vary.
    Result<Dimensions> dimensions(const ShapeOptions& shape) const;
};

}
