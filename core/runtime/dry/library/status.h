// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace stagecraft::dry {

// Statuses of CUDA's runtime and driver, by their documentation.
enum Status : int {
    success = 0,
    invalidValue = 1,
    outOfMemory = 2,
    invalidDevice = 101,
    notSupported = 801,
    captureUnsupported = 900,
};

// The runtime keeps the last failure of each thread until it is asked for.
int failed(int status);
int lastStatus();
int takeLastStatus();

// A function that the dry device cannot stand in for was called: writes its name to standard error, once a name, and
// keeps it for stagecraft_dry_take_refusals(). Returns a status that every CUDA library reports as a failure. Any
// thread.
int refuse(const char* name);

// The device that the calling thread has set.
int currentDevice();
bool setCurrentDevice(int device);

}
