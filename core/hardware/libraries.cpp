// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "core/hardware/libraries.h"

#include <charconv>

namespace stagecraft {

namespace {

constexpr Bytes kibi(1024);
constexpr Bytes mebi(1024 * 1024);
constexpr int threads = 2; // forward, backward

// 0 where it is not known.
int majorCapability(const DeviceType& device)
{
    int major = 0;
    if (device.compute_capability) {
        const std::string& text = *device.compute_capability;
        std::from_chars(text.data(), text.data() + text.size(), major);
    }
    return major;
}

// For each handle: parseChosenWorkspaceSize() of aten/src/ATen/cuda/CublasHandlePool.cpp.
Bytes workspaceOf(const DeviceType& device)
{
    if (device.vendor == "AMD") {
        return device.name.starts_with("MI3") ? mebi * 128 : mebi * 32; // gfx94x; others
    }
    const int major = majorCapability(device);
    // Releases differ on Blackwell: the larger counts, as where the generation is not known.
    return major > 0 && major < 9 ? kibi * (2 * 4096 + 8 * 16) : mebi * 32;
}

}

Sourced<Bytes> libraryWorkspaces(const DeviceType& device)
{
    if (device.kind == DeviceKind::Cpu) {
        return {Bytes(0), "no library of a CPU keeps a workspace", "2026-11-22"};
    }
    return {workspaceOf(device) * threads,
            "PyTorch, aten/src/ATen/cuda/CublasHandlePool.cpp: default of CUBLAS_WORKSPACE_CONFIG (8.125 MiB, 32 MiB "
            "from Hopper on; ROCm 32 MiB, gfx94x 128 MiB), one for each of two threads",
            "2026-11-22"};
}

}
