// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
// CUDA graphs. Captured work is dropped like all other work, so that a graph is only a handle. The caching allocator's
// behavior while a stream is being captured is real.
#include "core/runtime/dry/library/captures.h"
#include "core/runtime/dry/library/exports.h"
#include "core/runtime/dry/library/status.h"

#include <cstdarg>

using namespace stagecraft::dry;

DRY_EXPORT int cudaDriverGetVersion(int* version);

namespace {

enum CaptureStatus : int { notCaptured = 0, capturing = 1 };

int reportStatus(void* stream, int* status, Captures::Id* id)
{
    const Captures::Id capture = Captures::instance().of(stream);
    *status = capture != 0 ? capturing : notCaptured;
    if (id) {
        *id = capture;
    }
    return success;
}

// Reports the graph so far, without nodes to depend on. `edges`: the caller also requests edges.
void reportGraph(std::va_list arguments, bool edges)
{
    if (auto* graph = va_arg(arguments, void**)) {
        *graph = newHandle();
    }
    for (int list = 0; list < (edges ? 2 : 1); ++list) {
        if (auto* entries = va_arg(arguments, void**)) {
            *entries = nullptr;
        }
    }
    if (auto* count = va_arg(arguments, std::size_t*)) {
        *count = 0;
    }
}

}

DRY_EXPORT int cudaStreamBeginCapture(void* stream, int)
{
    return Captures::instance().begin(stream) ? int {success} : failed(invalidValue);
}

DRY_EXPORT int cudaStreamEndCapture(void* stream, void** graph)
{
    *graph = nullptr;
    if (!Captures::instance().end(stream)) {
        return failed(invalidValue);
    }
    *graph = newHandle();
    return success;
}

DRY_EXPORT int cudaStreamIsCapturing(void* stream, int* status)
{
    return reportStatus(stream, status, nullptr);
}

DRY_EXPORT int cudaStreamGetCaptureInfo_v2(void* stream, int* status, Captures::Id* id, ...)
{
    std::va_list arguments;
    va_start(arguments, id);
    reportGraph(arguments, false);
    va_end(arguments);
    return reportStatus(stream, status, id);
}

// Has three arguments before CUDA 13, and the graph's arguments since then.
DRY_EXPORT int cudaStreamGetCaptureInfo(void* stream, int* status, Captures::Id* id, ...)
{
    constexpr int withGraph = 13000;
    static const int version = [] {
        int known = 0;
        cudaDriverGetVersion(&known);
        return known;
    }();
    if (version >= withGraph) {
        std::va_list arguments;
        va_start(arguments, id);
        reportGraph(arguments, true);
        va_end(arguments);
    }
    return reportStatus(stream, status, id);
}

// Reports one node, as a graph without nodes would be treated as empty.
DRY_EXPORT int cudaGraphGetNodes(void*, void**, std::size_t* count)
{
    *count = 1;
    return success;
}

DRY_CREATE(cudaGraphInstantiate)
DRY_CREATE(cudaGraphInstantiateWithFlags)
DRY_LAUNCH(cudaGraphLaunch)
DRY_ACCEPT(cudaGraphUpload)
DRY_ACCEPT(cudaGraphDestroy)
DRY_ACCEPT(cudaGraphExecDestroy)
DRY_ACCEPT(cudaGraphDebugDotPrint)
DRY_ACCEPT(cudaThreadExchangeStreamCaptureMode)
