// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>

namespace stagecraft {

// Cuts what arrives at a descriptor into lines.
class LineBuffer {
public:
    explicit LineBuffer(int descriptor) : m_descriptor(descriptor) {}

    // Reads once what is there (waits if nothing is). False at the end or on an error.
    bool receive();
    // The next whole line, without its newline.
    std::optional<std::string> next();
    // What has come without a newline so far.
    const std::string& rest() const { return m_text; }
    int descriptor() const { return m_descriptor; }

private:
    int m_descriptor;
    std::string m_text;
};

}
