// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "core/runtime/dryprocess.h"

#include <dlfcn.h>

namespace stagecraft {

namespace {

using TakeRefusals = int (*)(char* text, int size);

TakeRefusals takeFunction()
{
    static const auto function = reinterpret_cast<TakeRefusals>(dlsym(RTLD_DEFAULT, "stagecraft_dry_take_refusals"));
    return function;
}

}

bool isDryProcess()
{
    return takeFunction() != nullptr;
}

std::string takeDryRefusals()
{
    constexpr int most = 4096;
    std::string text(most, '\0');
    const int length = isDryProcess() ? takeFunction()(text.data(), most) : 0;
    text.resize(static_cast<std::size_t>(length));
    return text;
}

}
