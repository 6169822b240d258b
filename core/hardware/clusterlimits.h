// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace stagecraft {

inline constexpr int maxGroups = 16; // of a cluster: mixed searches of so many take seconds
inline constexpr int maxDevices = 1 << 14; // of a cluster: every device of a plan is estimated by itself

}
