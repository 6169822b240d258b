// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/runs/run.h"

namespace stagecraft {

// Why the name of a run's model contradicts its columns, or names a structure that no framework here trains: a mixture
// of experts without experts in its columns, latent attention, state-space layers, an encoder-decoder. Empty where the
// name says nothing of that kind. Safe from any thread.
Message structureObstacle(const Run& run);

}
