// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/hardware/cluster.h"

namespace stagecraft {

// What the library for matrix products (cuBLAS, hipBLAS) works in while a model trains on a device: libtorch gives each
// of its handles, of which every thread has its own, a workspace that stays; one thread runs forward passes and one of
// the autograd engine the backward passes, so there are two. None on CPUs. Collectives (NCCL) are not in it: nobody
// publishes what their buffers take by topology; a probe measures it.
Sourced<Bytes> libraryWorkspaces(const DeviceType& device);

}
