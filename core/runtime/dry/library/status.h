// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace stagecraft::dry {

// Documented status codes of CUDA's runtime and driver.
enum Status : int {
    success = 0,
    invalidValue = 1,
    outOfMemory = 2,
    invalidDevice = 101,
    notSupported = 801,
    captureUnsupported = 900,
};

// Status of the calling thread: like CUDA's runtime, keeps the last failure until it is read.
int failed(int status);
int lastStatus();
int takeLastStatus();

// Reports a call of a function that the dry device cannot simulate: writes its name to standard error, once per name,
// and keeps it for stagecraft_dry_take_refusals(). Returns a status that every CUDA library treats as a failure.
// Thread-safe.
int refuse(const char* name);

// The calling thread's current device.
int currentDevice();
bool setCurrentDevice(int device);

}
