// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/model.h"

#include <span>
#include <string_view>

namespace stagecraft {

// A model that comes with the program.
struct ZooModel {
    std::string_view name;
    Model (*build)();
};

std::span<const ZooModel> zoo();

Model resnet50();

}
