// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "linebuffer.h"

#include "core/protocol/message.h"

namespace stagecraft {

struct ReceivedRequest {
    WorkerRequest request;
    bool explorer_listens =
        false; // it came through a pipe: "cancel" may follow, and its closing means that nobody waits any more
};

// Reads the request from the file `path`, or where that is empty from standard input: a file there is read whole, a
// pipe up to the end of the first line (to its end where the first line is a lone brace). What follows stays in
// `input`. A TorchScript file that is not where the request says is looked for beside it. Only `trust`, from the
// command line, allows to load one: what the request says of that does not count, as it may be anybody's. Errors: as
// readFile(), decodeRequest() and findScript(), and those of validate() for what is asked.
Result<ReceivedRequest> receiveRequest(const std::string& path, bool trust, LineBuffer& input);

}
