// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"
#include "core/hardware/cluster.h"

#include <map>
#include <string>
#include <vector>

namespace stagecraft {

// Where the parts of a dry run are.
struct DryParts {
    std::string library; // the dry CUDA runtime, a shared library
    std::string torch; // libtorch's folder `lib`
};

// The dry CUDA runtime: what the variable STAGECRAFT_DRY_LIBRARY names, else the one beside the running program, else
// the installed one. Whether it is there, DryLaunch::prepare() tells.
std::string dryLibrary();

// The files and the environment that make a process of libtorch's CUDA build run on a dry device. Its folder is removed
// with it, so it has to outlive the process.
class DryLaunch {
public:
    // `device`: an NVIDIA device type with a compute capability. `devices`: how many of them the machine has.
    // `others`: programs and libraries besides libtorch that call CUDA.
    // Errors: DryRunUnavailable (says why: no CUDA in libtorch, another processor than x86-64, no capability),
    // FileNotReadable, FileNotWritable.
    static Result<DryLaunch> prepare(const DryParts& parts, const DeviceType& device, int devices,
                                     const std::vector<std::string>& others = {});

    DryLaunch(DryLaunch&& other) noexcept;
    DryLaunch& operator=(DryLaunch&& other) = delete;
    ~DryLaunch();

    // Variables to be set for the process.
    const std::map<std::string, std::string>& environment() const { return m_environment; }
    // The folder of the libraries; "libcuda.so.1" in it is the dry runtime.
    const std::string& folder() const { return m_folder; }

private:
    explicit DryLaunch(std::string folder) : m_folder(std::move(folder)) {}

    std::string m_folder;
    std::map<std::string, std::string> m_environment;
};

}
