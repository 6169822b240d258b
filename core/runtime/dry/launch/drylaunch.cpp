// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "core/runtime/dry/launch/drylaunch.h"

#include "core/base/files.h"
#include "core/runtime/dry/launch/elfsymbols.h"
#include "core/runtime/dry/launch/refusinglibrary.h"
#include "core/words/worker.h"

#include <dirent.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <set>
#include <string_view>
#include <utility>

namespace stagecraft {

namespace {

// std::filesystem is not used: libtorch exports that of another C++ library version, which crashes.
bool isThere(const std::string& path)
{
    return ::access(path.c_str(), R_OK) == 0;
}

std::string folderOf(const std::string& path)
{
    return path.substr(0, path.rfind('/'));
}

constexpr const char* driverName = "libcuda.so.1"; // name under which Triton and others load the driver
// The run-time compiler for CUDA 12 and 13: found beside the dry CUDA runtime, keeping its name.
constexpr std::array<std::pair<const char*, const char*>, 2> compilers {{
    {"libstagecraft_dry_nvrtc12.so", "libnvrtc.so.12"},
    {"libstagecraft_dry_nvrtc13.so", "libnvrtc.so.13"},
}};
constexpr Bytes mostLibraryBytes(std::int64_t {64} << 20);
constexpr const char* refusingName = "libstagecraft_refusing.so";

tl::unexpected<Error> unavailable(Message reason)
{
    return failure(ErrorCode::DryRunUnavailable, {std::move(reason)});
}

bool startsWithAny(std::string_view name, std::initializer_list<std::string_view> prefixes)
{
    return std::any_of(prefixes.begin(), prefixes.end(), [name](auto prefix) { return name.starts_with(prefix); });
}

// Functions of the CUDA libraries. "cuda..." belongs to the runtime, "cu" with a capital letter to the driver.
bool isCuda(std::string_view name)
{
    const bool driver = name.starts_with("cu") && name.size() > 2 && name[2] >= 'A' && name[2] <= 'Z';
    return driver
        || startsWithAny(name,
                         {"cuda", "__cuda", "cublas", "cudnn", "cufft", "curand", "cusolver", "cusparse", "nccl"});
}

// Functions that need no device and remain the real library's: versions, texts and files.
bool isLeftReal(std::string_view name)
{
    static const std::set<std::string_view> names {
        "cudaRuntimeGetVersion", "cublasLtGetVersion",     "cublasGetStatusString", "cublasGetStatusName",
        "cudnnGetVersion",       "cudnnGetCudartVersion",  "cudnnGetErrorString",   "cudnnGetLastErrorString",
        "cudnnGetProperty",      "cusparseGetErrorString", "cusparseGetErrorName",  "ncclGetVersion",
        "ncclGetErrorString",    "ncclGetLastError"};
    return names.contains(name) || name.starts_with("cuFile");
}

// Returns libtorch's libraries that call CUDA.
Result<std::vector<std::string>> torchLibraries(const std::string& folder)
{
    if (!isThere(folder + "/libc10.so")) {
        return unavailable(say(words::worker::no_libtorch, folder));
    }
    if (!isThere(folder + "/libtorch_cuda.so")) {
        return unavailable(say(words::worker::libtorch_without_cuda, folder));
    }
    std::vector<std::string> libraries;
    if (DIR* entries = ::opendir(folder.c_str())) {
        while (const dirent* entry = ::readdir(entries)) {
            const std::string_view name = entry->d_name;
            if (name.ends_with(".so") && startsWithAny(name, {"libtorch", "libc10", "libcaffe2"})) {
                libraries.push_back(folder + "/" + entry->d_name);
            }
        }
        ::closedir(entries);
    }
    std::sort(libraries.begin(), libraries.end());
    return libraries;
}

Result<std::string> temporaryFolder()
{
    const char* given = std::getenv("TMPDIR");
    std::string parent = given != nullptr && *given != 0 ? given : "/tmp";
    // LD_PRELOAD will list files of the folder, and these characters separate its names.
    if (parent.find_first_of(" :") != std::string::npos) {
        parent = "/tmp";
    }
    std::string name = parent + "/stagecraft-dry-XXXXXX";
    if (!mkdtemp(name.data())) {
        return failure(ErrorCode::FileNotWritable, {name, std::string(std::strerror(errno))}, name);
    }
    return name;
}

// Name that the driver reports.
const std::string& reportedName(const DeviceType& device)
{
    return device.driver_names.empty() ? device.name : device.driver_names.front();
}

std::string settingsOf(const DeviceType& device, int devices)
{
    std::string text = "name=" + reportedName(device) + ";capability=" + *device.compute_capability
        + ";memory=" + std::to_string(device.memory.value.value)
        + ";context=" + std::to_string(device.context.value.value) + ";devices=" + std::to_string(devices);
    if (device.multiprocessors) {
        text += ";multiprocessors=" + std::to_string(*device.multiprocessors);
    }
    return text;
}

Result<void> checkDevice(const DeviceType& device, int devices)
{
    constexpr int mostDevices = 64; // libtorch's limit
    if (device.kind != DeviceKind::Cuda || !device.compute_capability) {
        return unavailable(say(words::worker::no_known_device, device.name));
    }
    if (reportedName(device).find_first_of(";\n") != std::string::npos) {
        return unavailable(words::worker::device_name);
    }
    if (devices < 1 || devices > mostDevices) {
        return unavailable(say(words::worker::machine_devices, mostDevices, devices));
    }
    return {};
}

}

std::string dryLibrary()
{
    if (const char* named = std::getenv("STAGECRAFT_DRY_LIBRARY")) {
        return named;
    }
    constexpr const char* name = "/libstagecraft_dry.so";
    std::array<char, 4096> program {};
    [[maybe_unused]] const auto length = ::readlink("/proc/self/exe", program.data(), program.size() - 1);
    const std::string programs = folderOf(program.data());
    return isThere(programs + name) ? programs + name : folderOf(programs) + "/" STAGECRAFT_LIBRARY_FOLDER + name;
}

Result<DryLaunch> DryLaunch::prepare(const DryParts& parts, const DeviceType& device, int devices,
                                     const std::vector<std::string>& others)
{
#ifndef __x86_64__
    return unavailable(words::worker::other_processor);
#endif
    if (const auto checked = checkDevice(device, devices); !checked) {
        return failure(checked.error());
    }
    if (!isThere(parts.library)) {
        return unavailable(say(words::worker::dry_runtime_missing, parts.library));
    }
    auto callers = torchLibraries(parts.torch);
    const auto runtime = readElfSymbols(parts.library);
    if (!callers || !runtime) {
        return failure(!callers ? callers.error() : runtime.error());
    }
    const std::size_t libraries = callers->size();
    callers->insert(callers->end(), others.begin(), others.end());
    std::set<std::string> refused;
    for (std::size_t i = 0; i < callers->size(); ++i) {
        const auto symbols = readElfSymbols((*callers)[i]);
        if (!symbols && i >= libraries) {
            continue; // not an ELF file: a script
        }
        if (!symbols) {
            return failure(symbols.error());
        }
        for (const std::string& name : symbols->undefined) {
            if (isCuda(name) && !isLeftReal(name) && !runtime->defined.contains(name)) {
                refused.insert(name);
            }
        }
    }
    const auto folder = temporaryFolder();
    if (!folder) {
        return failure(folder.error());
    }
    DryLaunch launch(*folder);
    const std::string driver = *folder + "/" + driverName;
    const std::string refusing = *folder + "/" + refusingName;
    const auto library = readFile(parts.library, mostLibraryBytes);
    if (!library) {
        return failure(library.error());
    }
    std::vector<std::pair<std::string, std::string>> files {{driver, *library}, {refusing, refusingLibrary(refused)}};
    for (const auto& [file, name] : compilers) {
        auto compiler = readFile(folderOf(parts.library) + "/" + file, mostLibraryBytes);
        if (!compiler) {
            return failure(compiler.error());
        }
        files.emplace_back(*folder + "/" + name, std::move(*compiler));
    }
    std::string preloaded;
    for (const auto& [path, content] : files) {
        if (const auto written = writeFile(path, content); !written) {
            return failure(written.error());
        }
        preloaded += (preloaded.empty() ? "" : ":") + path;
    }
    launch.m_environment = {{"LD_PRELOAD", preloaded},
                            {"STAGECRAFT_DRY_DEVICE", settingsOf(device, devices)},
                            {"TRITON_LIBCUDA_PATH", *folder},
                            {"CUDA_MODULE_LOADING", "LAZY"}};
    return launch;
}

DryLaunch::DryLaunch(DryLaunch&& other) noexcept
    : m_folder(std::exchange(other.m_folder, {})), m_environment(std::move(other.m_environment))
{
}

DryLaunch::~DryLaunch()
{
    if (m_folder.empty()) {
        return;
    }
    for (const char* file : {driverName, refusingName, compilers[0].second, compilers[1].second}) {
        ::unlink((m_folder + "/" + file).c_str());
    }
    ::rmdir(m_folder.c_str());
}

}
