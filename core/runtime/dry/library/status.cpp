// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "core/runtime/dry/library/status.h"

#include "core/runtime/dry/library/exports.h"
#include "core/runtime/dry/library/settings.h"

#include <algorithm>
#include <atomic>
#include <cstdio>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

namespace stagecraft::dry {

namespace {

thread_local int last_status = success;
thread_local int current_device = 0;

struct Refusals {
    std::mutex mutex;
    std::vector<std::string> reported; // all so far
    std::vector<std::string> names; // since the last stagecraft_dry_take_refusals()
};

bool addOnce(std::vector<std::string>& names, const char* name)
{
    if (std::find(names.begin(), names.end(), name) != names.end()) {
        return false;
    }
    names.emplace_back(name);
    return true;
}

Refusals& refusals()
{
    static auto* all = new Refusals; // never destroyed: used during process exit, too
    return *all;
}

}

void* newHandle()
{
    static std::atomic<std::uintptr_t> next {0x1000};
    return reinterpret_cast<void*>(next += 16);
}

int failed(int status)
{
    last_status = status;
    return status;
}

int lastStatus()
{
    return last_status;
}

int takeLastStatus()
{
    return std::exchange(last_status, int {success});
}

int refuse(const char* name)
{
    Refusals& all = refusals();
    const std::lock_guard lock(all.mutex);
    addOnce(all.names, name);
    if (addOnce(all.reported, name)) {
        std::fprintf(stderr, "stagecraft dry run: '%s' needs a real GPU; the call fails\n", name);
    }
    return failed(notSupported);
}

int currentDevice()
{
    return current_device;
}

bool setCurrentDevice(int device)
{
    if (device < 0 || device >= settings().devices) {
        return false;
    }
    current_device = device;
    return true;
}

}

using namespace stagecraft::dry;

DRY_EXPORT int stagecraft_dry_refuse(const char* name)
{
    return refuse(name);
}

// Writes the names of the unsupported functions called since the last call of this, joined by commas, at most `size`
// bytes, and returns their number.
DRY_EXPORT int stagecraft_dry_take_refusals(char* text, int size)
{
    Refusals& all = refusals();
    const std::lock_guard lock(all.mutex);
    std::string joined;
    for (const std::string& name : all.names) {
        joined += joined.empty() ? name : ", " + name;
    }
    all.names.clear();
    joined.resize(std::min(joined.size(), static_cast<std::size_t>(std::max(0, size))));
    std::copy(joined.begin(), joined.end(), text);
    return static_cast<int>(joined.size());
}
