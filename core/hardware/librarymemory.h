// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/hardware/cluster.h"

namespace stagecraft {

// What the library for matrix products (cuBLAS, hipBLAS) works in while a model trains on a device: libtorch gives each
// of its handles, of which every thread has its own, a workspace that stays; one thread runs forward passes and one of
// the autograd engine the backward passes, so there are two. None on CPUs. Collectives (NCCL) are not in it.
Sourced<Bytes> libraryWorkspaces(const DeviceType& device);

// Between which bounds the bytes lie that a communicator of the library for collectives (NCCL, RCCL) holds in each of
// its devices, outside of libtorch's allocator. They depend on the library's release and on how it connects the
// devices, and nobody publishes them by topology: the low bound is the least that the library can do with, the high one
// what was seen where it takes many channels. A probe measures them. None on CPUs, and of fewer than two ranks.
struct CommunicatorBytes {
    Sourced<Bytes> low;
    Sourced<Bytes> high;
};
CommunicatorBytes communicatorBytes(const DeviceType& device, int ranks);

}
