// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
// Functions of the CUDA driver that are looked up by name at run time.
#include "core/runtime/dry/library/exports.h"
#include "core/runtime/dry/library/status.h"

#include <dlfcn.h>

#include <array>
#include <mutex>
#include <string>
#include <utility>

using namespace stagecraft::dry;

namespace {

// Refusing functions without arguments, one per unknown name. A lookup must not fail, because libtorch then ends the
// process.
constexpr std::size_t mostUnknown = 256;
std::array<std::string, mostUnknown> unknown_names;
std::size_t unknown_count = 0;
std::mutex unknown_mutex;

template <std::size_t Index>
int refuseUnknown()
{
    return refuse(unknown_names[Index].c_str());
}

using Function = int (*)();

template <std::size_t... Indices>
constexpr std::array<Function, sizeof...(Indices)> refusing(std::index_sequence<Indices...>)
{
    return {&refuseUnknown<Indices>...};
}

constexpr std::array<Function, mostUnknown> refusing_functions = refusing(std::make_index_sequence<mostUnknown> {});

void* unknownFunction(const std::string& name)
{
    const std::lock_guard lock(unknown_mutex);
    std::size_t index = 0;
    while (index < unknown_count && unknown_names[index] != name) {
        ++index;
    }
    if (index == unknown_count) {
        if (unknown_count == mostUnknown) {
            return nullptr;
        }
        unknown_names[unknown_count++] = name;
    }
    return reinterpret_cast<void*>(refusing_functions[index]);
}

// Handle of this library, regardless of other loaded libraries.
void* ownLibrary()
{
    static void* const handle = [] {
        Dl_info self {};
        dladdr(reinterpret_cast<void*>(&unknownFunction), &self);
        return dlopen(self.dli_fname, RTLD_LAZY | RTLD_NOLOAD);
    }();
    return handle;
}

// Tries versioned names first, as callers pass names without the suffix of the newest version.
void* entryPoint(const char* name)
{
    const std::string plain = name;
    for (const std::string& candidate : {plain + "_v3", plain + "_v2", plain}) {
        if (void* found = dlsym(ownLibrary(), candidate.c_str())) {
            return found;
        }
    }
    return unknownFunction(plain);
}

int find(const char* name, void** function, int* found)
{
    *function = entryPoint(name);
    if (found) {
        *found = *function ? 0 : 1;
    }
    return success;
}

}

DRY_EXPORT int cudaGetDriverEntryPoint(const char* name, void** function, unsigned long long, int* found)
{
    return find(name, function, found);
}

DRY_EXPORT int cudaGetDriverEntryPointByVersion(const char* name, void** function, unsigned, unsigned long long,
                                                int* found)
{
    return find(name, function, found);
}

DRY_EXPORT int cuGetProcAddress_v2(const char* name, void** function, int, std::uint64_t, int* found)
{
    return find(name, function, found);
}
