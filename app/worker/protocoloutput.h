// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace stagecraft {

// The descriptor that was standard output when the program began. Before any library was loaded, standard output itself
// was turned to standard error, so that what libraries print never gets between the protocol's lines.
int protocolOutput();

}
