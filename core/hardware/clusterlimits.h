// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace stagecraft {

inline constexpr int maxGroups = 16; // per cluster: a mixed search of this size takes seconds
inline constexpr int maxDevices = 1 << 14; // per cluster: every device of a plan is estimated separately

}
