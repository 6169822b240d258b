// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/protocol/message.h"

#include <string>
#include <vector>

namespace stagecraft {

// Answers of a job in a spool file.
struct SpooledAnswers {
    std::vector<Measurement> measurements;
    bool probed = false;
};

// Numbers messages and writes them as lines to a descriptor, and to a spool file if one is open. Single-threaded.
class MessageWriter {
public:
    // Does not own `output`.
    MessageWriter(int output, std::string job);
    ~MessageWriter();
    MessageWriter(const MessageWriter&) = delete;
    MessageWriter& operator=(const MessageWriter&) = delete;

    // Appends all further messages to `path`. If the file has messages of this job, returns their answers and continues
    // their numbering. Errors: FileNotReadable, FileNotWritable; OptionUnsupported for a workspace and for the file of
    // the request (empty: none).
    Result<SpooledAnswers> openSpool(const std::string& path, const std::string& request);

    // Returns false if no reader can receive the line: the pipe is closed and there is no spool, or the disk is full.
    bool write(MessageBody body);

private:
    int m_output;
    int m_spool = -1;
    bool m_reader_gone = false;
    std::string m_job;
    std::int64_t m_last = 0;
};

}
