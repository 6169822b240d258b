// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
// cuBLAS and cuBLASLt. libtorch allocates the workspace of both from its caching allocator before it calls them.
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

// Returns one algorithm without a workspace: libtorch has already allocated the largest one.
DRY_EXPORT int cublasLtMatmulAlgoGetHeuristic(void*, void*, void*, void*, void*, void*, void*, int, void* results,
                                              int* returned)
{
    constexpr std::size_t resultBytes = 96; // cublasLtMatmulHeuristicResult_t
    std::memset(results, 0, resultBytes);
    *returned = 1;
    return success;
}

DRY_ACCEPT(cublasLtDestroy)
DRY_LAUNCH(cublasLtMatmul)
DRY_ACCEPT(cublasLtMatmulDescDestroy)
DRY_ACCEPT(cublasLtMatmulDescSetAttribute)
DRY_ACCEPT(cublasLtMatmulPreferenceDestroy)
DRY_ACCEPT(cublasLtMatmulPreferenceSetAttribute)
DRY_ACCEPT(cublasLtMatrixLayoutDestroy)
DRY_ACCEPT(cublasLtMatrixLayoutSetAttribute)

DRY_ACCEPT(cublasDestroy_v2)
DRY_LAUNCH(cublasDotEx)
DRY_LAUNCH(cublasGemmBatchedEx)
DRY_LAUNCH(cublasGemmEx)
DRY_LAUNCH(cublasGemmGroupedBatchedEx)
DRY_LAUNCH(cublasGemmStridedBatchedEx)
DRY_LAUNCH(cublasGetMatrixAsync)
DRY_LAUNCH(cublasGetVectorAsync)
DRY_LAUNCH(cublasHgemm)
DRY_LAUNCH(cublasHgemmStridedBatched)
DRY_ACCEPT(cublasSetMathMode)
DRY_LAUNCH(cublasSetMatrixAsync)
DRY_ACCEPT(cublasSetPointerMode_v2)
DRY_ACCEPT(cublasSetStream_v2)
DRY_LAUNCH(cublasSetVectorAsync)
DRY_ACCEPT(cublasSetWorkspace_v2)
DRY_LAUNCH(cublasSgemmEx)

namespace {

// Reports success: the host reads from `info` which matrix or parameter was wrong.
int noneWrong(int* info)
{
    *info = 0;
    kernelLaunched();
    return success;
}

}

// Functions that exist for every number type. S, D, C and Z are BLAS's letters for float, double and their complex
// types.
#define DRY_BLAS(type)                                                                                                 \
    DRY_LAUNCH(cublas##type##axpy_v2)                                                                                  \
    DRY_LAUNCH(cublas##type##copy_v2)                                                                                  \
    DRY_LAUNCH(cublas##type##gemm_v2)                                                                                  \
    DRY_LAUNCH(cublas##type##gemmBatched)                                                                              \
    DRY_LAUNCH(cublas##type##gemmStridedBatched)                                                                       \
    DRY_LAUNCH(cublas##type##gemv_v2)                                                                                  \
    DRY_LAUNCH(cublas##type##getrfBatched)                                                                             \
    DRY_LAUNCH(cublas##type##getriBatched)                                                                             \
    DRY_LAUNCH(cublas##type##rot_v2)                                                                                   \
    DRY_LAUNCH(cublas##type##scal_v2)                                                                                  \
    DRY_LAUNCH(cublas##type##swap_v2)                                                                                  \
    DRY_LAUNCH(cublas##type##symm_v2)                                                                                  \
    DRY_LAUNCH(cublas##type##syr2k_v2)                                                                                 \
    DRY_LAUNCH(cublas##type##syrk_v2)                                                                                  \
    DRY_LAUNCH(cublas##type##trmm_v2)                                                                                  \
    DRY_LAUNCH(cublas##type##trmv_v2)                                                                                  \
    DRY_LAUNCH(cublas##type##trsm_v2)                                                                                  \
    DRY_LAUNCH(cublas##type##trsmBatched)                                                                              \
    DRY_LAUNCH(cublas##type##trsv_v2)                                                                                  \
    DRY_EXPORT int cublas##type##geqrfBatched(void*, int, int, void*, int, void*, int* info, int)                      \
    {                                                                                                                  \
        return noneWrong(info);                                                                                        \
    }                                                                                                                  \
    DRY_EXPORT int cublas##type##gelsBatched(void*, int, int, int, int, void*, int, void*, int, int* info, void*, int) \
    {                                                                                                                  \
        return noneWrong(info);                                                                                        \
    }                                                                                                                  \
    DRY_EXPORT int cublas##type##getrsBatched(void*, int, int, int, const void*, int, const int*, void*, int,          \
                                              int* info, int)                                                          \
    {                                                                                                                  \
        return noneWrong(info);                                                                                        \
    }

DRY_BLAS(S)
DRY_BLAS(D)
DRY_BLAS(C)
DRY_BLAS(Z)

#define DRY_REAL_BLAS(type)                                                                                            \
    DRY_LAUNCH(cublas##type##asum_v2)                                                                                  \
    DRY_LAUNCH(cublas##type##dot_v2)                                                                                   \
    DRY_LAUNCH(cublas##type##ger_v2)                                                                                   \
    DRY_LAUNCH(cublas##type##nrm2_v2)                                                                                  \
    DRY_LAUNCH(cublas##type##symv_v2)                                                                                  \
    DRY_LAUNCH(cublas##type##syr_v2)                                                                                   \
    DRY_LAUNCH(cublas##type##syr2_v2)

DRY_REAL_BLAS(S)
DRY_REAL_BLAS(D)

#define DRY_COMPLEX_BLAS(type)                                                                                         \
    DRY_LAUNCH(cublas##type##dotc_v2)                                                                                  \
    DRY_LAUNCH(cublas##type##dotu_v2)                                                                                  \
    DRY_LAUNCH(cublas##type##gerc_v2)                                                                                  \
    DRY_LAUNCH(cublas##type##geru_v2)                                                                                  \
    DRY_LAUNCH(cublas##type##hemm_v2)                                                                                  \
    DRY_LAUNCH(cublas##type##hemv_v2)                                                                                  \
    DRY_LAUNCH(cublas##type##her_v2)                                                                                   \
    DRY_LAUNCH(cublas##type##her2_v2)                                                                                  \
    DRY_LAUNCH(cublas##type##her2k_v2)                                                                                 \
    DRY_LAUNCH(cublas##type##herk_v2)

DRY_COMPLEX_BLAS(C)
DRY_COMPLEX_BLAS(Z)
DRY_LAUNCH(cublasScasum_v2)
DRY_LAUNCH(cublasScnrm2_v2)
DRY_LAUNCH(cublasDzasum_v2)
DRY_LAUNCH(cublasDznrm2_v2)
DRY_LAUNCH(cublasCsscal_v2)
DRY_LAUNCH(cublasZdscal_v2)
