// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>

namespace stagecraft {

// Splits the input of a descriptor into lines.
class LineBuffer {
public:
    explicit LineBuffer(int descriptor) : m_descriptor(descriptor) {}

    // Reads available input once; blocks if there is none. False at the end or on an error.
    bool receive();
    // The next whole line, without its newline.
    std::optional<std::string> next();
    // Input after the last newline.
    const std::string& rest() const { return m_text; }
    int descriptor() const { return m_descriptor; }

private:
    int m_descriptor;
    std::string m_text;
};

}
