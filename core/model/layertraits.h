// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/model.h"

namespace stagecraft {

// True for layers and models with attention, whose cost depends on the attention kernel.
bool usesAttention(const LayerSpec& spec);
bool usesAttention(const Model& model);

// True for models with experts, which allow expert parallelism.
bool hasExperts(const Model& model);

}
