// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

namespace stagecraft {

// Returns a random version 4 UUID in lower case. Thread-safe.
std::string newUuid();

// Returns the 64-bit FNV-1a hash of `text` as 16 hexadecimal digits. Recognizes equal content; not cryptographic.
std::string contentHash(std::string_view text);

}
