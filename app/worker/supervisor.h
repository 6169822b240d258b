// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "linebuffer.h"
#include "messagewriter.h"

#include "core/protocol/message.h"
#include "core/runtime/childprocess.h"
#include "core/runtime/dry/launch/drylaunch.h"

#include <chrono>
#include <optional>
#include <string>

namespace stagecraft {

// Runs a request in measuring processes, one after the other, and answers for all of them: passes their messages on
// with numbers of its own, adds heartbeats, records the point or the part of a probe at which a process died and starts
// the next one for what is left, and stops on request. Never touches the device itself.
class Supervisor {
public:
    // `explorer`: further lines from the explorer, or null if it cannot send any. `request.known` has no failures but
    // this job's.
    Supervisor(WorkerRequest request, MessageWriter& writer, LineBuffer* explorer, std::string cancel_file);
    ~Supervisor();
    Supervisor(const Supervisor&) = delete;
    Supervisor& operator=(const Supervisor&) = delete;

    // Gives the exit status.
    int run();

private:
    using Clock = std::chrono::steady_clock;
    enum class Outcome { Finished, Broken, Again, Cancelled, ReaderGone };

    Outcome superviseChild();
    Result<void> prepareDryRun();
    Outcome outcomeOf(int status);
    Outcome recordDeath(int status);
    bool killedFromOutside(const std::string& point);
    bool forward(const std::string& line);
    bool forward(WorkerMessage message);
    bool send(MessageBody body);
    bool waitForEvents(const LineBuffer& child);
    bool cancelAsked();
    bool readExplorer();
    WorkerRequest remainingRequest() const;

    WorkerRequest m_request;
    std::optional<DryLaunch> m_dry; // what children of a request for a dry device run with
    MessageWriter& m_writer;
    LineBuffer* m_explorer;
    std::string m_cancel_file;
    int m_signals = -1;
    Clock::time_point m_start = Clock::now();
    Clock::time_point m_last_heartbeat = m_start;
    bool m_child_ready = false;
    bool m_explorer_ready = false;
    bool m_cancelled_by_signal = false;
    bool m_cancelled = false;
    bool m_reader_gone = false;
    std::optional<MeasuredDevice> m_device; // from the first hello
    Bytes m_room; // from the latest
    std::optional<ProbePart> m_part; // of the probe, that the child has begun
    bool m_at_point = false; // the child has begun a point and not yet answered
    bool m_has_result = false;
    std::optional<ErrorCode> m_error; // that the child reported
    int m_early_deaths = 0;
    std::optional<std::int64_t> m_kills_before_child; // by the kernel, for lack of memory
    std::string m_killed_at; // the point at which a child was last killed, and not by the kernel
    int m_before_child = 0; // points answered by earlier children
    ResultMessage m_result;
};

}
