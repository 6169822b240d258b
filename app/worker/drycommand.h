// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

namespace stagecraft {

// Runs a program, with its arguments, on a dry device of a type of the catalogue, its standard output being `output`.
// Returns its exit status; 128 and the signal where one ended it; 2, with a message, where it cannot be started.
int runDry(const std::string& type, const std::vector<std::string>& program, int output);

}
