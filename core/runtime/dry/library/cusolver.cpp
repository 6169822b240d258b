// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
// Dense functions of cuSOLVER. libtorch queries the workspace size and allocates it from its caching allocator. Error
// codes are on the device, where everything reads as zero, which means success. The real workspace sizes are not
// documented; here they equal the size of the matrices, an upper bound for blocked algorithms.
#include "core/runtime/dry/library/exports.h"
#include "core/runtime/dry/library/status.h"

#include <algorithm>
#include <limits>

using namespace stagecraft::dry;

namespace {

// Workspace in elements, limited to the range of the argument.
int workOf(int* elements, std::int64_t rows, std::int64_t columns, std::int64_t matrices = 1)
{
    constexpr std::int64_t most = std::numeric_limits<int>::max();
    const std::int64_t one = std::clamp<std::int64_t>(rows * columns, 1, most);
    *elements = static_cast<int>(std::min(one * std::max<std::int64_t>(1, matrices), most));
    return success;
}

// Workspace in bytes on the device; none on the host.
int workOf(std::size_t* device, std::size_t* host, std::int64_t rows, std::int64_t columns, std::int64_t matrices = 1)
{
    constexpr std::int64_t largestElement = 16;
    *device = static_cast<std::size_t>(std::max<std::int64_t>(1, rows * columns * matrices) * largestElement);
    *host = 0;
    return success;
}

}

DRY_CREATE(cusolverDnCreate)
DRY_CREATE(cusolverDnCreateGesvdjInfo)
DRY_CREATE(cusolverDnCreateParams)
DRY_CREATE(cusolverDnCreateSyevjInfo)
DRY_ACCEPT(cusolverDnDestroy)
DRY_ACCEPT(cusolverDnDestroyGesvdjInfo)
DRY_ACCEPT(cusolverDnDestroyParams)
DRY_ACCEPT(cusolverDnDestroySyevjInfo)
DRY_ACCEPT(cusolverDnSetStream)
DRY_ACCEPT(cusolverDnXgesvdjSetMaxSweeps)
DRY_ACCEPT(cusolverDnXgesvdjSetSortEig)
DRY_ACCEPT(cusolverDnXgesvdjSetTolerance)

