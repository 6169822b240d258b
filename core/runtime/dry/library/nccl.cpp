// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
// NCCL within one process that drives several devices, as torch.nn.DataParallel and torch.cuda.nccl use it. With one
// process per rank, torch's fake process groups are used instead.
#include "core/runtime/dry/library/exports.h"
#include "core/runtime/dry/library/status.h"

#include <map>
#include <mutex>

using namespace stagecraft::dry;

namespace {

struct Membership {
    int rank = 0;
    int count = 1;
};

std::map<void*, Membership> memberships;
std::mutex memberships_mutex;

Membership membershipOf(void* communicator)
{
    const std::lock_guard lock(memberships_mutex);
    return memberships[communicator];
}

}

DRY_EXPORT int ncclCommInitAll(void** communicators, int count, const int*)
{
    const std::lock_guard lock(memberships_mutex);
    for (int rank = 0; rank < count; ++rank) {
        communicators[rank] = newHandle();
        memberships[communicators[rank]] = {rank, count};
    }
    return success;
}

DRY_EXPORT int ncclCommDestroy(void* communicator)
{
    const std::lock_guard lock(memberships_mutex);
    memberships.erase(communicator);
    return success;
}

DRY_EXPORT int ncclCommCount(void* communicator, int* count)
{
    *count = membershipOf(communicator).count;
    return success;
}

DRY_EXPORT int ncclCommUserRank(void* communicator, int* rank)
{
    *rank = membershipOf(communicator).rank;
    return success;
}

DRY_EXPORT int ncclCommGetAsyncError(void*, int* error)
{
    *error = success;
    return success;
}

DRY_ACCEPT(ncclGroupStart)
DRY_ACCEPT(ncclGroupEnd)
DRY_LAUNCH(ncclAllGather)
DRY_LAUNCH(ncclAllReduce)
DRY_LAUNCH(ncclBcast)
DRY_LAUNCH(ncclBroadcast)
DRY_LAUNCH(ncclReduce)
DRY_LAUNCH(ncclReduceScatter)
