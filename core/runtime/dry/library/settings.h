// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>

namespace stagecraft::dry {

// The device that the library pretends to be.
struct Settings {
    std::string name = "NVIDIA H100 80GB HBM3"; // as the driver reports it
    int major = 9; // compute capability
    int minor = 0;
    int multiprocessors = 132;
    std::uint64_t memory = 85'029'158'912; // bytes, as the driver reports them
    std::uint64_t context = 0; // bytes of it that driver and libraries take before the first allocation
    int devices = 1; // equal ones of this machine
};

// What a device of a compute capability has, by table "Technical Specifications per Compute Capability" of the CUDA C++
// Programming Guide.
struct Architecture {
    int shared_memory_per_multiprocessor = 0; // bytes
    int shared_memory_per_block_optin = 0; // bytes
    int threads_per_multiprocessor = 0;
    int blocks_per_multiprocessor = 0;
};

// Settings of this process: the environment variable STAGECRAFT_DRY_DEVICE, "key=value" joined by ";". Read once.
// Ends the process with a message where the variable is malformed.
const Settings& settings();

// The architecture of the settings' compute capability; of one that the table lacks, that of the next lower one.
const Architecture& architecture();

}
