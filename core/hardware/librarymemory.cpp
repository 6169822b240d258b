// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "core/hardware/librarymemory.h"

namespace stagecraft {

namespace {

constexpr Bytes kibi(1024);
constexpr Bytes mebi(1024 * 1024);
constexpr int threads = 2; // forward, backward

// Returns the workspace per handle: parseChosenWorkspaceSize() in aten/src/ATen/cuda/CublasHandlePool.cpp.
Bytes workspaceOf(const DeviceType& device)
{
    if (device.vendor == "AMD") {
        return device.name.starts_with("MI3") ? mebi * 128 : mebi * 32; // gfx94x; others
    }
    const double capability = computeCapability(device);
    // Releases differ on Blackwell: the larger value applies, also if the generation is unknown.
    return capability > 0 && capability < 9 ? kibi * (2 * 4096 + 8 * 16) : mebi * 32;
}

}

Sourced<Bytes> libraryWorkspaces(const DeviceType& device)
{
    if (device.kind == DeviceKind::Cpu) {
        return {Bytes(0), verbatim("no library of a CPU keeps a workspace"), "2026-11-22"};
    }
    return {
        workspaceOf(device) * threads,
        verbatim("PyTorch, aten/src/ATen/cuda/CublasHandlePool.cpp: default of CUBLAS_WORKSPACE_CONFIG (8.125 MiB, 32 "
                 "MiB from Hopper on; ROCm 32 MiB, gfx94x 128 MiB), one for each of two threads"),
        "2026-11-22"};
}

CommunicatorBytes communicatorBytes(const DeviceType& device, int ranks)
{
    if (device.kind == DeviceKind::Cpu || ranks < 2) {
        return {};
    }
    constexpr std::int64_t megabyte = 1'000'000;
    // Bytes do not grow with the length of a ring; 688 MB was observed with four ranks, three are not published.
    const Bytes seen(ranks == 2 ? 544 * megabyte : 688 * megabyte);
    return {{mebi * 4, verbatim("NVIDIA, NCCL's documentation of NCCL_BUFFSIZE: 4 MiB a channel, of one channel"),
             "2026-11-22"},
            {seen,
             verbatim(
                 "NVIDIA/nccl issue 964: 544 MB of 2 ranks and 688 MB of 4, seen on A100 with NVLink; of other devices "
                 "and releases not known"),
             "2026-11-22"}};
}

}
