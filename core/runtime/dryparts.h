// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/runtime/dry/launch/drylaunch.h"

namespace stagecraft {

// Returns this program's dry CUDA runtime and the libtorch that it runs with.
DryParts ownDryParts();

}
