// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"
#include "core/hardware/cluster.h"

#include <map>
#include <string>
#include <vector>

namespace stagecraft {

// Locations of the parts of a dry run.
struct DryParts {
    std::string library; // the dry CUDA runtime, a shared library
    std::string torch; // libtorch's folder `lib`
};

// Returns the path of the dry CUDA runtime: from the variable STAGECRAFT_DRY_LIBRARY, else beside the running program,
// else the installed one. DryLaunch::prepare() checks that it exists.
std::string dryLibrary();

// Files and environment that make a process with libtorch's CUDA build run on a dry device. The destructor removes the
// folder, so the object must outlive the process.
class DryLaunch {
public:
    // Prepares a launch. `device`: an NVIDIA type with a compute capability. `devices`: number of such devices in the
    // machine. `others`: programs and libraries besides libtorch that call CUDA.
    // Errors: DryRunUnavailable (with the reason: libtorch without CUDA, a processor other than x86-64, no capability),
    // FileNotReadable, FileNotWritable.
    static Result<DryLaunch> prepare(const DryParts& parts, const DeviceType& device, int devices,
                                     const std::vector<std::string>& others = {});

    DryLaunch(DryLaunch&& other) noexcept;
    DryLaunch& operator=(DryLaunch&& other) = delete;
    ~DryLaunch();

    // Environment variables for the process.
    const std::map<std::string, std::string>& environment() const { return m_environment; }
    // Folder of the libraries; "libcuda.so.1" in it is the dry runtime.
    const std::string& folder() const { return m_folder; }

private:
    explicit DryLaunch(std::string folder) : m_folder(std::move(folder)) {}

    std::string m_folder;
    std::map<std::string, std::string> m_environment;
};

}
