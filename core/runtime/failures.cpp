// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "core/runtime/failures.h"

#include <c10/util/Exception.h>

#ifdef STAGECRAFT_CUDA
#include <c10/cuda/CUDACachingAllocator.h>
#endif

#include <new>

namespace stagecraft {

namespace {

// Of what is told; what goes wrong inside TorchScript comes with a traceback before it.
std::string firstLine(const std::string& text)
{
    constexpr std::string_view traceback = "The following operation failed in the TorchScript interpreter.";
    constexpr std::string_view reason = "RuntimeError: ";
    const auto found = text.starts_with(traceback) ? text.rfind(reason) : std::string::npos;
    const std::size_t begin = found == std::string::npos ? 0 : found + reason.size();
    return text.substr(begin, text.find('\n', begin) - begin);
}

// The CPU allocator and the libraries below it report a lack of memory as an ordinary error.
bool tellsOutOfMemory(const std::string& message)
{
    for (const char* words : {"can't allocate memory", "not enough memory", "out of memory", "out_of_memory",
                              "CUBLAS_STATUS_ALLOC_FAILED"}) {
        if (message.find(words) != std::string::npos) {
            return true;
        }
    }
    return false;
}

}

std::optional<RunFailure> runGuarded(const std::function<void()>& work)
{
    try {
        work();
    } catch (const c10::OutOfMemoryError& error) {
        return RunFailure {true, firstLine(error.what_without_backtrace())};
    } catch (const c10::Error& error) {
        const std::string message = error.what_without_backtrace();
        return RunFailure {tellsOutOfMemory(message), firstLine(message)};
    } catch (const std::bad_alloc&) {
        return RunFailure {true, "the memory of the host is used up"};
    } catch (const std::exception& error) {
        return RunFailure {tellsOutOfMemory(error.what()), firstLine(error.what())};
    }
    return std::nullopt;
}

c10::Device torchDevice(const RuntimeDevice& device)
{
    if (device.description.kind == DeviceKind::Cuda) {
        return {c10::kCUDA, static_cast<c10::DeviceIndex>(device.index)};
    }
    return {c10::kCPU};
}

void releaseCached([[maybe_unused]] const RuntimeDevice& device)
{
#ifdef STAGECRAFT_CUDA
    if (device.description.kind == DeviceKind::Cuda) {
        c10::cuda::CUDACachingAllocator::emptyCache();
    }
#endif
}

}
