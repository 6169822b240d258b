// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "core/runtime/dryparts.h"

#include <c10/core/Device.h>

#include <dlfcn.h>

#include <cstring>
#include <string>

namespace stagecraft {

namespace {

// Returns the folder from which libc10 was loaded.
std::string torchFolder()
{
    Dl_info found {};
    std::string (c10::Device::*const ofLibrary)() const = &c10::Device::str;
    void* address = nullptr;
    static_assert(sizeof ofLibrary >= sizeof address);
    std::memcpy(&address, &ofLibrary, sizeof address);
    if (dladdr(address, &found) == 0 || !found.dli_fname) {
        return {};
    }
    const std::string library = found.dli_fname;
    return library.substr(0, library.rfind('/'));
}

}

DryParts ownDryParts()
{
    return {dryLibrary(), torchFolder()};
}

}
