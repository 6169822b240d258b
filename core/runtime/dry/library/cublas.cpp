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

DRY_ACCEPT(cublasDestroy_v2)
DRY_ACCEPT(cublasDotEx)
DRY_ACCEPT(cublasGemmBatchedEx)
DRY_ACCEPT(cublasGemmEx)
DRY_ACCEPT(cublasGemmGroupedBatchedEx)
DRY_ACCEPT(cublasGemmStridedBatchedEx)
DRY_ACCEPT(cublasGetMatrixAsync)
DRY_ACCEPT(cublasGetVectorAsync)
DRY_ACCEPT(cublasHgemm)
DRY_ACCEPT(cublasHgemmStridedBatched)
DRY_ACCEPT(cublasSetMathMode)
DRY_ACCEPT(cublasSetMatrixAsync)
DRY_ACCEPT(cublasSetPointerMode_v2)
DRY_ACCEPT(cublasSetStream_v2)
DRY_ACCEPT(cublasSetVectorAsync)
DRY_ACCEPT(cublasSetWorkspace_v2)
DRY_ACCEPT(cublasSgemmEx)

namespace {

// A failure is told to the host, in the argument that says which matrix or parameter was wrong.
int noneWrong(int* info)
{
    *info = 0;
    return success;
}

}

// What there is for every number type. S, D, C and Z are BLAS's letters for float, double and their complex numbers.
#define DRY_BLAS(type)                                                                                                 \
    DRY_ACCEPT(cublas##type##axpy_v2)                                                                                  \
    DRY_ACCEPT(cublas##type##copy_v2)                                                                                  \
    DRY_ACCEPT(cublas##type##gemm_v2)                                                                                  \
    DRY_ACCEPT(cublas##type##gemmBatched)                                                                              \
    DRY_ACCEPT(cublas##type##gemmStridedBatched)                                                                       \
    DRY_ACCEPT(cublas##type##gemv_v2)                                                                                  \
    DRY_ACCEPT(cublas##type##getrfBatched)                                                                             \
    DRY_ACCEPT(cublas##type##getriBatched)                                                                             \
    DRY_ACCEPT(cublas##type##rot_v2)                                                                                   \
    DRY_ACCEPT(cublas##type##scal_v2)                                                                                  \
    DRY_ACCEPT(cublas##type##swap_v2)                                                                                  \
    DRY_ACCEPT(cublas##type##symm_v2)                                                                                  \
    DRY_ACCEPT(cublas##type##syr2k_v2)                                                                                 \
    DRY_ACCEPT(cublas##type##syrk_v2)                                                                                  \
    DRY_ACCEPT(cublas##type##trmm_v2)                                                                                  \
    DRY_ACCEPT(cublas##type##trmv_v2)                                                                                  \
    DRY_ACCEPT(cublas##type##trsm_v2)                                                                                  \
    DRY_ACCEPT(cublas##type##trsmBatched)                                                                              \
    DRY_ACCEPT(cublas##type##trsv_v2)                                                                                  \
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
    DRY_ACCEPT(cublas##type##asum_v2)                                                                                  \
    DRY_ACCEPT(cublas##type##dot_v2)                                                                                   \
    DRY_ACCEPT(cublas##type##ger_v2)                                                                                   \
    DRY_ACCEPT(cublas##type##nrm2_v2)                                                                                  \
    DRY_ACCEPT(cublas##type##symv_v2)                                                                                  \
    DRY_ACCEPT(cublas##type##syr_v2)                                                                                   \
    DRY_ACCEPT(cublas##type##syr2_v2)

DRY_REAL_BLAS(S)
DRY_REAL_BLAS(D)

#define DRY_COMPLEX_BLAS(type)                                                                                         \
    DRY_ACCEPT(cublas##type##dotc_v2)                                                                                  \
    DRY_ACCEPT(cublas##type##dotu_v2)                                                                                  \
    DRY_ACCEPT(cublas##type##gerc_v2)                                                                                  \
    DRY_ACCEPT(cublas##type##geru_v2)                                                                                  \
    DRY_ACCEPT(cublas##type##hemm_v2)                                                                                  \
    DRY_ACCEPT(cublas##type##hemv_v2)                                                                                  \
    DRY_ACCEPT(cublas##type##her_v2)                                                                                   \
    DRY_ACCEPT(cublas##type##her2_v2)                                                                                  \
    DRY_ACCEPT(cublas##type##her2k_v2)                                                                                 \
    DRY_ACCEPT(cublas##type##herk_v2)

DRY_COMPLEX_BLAS(C)
DRY_COMPLEX_BLAS(Z)
DRY_ACCEPT(cublasScasum_v2)
DRY_ACCEPT(cublasScnrm2_v2)
DRY_ACCEPT(cublasDzasum_v2)
DRY_ACCEPT(cublasDznrm2_v2)
DRY_ACCEPT(cublasCsscal_v2)
DRY_ACCEPT(cublasZdscal_v2)
