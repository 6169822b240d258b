// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/hardware/cluster.h"

namespace stagecraft {

// Returns the workspaces of the matrix-product library (cuBLAS, hipBLAS) while a model trains: libtorch gives each
// handle a persistent workspace, and each thread its handle; one thread runs forward passes and an autograd thread
// backward passes, so there are two. Zero on CPUs. Collectives (NCCL) are not included.
Sourced<Bytes> libraryWorkspaces(const DeviceType& device);

// Bounds of the bytes that a communicator of the collective library (NCCL, RCCL) allocates on each of its devices,
// outside of libtorch's allocator. They depend on the library's release and its topology and are not published: the low
// bound is the library's minimum, the high one was observed with many channels. A probe measures them. Zero on CPUs and
// for fewer than two ranks.
struct CommunicatorBytes {
    Sourced<Bytes> low;
    Sourced<Bytes> high;
};
CommunicatorBytes communicatorBytes(const DeviceType& device, int ranks);

}
