// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "core/runtime/failures.h"

#include "core/words/worker.h"

#include <c10/util/Exception.h>

#ifdef STAGECRAFT_CUDA
#include <c10/cuda/CUDACachingAllocator.h>
#endif

#include <algorithm>
#include <new>
#include <string_view>

namespace stagecraft {

namespace {

std::string_view trimmed(std::string_view text)
{
    constexpr std::string_view blank = " \t\r\n";
    text.remove_prefix(std::min(text.find_first_not_of(blank), text.size()));
    return text.substr(0, text.find_last_not_of(blank) + 1);
}

// Returns the essential line of an error text. Errors inside TorchScript begin with a traceback: take the line of
// libtorch's error then, or else the last line, which names the exception that the script raised.
std::string oneLine(std::string_view text)
{
    constexpr std::string_view traceback = "The following operation failed in the TorchScript interpreter.";
    constexpr std::string_view reason = "RuntimeError: ";
    text = trimmed(text);
    if (text.starts_with(traceback)) {
        const std::size_t found = text.rfind(reason);
        const std::size_t last = text.rfind('\n');
        text.remove_prefix(found != std::string_view::npos      ? found + reason.size()
                               : last != std::string_view::npos ? last + 1
                                                                : 0);
    }
    return std::string(trimmed(text.substr(0, text.find('\n'))));
}

// The CPU allocator and the libraries below it report a lack of memory as an ordinary error.
bool isOutOfMemoryError(const std::string& message)
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
        return RunFailure {true, verbatim(oneLine(error.what_without_backtrace()))};
    } catch (const c10::Error& error) {
        const std::string message = error.what_without_backtrace();
        return RunFailure {isOutOfMemoryError(message), verbatim(oneLine(message))};
    } catch (const std::bad_alloc&) {
        return RunFailure {true, words::worker::host_used_up};
    } catch (const WorkFailure& error) {
        return RunFailure {false, error.message()};
    } catch (const std::exception& error) {
        return RunFailure {isOutOfMemoryError(error.what()), verbatim(oneLine(error.what()))};
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
