// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>

namespace stagecraft::dry {

// Properties of the simulated device.
struct Settings {
    std::string name = "NVIDIA H100 80GB HBM3"; // as the driver reports it
    int major = 9; // compute capability
    int minor = 0;
    int multiprocessors = 132;
    std::uint64_t memory = 85'029'158'912; // bytes, as the driver reports them
    std::uint64_t context = 0; // bytes of it used by driver and libraries before the first allocation
    int devices = 1; // number of equal devices in this machine
};

// Properties of a compute capability. Source: table "Technical Specifications per Compute Capability" of the CUDA C++
// Programming Guide.
struct Architecture {
    int shared_memory_per_multiprocessor = 0; // bytes
    int shared_memory_per_block_optin = 0; // bytes
    int threads_per_multiprocessor = 0;
    int blocks_per_multiprocessor = 0;
};

// Returns the settings of this process from the environment variable STAGECRAFT_DRY_DEVICE, "key=value" joined by ";".
// Read once. Ends the process with a message if the variable is malformed.
const Settings& settings();

// Returns the architecture of the settings' compute capability; if the table lacks it, that of the next lower one.
const Architecture& architecture();

}
