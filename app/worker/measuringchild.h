// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace stagecraft {

// Exit status of a child that wants to be started again: something went wrong on the device, and a fresh process is
// surer.
inline constexpr int startAgainStatus = 75;

// The measuring process: reads a request from standard input to its end, measures what is missing, probes the device or
// describes a file, and writes messages to `output`. Gives the exit status.
int runMeasuringChild(int output);

}
