// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>

// The dry CUDA runtime: a library that is preloaded into a process with libtorch's CUDA build and stands in for the
// CUDA libraries. It accepts every kernel and computes nothing; device memory is a range of numbers. What is above it
// stays real: dispatch, autograd, streams as handles, and the caching allocator. The library knows CUDA's binary
// interface by its documentation and needs none of its headers. Every function of CUDA that it has answers with a
// status, 0 for success, as the libraries of CUDA do; handles are numbers.

// A function that takes the place of the CUDA library's function of the same name.
#define DRY_EXPORT extern "C" __attribute__((visibility("default")))

// A function that has nothing to do on a device that computes nothing: whatever its arguments are, it succeeds.
#define DRY_ACCEPT(name)                                                                                               \
    DRY_EXPORT int name()                                                                                              \
    {                                                                                                                  \
        return 0;                                                                                                      \
    }

// A function that launches work of any kind on the device, which is dropped.
#define DRY_LAUNCH(name)                                                                                               \
    DRY_EXPORT int name()                                                                                              \
    {                                                                                                                  \
        stagecraft::dry::kernelLaunched();                                                                             \
        return 0;                                                                                                      \
    }

// A function that must be found but whose work a dry device cannot do: it says its name. Needs status.h.
#define DRY_REFUSE(name)                                                                                               \
    DRY_EXPORT int name()                                                                                              \
    {                                                                                                                  \
        return stagecraft::dry::refuse(#name);                                                                         \
    }

// A function that gives out a new handle by its first argument.
#define DRY_CREATE(name)                                                                                               \
    DRY_EXPORT int name(void** created)                                                                                \
    {                                                                                                                  \
        *created = stagecraft::dry::newHandle();                                                                       \
        return 0;                                                                                                      \
    }

namespace stagecraft::dry {

// A number that no other handle has. Never null, never the address of anything. Any thread.
void* newHandle();

// Any memory of devices may have been written. Any thread.
void kernelLaunched();

}
