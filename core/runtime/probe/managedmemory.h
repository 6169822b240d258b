// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/units.h"

#include <optional>

namespace stagecraft {

// What all processes together have taken of a CUDA device's memory, as NVIDIA's management library tells it. Unlike
// cudaMemGetInfo() it makes no context: asked before and after one is made, it tells the context's size. Nothing where
// that library or the device is not there.
std::optional<Bytes> usedByAllProcesses(int cudaDevice);

}