// Functions of one number type, given as LAPACK's letter: factorizations, and the sizes of their workspaces.
#define DRY_SOLVER(type)                                                                                               \
    DRY_LAUNCH(cusolverDn##type##geqrf)                                                                                \
    DRY_LAUNCH(cusolverDn##type##gesvd)                                                                                \
    DRY_LAUNCH(cusolverDn##type##gesvdaStridedBatched)                                                                 \
    DRY_LAUNCH(cusolverDn##type##gesvdj)                                                                               \
    DRY_LAUNCH(cusolverDn##type##gesvdjBatched)                                                                        \
    DRY_LAUNCH(cusolverDn##type##getrf)                                                                                \
    DRY_LAUNCH(cusolverDn##type##getrs)                                                                                \
    DRY_LAUNCH(cusolverDn##type##potrf)                                                                                \
    DRY_LAUNCH(cusolverDn##type##potrfBatched)                                                                         \
    DRY_LAUNCH(cusolverDn##type##potrs)                                                                                \
    DRY_LAUNCH(cusolverDn##type##potrsBatched)                                                                         \
    DRY_LAUNCH(cusolverDn##type##sytrf)                                                                                \
    DRY_EXPORT int cusolverDn##type##geqrf_bufferSize(void*, int rows, int columns, void*, int, int* work)             \
    {                                                                                                                  \
        return workOf(work, rows, columns);                                                                            \
    }                                                                                                                  \
    DRY_EXPORT int cusolverDn##type##getrf_bufferSize(void*, int rows, int columns, void*, int, int* work)             \
    {                                                                                                                  \
        return workOf(work, rows, columns);                                                                            \
    }                                                                                                                  \
    DRY_EXPORT int cusolverDn##type##gesvd_bufferSize(void*, int rows, int columns, int* work)                         \
    {                                                                                                                  \
        return workOf(work, rows, columns);                                                                            \
    }                                                                                                                  \
    DRY_EXPORT int cusolverDn##type##gesvdj_bufferSize(void*, int, int, int rows, int columns, void*, int, void*,      \
                                                       void*, int, void*, int, int* work, void*)                       \
    {                                                                                                                  \
        return workOf(work, rows, columns);                                                                            \
    }                                                                                                                  \
    DRY_EXPORT int cusolverDn##type##gesvdjBatched_bufferSize(void*, int, int rows, int columns, void*, int, void*,    \
                                                              void*, int, void*, int, int* work, void*, int matrices)  \
    {                                                                                                                  \
        return workOf(work, rows, columns, matrices);                                                                  \
    }                                                                                                                  \
    DRY_EXPORT int cusolverDn##type##gesvdaStridedBatched_bufferSize(                                                  \
        void*, int, int, int rows, int columns, void*, int, long long, void*, long long, void*, int, long long, void*, \
        int, long long, int* work, int matrices)                                                                       \
    {                                                                                                                  \
        return workOf(work, rows, columns, matrices);                                                                  \
    }                                                                                                                  \
    DRY_EXPORT int cusolverDn##type##potrf_bufferSize(void*, int, int rows, void*, int, int* work)                     \
    {                                                                                                                  \
        return workOf(work, rows, rows);                                                                               \
    }                                                                                                                  \
    DRY_EXPORT int cusolverDn##type##sytrf_bufferSize(void*, int rows, void*, int, int* work)                          \
    {                                                                                                                  \
        return workOf(work, rows, rows);                                                                               \
    }

DRY_SOLVER(S)
DRY_SOLVER(D)
DRY_SOLVER(C)
DRY_SOLVER(Z)

// Functions with different names for real and complex numbers.
#define DRY_NAMED_SOLVER(generate, multiply, eigen)                                                                    \
    DRY_LAUNCH(cusolverDn##generate)                                                                                   \
    DRY_LAUNCH(cusolverDn##multiply)                                                                                   \
    DRY_LAUNCH(cusolverDn##eigen##d)                                                                                   \
    DRY_LAUNCH(cusolverDn##eigen##j)                                                                                   \
    DRY_LAUNCH(cusolverDn##eigen##jBatched)                                                                            \
    DRY_EXPORT int cusolverDn##generate##_bufferSize(void*, int rows, int columns, int, const void*, int, const void*, \
                                                     int* work)                                                        \
    {                                                                                                                  \
        return workOf(work, rows, columns);                                                                            \
    }                                                                                                                  \
    DRY_EXPORT int cusolverDn##multiply##_bufferSize(void*, int, int, int rows, int columns, int, const void*, int,    \
                                                     const void*, const void*, int, int* work)                         \
    {                                                                                                                  \
        return workOf(work, rows, columns);                                                                            \
    }                                                                                                                  \
    DRY_EXPORT int cusolverDn##eigen##d_bufferSize(void*, int, int, int rows, const void*, int, const void*,           \
                                                   int* work)                                                          \
    {                                                                                                                  \
        return workOf(work, rows, rows);                                                                               \
    }                                                                                                                  \
    DRY_EXPORT int cusolverDn##eigen##j_bufferSize(void*, int, int, int rows, const void*, int, const void*,           \
                                                   int* work, void*)                                                   \
    {                                                                                                                  \
        return workOf(work, rows, rows);                                                                               \
    }                                                                                                                  \
    DRY_EXPORT int cusolverDn##eigen##jBatched_bufferSize(void*, int, int, int rows, const void*, int, const void*,    \
                                                          int* work, void*, int matrices)                              \
    {                                                                                                                  \
        return workOf(work, rows, rows, matrices);                                                                     \
    }

DRY_NAMED_SOLVER(Sorgqr, Sormqr, Ssyev)
DRY_NAMED_SOLVER(Dorgqr, Dormqr, Dsyev)
DRY_NAMED_SOLVER(Cungqr, Cunmqr, Cheev)
DRY_NAMED_SOLVER(Zungqr, Zunmqr, Zheev)

// Functions with the number type as an argument.
DRY_LAUNCH(cusolverDnXgeev)
DRY_LAUNCH(cusolverDnXgeqrf)
DRY_LAUNCH(cusolverDnXpotrf)
DRY_LAUNCH(cusolverDnXpotrs)
DRY_LAUNCH(cusolverDnXsyevBatched)
DRY_LAUNCH(cusolverDnXsyevd)
DRY_LAUNCH(cusolverDnXsytrs)

DRY_EXPORT int cusolverDnXgeqrf_bufferSize(void*, void*, std::int64_t rows, std::int64_t columns, int, const void*,
                                           std::int64_t, int, const void*, int, std::size_t* device, std::size_t* host)
{
    return workOf(device, host, rows, columns);
}

DRY_EXPORT int cusolverDnXpotrf_bufferSize(void*, void*, int, std::int64_t rows, int, const void*, std::int64_t, int,
                                           std::size_t* device, std::size_t* host)
{
    return workOf(device, host, rows, rows);
}

DRY_EXPORT int cusolverDnXsyevd_bufferSize(void*, void*, int, int, std::int64_t rows, int, const void*, std::int64_t,
                                           int, const void*, int, std::size_t* device, std::size_t* host)
{
    return workOf(device, host, rows, rows);
}

DRY_EXPORT int cusolverDnXsyevBatched_bufferSize(void*, void*, int, int, std::int64_t rows, int, const void*,
                                                 std::int64_t, int, const void*, int, std::size_t* device,
                                                 std::size_t* host, std::int64_t matrices)
{
    return workOf(device, host, rows, rows, matrices);
}

DRY_EXPORT int cusolverDnXgeev_bufferSize(void*, void*, int, int, std::int64_t rows, int, const void*, std::int64_t,
                                          int, const void*, int, const void*, std::int64_t, int, const void*,
                                          std::int64_t, int, std::size_t* device, std::size_t* host)
{
    return workOf(device, host, rows, rows);
}

DRY_EXPORT int cusolverDnXsytrs_bufferSize(void*, int, std::int64_t rows, std::int64_t sides, int, const void*,
                                           std::int64_t, const std::int64_t*, int, void*, std::int64_t,
                                           std::size_t* device, std::size_t* host)
{
    return workOf(device, host, rows, sides);
}
