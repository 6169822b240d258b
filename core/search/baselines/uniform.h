// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

namespace stagecraft {

// DeepSpeed's PipelineModule with partition_method "uniform" (deepspeed/runtime/utils.py, partition_uniform): every
// stage has floor(layers / places) layers, the first (layers mod places) one more. Needs 1 <= places <= layers.
std::vector<int> uniformCuts(int layers, int places);

}
