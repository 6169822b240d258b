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

// Runs a request in measuring processes, one at a time. Forwards their messages with new numbers, adds heartbeats,
// records the point or probe part at which a process died, starts the next process for the rest, and stops on request.
// Never uses the device itself.
class Supervisor {
public:
    // `explorer`: further lines from the explorer, or null if it cannot send any. `request.known` contains only
    // failures of this job.
    Supervisor(WorkerRequest request, MessageWriter& writer, LineBuffer* explorer, std::string cancel_file);
    ~Supervisor();
    Supervisor(const Supervisor&) = delete;
    Supervisor& operator=(const Supervisor&) = delete;

    // Returns the exit status.
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
    std::optional<DryLaunch> m_dry; // environment of children for a dry device
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
    std::optional<MeasuredDevice> m_device; // from the first hello message
    Bytes m_free_memory; // from the latest hello message
    std::optional<ProbePart> m_part; // part of the probe in progress
    bool m_at_point = false; // a point is in progress
    bool m_has_result = false;
    std::optional<ErrorCode> m_error; // error that the child reported
    int m_early_deaths = 0;
    std::optional<std::int64_t> m_kills_before_child; // kill count of the kernel's out-of-memory killer
    std::string m_killed_at; // point of the last kill by another process
    int m_before_child = 0; // number of points that earlier children answered
    ResultMessage m_result;
};

}
