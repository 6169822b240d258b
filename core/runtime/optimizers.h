// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/problem/problem.h"

#include <torch/optim/optimizer.h>

#include <memory>
#include <vector>

namespace stagecraft {

// The optimizer with its usual settings, one parameter after the other as foreach=False does in Python.
std::unique_ptr<torch::optim::Optimizer> makeOptimizer(OptimizerKind kind, std::vector<torch::Tensor> parameters);

}
