// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

namespace stagecraft {

// DeepSpeed's PipelineModule with partition_method "uniform" (deepspeed/runtime/utils.py, partition_uniform): every
// stage has floor(layers / pipeline ranks) layers, each of the first (layers mod pipeline ranks) stages one more. Needs
// 1 <= pipeline ranks <= layers.
std::vector<int> uniformSplitPoints(int layers, int pipeline_ranks);

}
