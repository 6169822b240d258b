// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/model.h"

namespace stagecraft {

// True for layers and models with attention, whose kernel makes a difference.
bool usesAttention(const LayerSpec& spec);
bool usesAttention(const Model& model);

// True for models with experts, which replicas can divide among themselves.
bool hasExperts(const Model& model);

}
