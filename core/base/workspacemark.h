// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>

namespace stagecraft {

// SQLite application id of a workspace file: "STGC".
inline constexpr std::uint32_t workspaceMark = 0x53544743;

// Returns true if the regular file at `path`, with links followed, has a workspace's header, whatever its name. False
// if it cannot be read. Thread-safe.
bool holdsWorkspace(const std::string& path);

}
