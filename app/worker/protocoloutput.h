// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace stagecraft {

// The descriptor that was standard output at program start. Standard output itself is redirected to standard error
// before libraries are loaded, so that their output never mixes with protocol lines.
int protocolOutput();

}
