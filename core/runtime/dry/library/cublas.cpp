// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
// cuBLAS and cuBLASLt. libtorch gives both their workspace out of its caching allocator, before it calls them.
#include "core/runtime/dry/library/exports.h"
#include "core/runtime/dry/library/status.h"

#include <cstring>

using namespace stagecraft::dry;

DRY_CREATE(cublasCreate_v2)

DRY_EXPORT int cublasGetMathMode(void*, int* mode)
{
    *mode = 0;
    return success;
}

DRY_EXPORT int cublasGetPointerMode_v2(void*, int* mode)
{
    *mode = 0;
    return success;
}

DRY_EXPORT int cublasLtMatmulDescCreate(void** created, int, int)
{
    *created = newHandle();
    return success;
}

DRY_EXPORT int cublasLtMatrixLayoutCreate(void** created, int, std::uint64_t, std::uint64_t, std::int64_t)
{
    *created = newHandle();
    return success;
}

DRY_CREATE(cublasLtCreate)
DRY_CREATE(cublasLtMatmulPreferenceCreate)

// One algorithm, which needs no workspace: libtorch has allocated the most it may take by then.
DRY_EXPORT int cublasLtMatmulAlgoGetHeuristic(void*, void*, void*, void*, void*, void*, void*, int, void* results,
                                              int* returned)
{
    constexpr std::size_t resultBytes = 96; // cublasLtMatmulHeuristicResult_t
    std::memset(results, 0, resultBytes);
    *returned = 1;
    return success;
}

DRY_ACCEPT(cublasLtDestroy)
DRY_ACCEPT(cublasLtMatmul)
DRY_ACCEPT(cublasLtMatmulDescDestroy)
DRY_ACCEPT(cublasLtMatmulDescSetAttribute)
DRY_ACCEPT(cublasLtMatmulPreferenceDestroy)
DRY_ACCEPT(cublasLtMatmulPreferenceSetAttribute)
DRY_ACCEPT(cublasLtMatrixLayoutDestroy)
DRY_ACCEPT(cublasLtMatrixLayoutSetAttribute)

DRY_ACCEPT(cublasCgemmStridedBatched)
DRY_ACCEPT(cublasCgemm_v2)
DRY_ACCEPT(cublasDasum_v2)
DRY_ACCEPT(cublasDaxpy_v2)
DRY_ACCEPT(cublasDcopy_v2)
DRY_ACCEPT(cublasDdot_v2)
DRY_ACCEPT(cublasDestroy_v2)
DRY_ACCEPT(cublasDgemmBatched)
DRY_ACCEPT(cublasDgemmStridedBatched)
DRY_ACCEPT(cublasDgemm_v2)
DRY_ACCEPT(cublasDgemv_v2)
DRY_ACCEPT(cublasDger_v2)
DRY_ACCEPT(cublasDnrm2_v2)
DRY_ACCEPT(cublasDotEx)
DRY_ACCEPT(cublasDscal_v2)
DRY_ACCEPT(cublasDtrsm_v2)
DRY_ACCEPT(cublasDzasum_v2)
DRY_ACCEPT(cublasDznrm2_v2)
DRY_ACCEPT(cublasGemmBatchedEx)
DRY_ACCEPT(cublasGemmEx)
DRY_ACCEPT(cublasGemmGroupedBatchedEx)
DRY_ACCEPT(cublasGemmStridedBatchedEx)
DRY_ACCEPT(cublasHgemm)
DRY_ACCEPT(cublasHgemmStridedBatched)
DRY_ACCEPT(cublasSasum_v2)
DRY_ACCEPT(cublasSaxpy_v2)
DRY_ACCEPT(cublasScasum_v2)
DRY_ACCEPT(cublasScnrm2_v2)
DRY_ACCEPT(cublasScopy_v2)
DRY_ACCEPT(cublasSdot_v2)
DRY_ACCEPT(cublasSetMathMode)
DRY_ACCEPT(cublasSetMatrixAsync)
DRY_ACCEPT(cublasSetPointerMode_v2)
DRY_ACCEPT(cublasSetStream_v2)
DRY_ACCEPT(cublasSetVectorAsync)
DRY_ACCEPT(cublasSetWorkspace_v2)
DRY_ACCEPT(cublasSgemmBatched)
DRY_ACCEPT(cublasSgemmEx)
DRY_ACCEPT(cublasSgemmStridedBatched)
DRY_ACCEPT(cublasSgemm_v2)
DRY_ACCEPT(cublasSgemv_v2)
DRY_ACCEPT(cublasSger_v2)
DRY_ACCEPT(cublasSnrm2_v2)
DRY_ACCEPT(cublasSscal_v2)
DRY_ACCEPT(cublasStrsm_v2)
DRY_ACCEPT(cublasZgemmStridedBatched)
DRY_ACCEPT(cublasZgemm_v2)
