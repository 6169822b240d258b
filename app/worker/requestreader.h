// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "linebuffer.h"

#include "core/protocol/message.h"

namespace stagecraft {

struct ReceivedRequest {
    WorkerRequest request;
    bool explorer_listens =
        false; // the request came through a pipe: "cancel" may follow, and closing the pipe stops the job
};

// Reads the request from the file `path`, or from standard input if `path` is empty: a file is read whole, a pipe up to
// the end of the first line (to its end if the first line is a single brace). The rest stays in `input`. A TorchScript
// file that is not at its path is looked up in the folder of the request. Only `trust`, from the command line, allows
// loading it; the request's own field is ignored, because requests may come from anyone. Errors: those of readFile(),
// decodeRequest(), findScript() and validate().
Result<ReceivedRequest> receiveRequest(const std::string& path, bool trust, LineBuffer& input);

}
