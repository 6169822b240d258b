// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
// Replacement for libnvrtc, NVIDIA's run-time compiler: the dry CUDA runtime drops kernels, so nothing is compiled. All
// programs are accepted.
#include "core/runtime/dry/library/exports.h"

namespace {

constexpr int success = 0;

// The compiled form of every program and its log: an empty text with its terminating zero.
constexpr std::size_t emptyBytes = 1;

int giveEmpty(char* text)
{
    *text = '\0';
    return success;
}

int giveEmptySize(std::size_t* bytes)
{
    *bytes = emptyBytes;
    return success;
}

}

DRY_EXPORT int nvrtcCreateProgram(void** program, const char*, const char*, int, const char* const*, const char* const*)
{
    static char any; // programs need no identity
    *program = &any;
    return success;
}

DRY_EXPORT int nvrtcVersion(int* major, int* minor)
{
    *major = 12;
    *minor = 0;
    return success;
}

DRY_EXPORT const char* nvrtcGetErrorString(int)
{
    return "dry run";
}

DRY_EXPORT int nvrtcGetLoweredName(void*, const char* expression, const char** name)
{
    *name = expression;
    return success;
}

DRY_EXPORT int nvrtcGetPTXSize(void*, std::size_t* bytes)
{
    return giveEmptySize(bytes);
}

DRY_EXPORT int nvrtcGetCUBINSize(void*, std::size_t* bytes)
{
    return giveEmptySize(bytes);
}

DRY_EXPORT int nvrtcGetProgramLogSize(void*, std::size_t* bytes)
{
    return giveEmptySize(bytes);
}

DRY_EXPORT int nvrtcGetPTX(void*, char* text)
{
    return giveEmpty(text);
}

DRY_EXPORT int nvrtcGetCUBIN(void*, char* text)
{
    return giveEmpty(text);
}

DRY_EXPORT int nvrtcGetProgramLog(void*, char* text)
{
    return giveEmpty(text);
}

DRY_ACCEPT(nvrtcAddNameExpression)
DRY_ACCEPT(nvrtcCompileProgram)
DRY_ACCEPT(nvrtcDestroyProgram)
