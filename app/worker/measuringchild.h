// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace stagecraft {

// Exit status of a child that requests a restart, because an error may have damaged its device state.
inline constexpr int startAgainStatus = 75;

// Main function of the measuring process: reads a request from standard input to its end, measures missing points,
// probes the device or describes a file, and writes messages to `output`. Returns the exit status.
int runMeasuringChild(int output);

}
