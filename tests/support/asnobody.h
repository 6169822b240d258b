// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdlib>
#include <unistd.h>

namespace stagecraft::testing {

// Drops root privileges during its lifetime, since permissions do not apply to root.
class AsNobody {
public:
    AsNobody()
    {
        if (::geteuid() == 0 && ::seteuid(65534) == 0) {
            m_changed = true;
        }
    }
    ~AsNobody()
    {
        if (m_changed && ::seteuid(0) != 0) {
            std::abort();
        }
    }
    AsNobody(const AsNobody&) = delete;
    AsNobody& operator=(const AsNobody&) = delete;

private:
    bool m_changed = false;
};

}
