// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

namespace stagecraft {

// A random version 4 UUID, lower case. Safe from any thread.
std::string newUuid();

// 64-bit FNV-1a of `text` as 16 hexadecimal digits: to recognise equal content, not to protect it.
std::string contentHash(std::string_view text);

}
