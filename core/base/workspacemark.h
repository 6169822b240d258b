// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>

namespace stagecraft {

// The application id of a workspace in the header of its SQLite file: "STGC".
inline constexpr std::uint32_t workspaceMark = 0x53544743;

// Returns true if the regular file at `path`, with links followed, is a workspace by its header, whatever its name.
// False where it cannot be read. Safe from any thread.
bool holdsWorkspace(const std::string& path);

}
