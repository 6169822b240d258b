// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>

namespace stagecraft {

// SQLite application id of a workspace file: "STGC".
inline constexpr std::uint32_t workspaceMark = 0x53544743;

// Returns true if `path` is a regular file, or a link to one, with the header of a workspace; its name does not matter.
// Returns false if the file cannot be read. Thread-safe.
bool isWorkspaceFile(const std::string& path);

}
