// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/runs/run.h"

namespace stagecraft {

// Returns the reason why a run's model name contradicts its columns, or names a structure that no supported framework
// trains: a mixture of experts without expert columns, latent attention, state-space layers, an encoder-decoder. Empty
// if there is no such conflict. Thread-safe.
Message structureObstacle(const Run& run);

}
