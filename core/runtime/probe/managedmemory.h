// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/units.h"

#include <optional>

namespace stagecraft {

// Returns the CUDA device memory used by all processes together, from NVIDIA's management library. Unlike
// cudaMemGetInfo() it creates no context, so calls before and after creating one give the context's size. Empty if the
// library or the device is not available.
std::optional<Bytes> usedByAllProcesses(int cudaDevice);

}
