// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/framework/layerstyle.h"

namespace stagecraft {

// Returns the program with Statement::segment set by LayerStyle::reruns_mlps, reruns_experts and reruns_shared_experts.
// Blocks are identified by residual sums x + branch(x). A program without such branches is unchanged.
Program withSegments(const Program& program, const LayerStyle& style);

}
