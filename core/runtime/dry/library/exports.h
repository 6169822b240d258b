// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>

// The dry CUDA runtime: a library that is preloaded into a process with libtorch's CUDA build and replaces the CUDA
// libraries. It accepts every kernel and computes nothing; device memory is a range of numbers. The layers above it
// stay real: dispatch, autograd, streams as handles, and the caching allocator. The library implements CUDA's
// documented binary interface without its headers. Every CUDA function returns a status, 0 for success, as in the CUDA
// libraries; handles are numbers.

// Declares a replacement for the CUDA library's function of the same name.
#define DRY_EXPORT extern "C" __attribute__((visibility("default")))

// Defines a function that always succeeds, as it has nothing to do on a device that computes nothing.
#define DRY_ACCEPT(name)                                                                                               \
    DRY_EXPORT int name()                                                                                              \
    {                                                                                                                  \
        return 0;                                                                                                      \
    }

// Defines a function that launches work on the device; the work is dropped.
#define DRY_LAUNCH(name)                                                                                               \
    DRY_EXPORT int name()                                                                                              \
    {                                                                                                                  \
        stagecraft::dry::kernelLaunched();                                                                             \
        return 0;                                                                                                      \
    }

// Defines a function that must exist but whose work a dry device cannot do; it reports its name. Needs status.h.
#define DRY_REFUSE(name)                                                                                               \
    DRY_EXPORT int name()                                                                                              \
    {                                                                                                                  \
        return stagecraft::dry::refuse(#name);                                                                         \
    }

// Defines a function that returns a new handle through its first argument.
#define DRY_CREATE(name)                                                                                               \
    DRY_EXPORT int name(void** created)                                                                                \
    {                                                                                                                  \
        *created = stagecraft::dry::newHandle();                                                                       \
        return 0;                                                                                                      \
    }

namespace stagecraft::dry {

// Returns a unique handle: never null and never the address of anything. Thread-safe.
void* newHandle();

// Records that a kernel may have written any device memory. Thread-safe.
void kernelLaunched();

}
