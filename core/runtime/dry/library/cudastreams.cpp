// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
// Streams and events of the CUDA runtime. Work completes immediately in the order of submission, on all streams.
#include "core/runtime/dry/library/captures.h"
#include "core/runtime/dry/library/exports.h"
#include "core/runtime/dry/library/settings.h"
#include "core/runtime/dry/library/status.h"

#include <dlfcn.h>

#include <chrono>
#include <mutex>
#include <unordered_map>

using namespace stagecraft::dry;

namespace {

using Clock = std::chrono::steady_clock;

// Host times at which events were recorded, as work on the device takes no time.
class EventTimes {
public:
    static EventTimes& instance()
    {
        static auto* all = new EventTimes;
        return *all;
    }
    void record(const void* event)
    {
        const std::lock_guard lock(m_mutex);
        m_times[event] = Clock::now();
    }
    void forget(const void* event)
    {
        const std::lock_guard lock(m_mutex);
        m_times.erase(event);
    }
    float milliseconds(const void* from, const void* to) const
    {
        const std::lock_guard lock(m_mutex);
        const auto begin = m_times.find(from);
        const auto end = m_times.find(to);
        if (begin == m_times.end() || end == m_times.end()) {
            return 0;
        }
        return std::chrono::duration<float, std::milli>(end->second - begin->second).count();
    }

private:
    mutable std::mutex m_mutex;
    std::unordered_map<const void*, Clock::time_point> m_times;
};

}

DRY_CREATE(cudaStreamCreate)
DRY_CREATE(cudaStreamCreateWithFlags)
DRY_CREATE(cudaStreamCreateWithPriority)
DRY_ACCEPT(cudaStreamDestroy)

// Synchronizing a stream that is being captured is an error, because the captured work never runs.
DRY_EXPORT int cudaStreamSynchronize(void* stream)
{
    return Captures::instance().of(stream) == 0 ? int {success} : failed(captureUnsupported);
}

DRY_EXPORT int cudaStreamQuery(void* stream)
{
    return cudaStreamSynchronize(stream);
}

DRY_EXPORT int cudaStreamWaitEvent(void* stream, void* event, unsigned)
{
    Captures::instance().eventAwaited(event, stream);
    return success;
}

DRY_EXPORT int cudaStreamGetPriority(void*, int* priority)
{
    *priority = 0;
    return success;
}

DRY_EXPORT int cudaLaunchHostFunc(void*, void (*function)(void*), void* data)
{
    function(data);
    return success;
}

DRY_EXPORT int cudaStreamAddCallback(void* stream, void (*callback)(void*, int, void*), void* data, unsigned)
{
    callback(stream, success, data);
    return success;
}

DRY_CREATE(cudaEventCreate)
DRY_CREATE(cudaEventCreateWithFlags)
DRY_ACCEPT(cudaEventQuery)
DRY_ACCEPT(cudaEventSynchronize)

DRY_EXPORT int cudaEventRecord(void* event, void* stream)
{
    EventTimes::instance().record(event);
    Captures::instance().eventRecorded(event, stream);
    return success;
}

DRY_EXPORT int cudaEventRecordWithFlags(void* event, void* stream, unsigned)
{
    return cudaEventRecord(event, stream);
}

DRY_EXPORT int cudaEventDestroy(void* event)
{
    EventTimes::instance().forget(event);
    Captures::instance().eventDestroyed(event);
    return success;
}

DRY_EXPORT int cudaEventElapsedTime(float* milliseconds, void* from, void* to)
{
    *milliseconds = EventTimes::instance().milliseconds(from, to);
    return success;
}

// Returns the version of the runtime that libtorch was built with, so that libtorch accepts the driver.
DRY_EXPORT int cudaDriverGetVersion(int* version)
{
    using RuntimeVersion = int (*)(int*);
    static const auto ask = reinterpret_cast<RuntimeVersion>(dlsym(RTLD_NEXT, "cudaRuntimeGetVersion"));
    *version = 0;
    return ask ? ask(version) : int {success};
}
