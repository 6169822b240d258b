// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/framework/layerstyle.h"

namespace stagecraft {

// The program with Statement::segment set by LayerStyle::reruns_mlps, reruns_experts and reruns_shared_experts. Blocks
// are known by their sums: x + branch(x). A program without such branches stays as it is.
Program withSegments(const Program& program, const LayerStyle& style);

}
