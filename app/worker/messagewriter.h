// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/protocol/message.h"

#include <string>
#include <vector>

namespace stagecraft {

// What a spool file has of a job.
struct SpooledAnswers {
    std::vector<Measurement> measurements;
    bool probed = false;
};

// Numbers messages and writes them as lines to a descriptor, and to a spool file when there is one. One thread.
class MessageWriter {
public:
    // `output` stays the caller's.
    MessageWriter(int output, std::string job);
    ~MessageWriter();
    MessageWriter(const MessageWriter&) = delete;
    MessageWriter& operator=(const MessageWriter&) = delete;

    // Appends to `path` from now on. What the file already has of this job continues: gives its answers, and the
    // numbers go on behind its last. Errors: FileNotReadable, FileNotWritable; OptionUnsupported for a workspace and
    // for the file of the request (empty: there is none).
    Result<SpooledAnswers> openSpool(const std::string& path, const std::string& request);

    // False once nobody can receive the line any more: the reader has gone and there is no spool, or the disk is full.
    bool write(MessageBody body);

private:
    int m_output;
    int m_spool = -1;
    bool m_reader_gone = false;
    std::string m_job;
    std::int64_t m_last = 0;
};

}
