// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
// cuDNN's graph API, in which libtorch describes convolutions and attention: descriptors store their attributes, every
// graph has one engine, and its workspace is workspaceBytes(). Versions and texts are the real library's.
#include "core/runtime/dry/library/cudnngraph.h"
#include "core/runtime/dry/library/exports.h"
#include "core/runtime/dry/library/status.h"

#include <cstring>
#include <mutex>
#include <utility>

using namespace stagecraft::dry;

namespace {

// Values of cudnnBackendAttributeName_t.
constexpr int heuristicsGraph = 201;
constexpr int heuristicsResults = 202;
constexpr int configurationEngine = 300;
constexpr int configurationWorkspace = 303;
constexpr int configurationSharedMemory = 304;
constexpr int planConfiguration = 401;
constexpr int planWorkspace = 402;
constexpr int engineGraph = 1300;
constexpr int graphEngineCount = 802;
constexpr int engineIndex = 1301;

// True for attributes whose descriptor passes its workspace on to the descriptor that it is set on.
bool passesWorkspace(int attribute)
{
    return attribute == heuristicsGraph || attribute == configurationEngine || attribute == planConfiguration
        || attribute == engineGraph;
}

template <typename Number>
int answerNumber(Number number, std::int64_t requested, std::int64_t* count, void* values)
{
    if (count) {
        *count = 1;
    }
    if (requested > 0 && values) {
        std::memcpy(values, &number, sizeof number);
    }
    return success;
}

// Copies the workspace of the queried descriptor to the result descriptors that the caller made.
int answerDescriptors(const CudnnDescriptor& of, std::int64_t requested, std::int64_t* count, void* values)
{
    if (count) {
        *count = 1;
    }
    if (requested > 0 && values) {
        CudnnDescriptor* made = nullptr;
        std::memcpy(&made, values, sizeof made);
        made->workspace = of.workspace;
    }
    return success;
}

}

DRY_CREATE(cudnnCreate)
DRY_ACCEPT(cudnnDestroy)
DRY_ACCEPT(cudnnSetStream)

DRY_EXPORT int cudnnGetStream(void*, void** stream)
{
    *stream = nullptr;
    return success;
}

DRY_EXPORT int cudnnBackendCreateDescriptor(int kind, void** created)
{
    *created = new CudnnDescriptor {kind, {}, 0};
    return success;
}

DRY_EXPORT int cudnnBackendDestroyDescriptor(void* descriptor)
{
    delete static_cast<CudnnDescriptor*>(descriptor);
    return success;
}

DRY_EXPORT int cudnnBackendSetAttribute(void* descriptor, int attribute, int type, std::int64_t count,
                                        const void* values)
{
    auto& to = *static_cast<CudnnDescriptor*>(descriptor);
    to.set(attribute, static_cast<CudnnType>(type), count, values);
    if (passesWorkspace(attribute) && count > 0) {
        to.workspace = to.descriptors(attribute).front()->workspace;
    }
    return success;
}

DRY_EXPORT int cudnnBackendFinalize(void* descriptor)
{
    auto& graph = *static_cast<CudnnDescriptor*>(descriptor);
    if (graph.kind == CudnnDescriptor::operationGraph) {
        graph.workspace = workspaceBytes(graph);
    }
    return success;
}

DRY_EXPORT int cudnnBackendGetAttribute(void* descriptor, int attribute, int type, std::int64_t requested,
                                        std::int64_t* count, void* values)
{
    const auto& of = *static_cast<const CudnnDescriptor*>(descriptor);
    switch (attribute) {
    case heuristicsResults:
    case configurationEngine:
        return answerDescriptors(of, requested, count, values);
    case planWorkspace:
    case configurationWorkspace:
        return answerNumber(of.workspace, requested, count, values);
    case configurationSharedMemory:
        return answerNumber(std::int32_t {0}, requested, count, values);
    case graphEngineCount:
        return answerNumber(std::int64_t {1}, requested, count, values);
    case engineIndex:
        return answerNumber(std::int64_t {0}, requested, count, values);
    default:
        return of.get(attribute, static_cast<CudnnType>(type), requested, count, values);
    }
}

DRY_LAUNCH(cudnnBackendExecute)
DRY_ACCEPT(cudnnBackendInitialize)
DRY_LAUNCH(cudnnBackendPopulateCudaGraph)

// Normalization of images.
DRY_CREATE(cudnnCreateTensorDescriptor)
DRY_CREATE(cudnnCreateFilterDescriptor)
DRY_CREATE(cudnnCreateActivationDescriptor)
DRY_CREATE(cudnnCreateDropoutDescriptor)
DRY_CREATE(cudnnCreatePoolingDescriptor)
DRY_CREATE(cudnnCreateConvolutionDescriptor)
DRY_ACCEPT(cudnnDestroyTensorDescriptor)
DRY_ACCEPT(cudnnDestroyFilterDescriptor)
DRY_ACCEPT(cudnnDestroyActivationDescriptor)
DRY_ACCEPT(cudnnDestroyDropoutDescriptor)
DRY_ACCEPT(cudnnDestroyPoolingDescriptor)
DRY_ACCEPT(cudnnDestroyConvolutionDescriptor)
DRY_ACCEPT(cudnnSetTensorNdDescriptor)
DRY_ACCEPT(cudnnSetFilterNdDescriptor)
DRY_ACCEPT(cudnnSetActivationDescriptor)
DRY_LAUNCH(cudnnBatchNormalizationForwardTrainingEx)
DRY_LAUNCH(cudnnBatchNormalizationForwardInference)
DRY_LAUNCH(cudnnBatchNormalizationBackwardEx)

namespace {

int noBytes(std::size_t* bytes)
{
    *bytes = 0;
    return success;
}

}

// Without a fused activation these need no memory beyond the tensors.
DRY_EXPORT int cudnnGetBatchNormalizationForwardTrainingExWorkspaceSize(void*, int, int, void*, void*, void*, void*,
                                                                        void*, std::size_t* bytes)
{
    return noBytes(bytes);
}

DRY_EXPORT int cudnnGetBatchNormalizationTrainingExReserveSpaceSize(void*, int, int, void*, void*, std::size_t* bytes)
{
    return noBytes(bytes);
}

DRY_EXPORT int cudnnGetBatchNormalizationBackwardExWorkspaceSize(void*, int, int, void*, void*, void*, void*, void*,
                                                                 void*, void*, std::size_t* bytes)
{
    return noBytes(bytes);
}
