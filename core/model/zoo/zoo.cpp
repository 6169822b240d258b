// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "core/model/zoo/zoo.h"

#include <array>

namespace stagecraft {

namespace {

constexpr std::array all {
    ZooModel {"resnet50", resnet50},
};

}

std::span<const ZooModel> zoo()
{
    return all;
}

}
