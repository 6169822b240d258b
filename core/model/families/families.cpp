// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "core/model/families/families.h"

#include <array>

namespace stagecraft {

namespace {

constexpr std::array all {
    Family {"gpt2", readGpt2},
};

}

std::span<const Family> families()
{
    return all;
}

}
