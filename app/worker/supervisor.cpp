// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "supervisor.h"

#include "exitstatus.h"
#include "measuringchild.h"
#include "pending.h"

#include "core/runtime/dryparts.h"
#include "core/runtime/hostmemory.h"
#include "core/runtime/timestamp.h"
#include "core/words/worker.h"

#include <poll.h>
#include <sys/signalfd.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <csignal>
#include <cstring>
#include <iostream>

namespace stagecraft {

namespace {

constexpr std::chrono::seconds heartbeatInterval(5);
constexpr std::chrono::milliseconds cancelFileInterval(200);

// Returns a descriptor for signals that request a stop. SIGHUP stays ignored under nohup.
int openSignals()
{
    sigset_t signals;
    sigemptyset(&signals);
    sigaddset(&signals, SIGINT);
    sigaddset(&signals, SIGTERM);
    struct sigaction hangUp {};
    if (sigaction(SIGHUP, nullptr, &hangUp) == 0 && hangUp.sa_handler != SIG_IGN) {
        sigaddset(&signals, SIGHUP);
    }
    sigprocmask(SIG_BLOCK, &signals, nullptr);
    std::signal(SIGPIPE, SIG_IGN);
    return signalfd(-1, &signals, SFD_CLOEXEC);
}

Message deathInWords(int status)
{
    if (WIFSIGNALED(status)) {
        const int signal = WTERMSIG(status);
        const std::string number = std::to_string(signal);
        const std::string name = strsignal(signal);
        return signal == SIGKILL ? say(words::worker::child_out_of_memory, number, name)
                                 : say(words::worker::child_killed, number, name);
    }
    return say(words::worker::child_ended, std::to_string(WEXITSTATUS(status)));
}

}

Supervisor::Supervisor(WorkerRequest request, MessageWriter& writer, LineBuffer* explorer, std::string cancel_file)
    : m_request(std::move(request))
    , m_writer(writer)
    , m_explorer(explorer)
    , m_cancel_file(std::move(cancel_file))
    , m_signals(openSignals())
{
}

Supervisor::~Supervisor()
{
    if (m_signals >= 0) {
        ::close(m_signals);
    }
}

int Supervisor::run()
{
    if (const auto prepared = prepareDryRun(); !prepared) {
        send(ErrorMessage {prepared.error()});
        return exitstatus::of(prepared.error().code);
    }
    Outcome outcome = Outcome::Again;
    while (outcome == Outcome::Again) {
        outcome = superviseChild();
    }
    switch (outcome) {
    case Outcome::Cancelled:
        m_result.cancelled = true;
        send(m_result);
        return exitstatus::cancelled;
    case Outcome::Finished:
        return send(m_result) ? exitstatus::done : exitstatus::failed;
    case Outcome::ReaderGone:
        std::cerr << "stagecraft-worker: stopped, because its output is closed and there is no spool file (or its disk "
                     "is full)\n";
        return exitstatus::failed;
    default:
        return m_error ? exitstatus::of(*m_error) : exitstatus::failed;
    }
}

Result<void> Supervisor::prepareDryRun()
{
    const DeviceChoice& choice = deviceOf(m_request);
    if (!choice.dry) {
        return {};
    }
    if (m_request.probe) {
        return failure(ErrorCode::DryRunUnavailable, {words::worker::dry_probe});
    }
    auto launch = DryLaunch::prepare(ownDryParts(), *choice.dry, choice.index + 1, {thisProgram});
    if (!launch) {
        return failure(launch.error());
    }
    m_dry.emplace(*std::move(launch));
    return {};
}

Supervisor::Outcome Supervisor::superviseChild()
{
    m_at_point = false;
    m_part.reset();
    m_has_result = false;
    m_error.reset();
    m_before_child = m_result.measured + m_result.failed;
    m_kills_before_child = outOfMemoryKills();
    auto child =
        ChildProcess::start(thisProgram, {"stagecraft-worker", "--child"}, encode(remainingRequest()),
                            ProcessGroup::Own, m_dry ? m_dry->environment() : std::map<std::string, std::string> {});
    if (!child) {
        send(ErrorMessage {child.error()});
        return Outcome::Broken;
    }
    LineBuffer lines(child->output());
    bool open = true;
    while (open && !m_reader_gone) {
        if (!waitForEvents(lines)) {
            m_reader_gone = true;
        }
        if (cancelAsked() && !m_cancelled) {
            m_cancelled = true;
            child->kill();
        }
        open = !m_child_ready || lines.receive();
        while (auto line = lines.next()) {
            m_reader_gone = !forward(*line) || m_reader_gone;
        }
    }
    if (m_reader_gone) {
        return Outcome::ReaderGone; // the handle's destructor terminates the child
    }
    return outcomeOf(child->wait());
}

Supervisor::Outcome Supervisor::outcomeOf(int status)
{
    if (m_cancelled) {
        return Outcome::Cancelled;
    }
    if (m_error) {
        return Outcome::Broken;
    }
    const bool answered = !m_request.profiles() && m_result.measured > 0; // nothing remains to be done
    if (answered || (WIFEXITED(status) && WEXITSTATUS(status) == 0 && m_has_result)) {
        return Outcome::Finished;
    }
    if (WIFEXITED(status) && WEXITSTATUS(status) == startAgainStatus) {
        return Outcome::Again;
    }
    return recordDeath(status);
}

// Records the death of a child: as the result of the point being measured (a kill from outside only the second time) or
// as an omitted part of a probe. Two deaths before the first point end the job.
Supervisor::Outcome Supervisor::recordDeath(int status)
{
    constexpr int mostEarlyDeaths = 2;
    if (m_part) {
        m_request.probe->leave_out.push_back({*m_part, deathInWords(status)});
        return Outcome::Again;
    }
    const bool killed = WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL;
    if (m_request.verify && m_at_point && m_device) {
        if (killed && killedFromOutside("stage")) {
            return Outcome::Again;
        }
        StageMeasurement stage;
        stage.device = *m_device;
        stage.status = killed ? MeasurementStatus::OutOfMemory : MeasurementStatus::Failed;
        stage.message = deathInWords(status);
        stage.measured_at = utcNow();
        return forward(WorkerMessage {{}, 0, StageMessage {std::move(stage)}}) ? Outcome::Finished
                                                                               : Outcome::ReaderGone;
    }
    const auto steps = m_request.profiles() ? pendingSteps(m_request, m_free_memory) : std::vector<MeasuringStep> {};
    if (!m_at_point || steps.empty() || !m_device) {
        if (++m_early_deaths < mostEarlyDeaths) {
            return Outcome::Again;
        }
        send(ErrorMessage {Error {ErrorCode::WorkerFailed, {deathInWords(status)}, {}}});
        return Outcome::Broken;
    }
    if (killed && killedFromOutside(pointKey(steps.front().point))) {
        return Outcome::Again;
    }
    Measurement measurement;
    measurement.point = steps.front().point;
    measurement.device = *m_device;
    measurement.status = killed ? MeasurementStatus::OutOfMemory : MeasurementStatus::Failed;
    measurement.message = deathInWords(status);
    measurement.free_memory = killed ? m_free_memory : Bytes(0);
    measurement.measured_at = utcNow();
    return forward(WorkerMessage {{}, 0, MeasurementMessage {std::move(measurement)}}) ? Outcome::Again
                                                                                       : Outcome::ReaderGone;
}

// True if a kill did not come from the kernel's out-of-memory killer, so the point is retried. A second kill at the
// same point counts as out of memory, because a user-space killer may watch the memory.
bool Supervisor::killedFromOutside(const std::string& point)
{
    const auto kills = outOfMemoryKills();
    if ((kills && kills != m_kills_before_child) || point == m_killed_at) {
        return false;
    }
    m_killed_at = point;
    return true;
}

bool Supervisor::forward(const std::string& line)
{
    auto message = decodeMessage(line);
    if (!message) {
        std::cerr << "stagecraft-worker: " << line << '\n';
        return true;
    }
    return forward(*std::move(message));
}

bool Supervisor::forward(WorkerMessage message)
{
    if (const auto* hello = std::get_if<HelloMessage>(&message.body)) {
        m_free_memory = hello->free_memory;
        if (m_device) {
            return true;
        }
        m_device = hello->device;
        forgetOtherDevices(m_request, hello->device);
    } else if (auto* progress = std::get_if<ProgressMessage>(&message.body)) {
        m_at_point = true;
        m_part = m_request.probe ? fromName<ProbePart>(progress->phase) : std::nullopt;
        progress->done += m_before_child;
        progress->total += m_before_child;
    } else if (const auto* body = std::get_if<MeasurementMessage>(&message.body)) {
        m_at_point = false;
        m_early_deaths = 0;
        ++(body->measurement.status == MeasurementStatus::Failed ? m_result.failed : m_result.measured);
        m_request.known.push_back(body->measurement);
    } else if (std::holds_alternative<ProbeMessage>(message.body)
               || std::holds_alternative<DescriptionMessage>(message.body)) {
        m_part.reset();
        m_at_point = false;
        m_result.measured = 1;
    } else if (const auto* stage = std::get_if<StageMessage>(&message.body)) {
        m_at_point = false;
        ++(stage->stage.status == MeasurementStatus::Failed ? m_result.failed : m_result.measured);
    } else if (const auto* result = std::get_if<ResultMessage>(&message.body)) {
        m_has_result = true;
        m_result.budget_spent = result->budget_spent;
        return true; // the supervisor's result counts all children
    } else if (const auto* error = std::get_if<ErrorMessage>(&message.body)) {
        m_error = error->error.code;
    }
    return send(std::move(message.body));
}

bool Supervisor::send(MessageBody body)
{
    return m_writer.write(std::move(body));
}

// Waits for events and sends a heartbeat when it is due. False if the reader is gone.
bool Supervisor::waitForEvents(const LineBuffer& child)
{
    const auto untilHeartbeat =
        std::chrono::ceil<std::chrono::milliseconds>(m_last_heartbeat + heartbeatInterval - Clock::now());
    const auto wait = m_cancel_file.empty() ? untilHeartbeat : std::min(untilHeartbeat, cancelFileInterval);
    std::array<pollfd, 3> events {pollfd {child.descriptor(), POLLIN, 0}, pollfd {m_signals, POLLIN, 0},
                                  pollfd {m_explorer ? m_explorer->descriptor() : -1, POLLIN, 0}};
    ::poll(events.data(), events.size(), static_cast<int>(std::max<std::int64_t>(0, wait.count())));
    m_child_ready = events[0].revents != 0;
    m_cancelled_by_signal = m_cancelled_by_signal || events[1].revents != 0;
    m_explorer_ready = events[2].revents != 0;
    if (Clock::now() < m_last_heartbeat + heartbeatInterval) {
        return true;
    }
    m_last_heartbeat = Clock::now();
    return send(HeartbeatMessage {});
}

bool Supervisor::cancelAsked()
{
    if (!m_cancel_file.empty() && ::access(m_cancel_file.c_str(), F_OK) == 0) {
        return true;
    }
    return m_cancelled_by_signal || (m_explorer && readExplorer());
}

// True if the explorer requests a stop or is gone.
bool Supervisor::readExplorer()
{
    const bool open = !m_explorer_ready || m_explorer->receive();
    while (const auto line = m_explorer->next()) {
        if (*line == cancelLine) {
            return true;
        }
        std::cerr << "stagecraft-worker: unknown line on standard input: " << *line << '\n';
    }
    if (!open) {
        std::cerr
            << "stagecraft-worker: stopped, because standard input was closed. To run without an explorer, pass the "
               "request as a file\n";
        m_explorer = nullptr;
    }
    return !open;
}

// The remaining request: more known points, less budget.
WorkerRequest Supervisor::remainingRequest() const
{
    WorkerRequest request = m_request;
    const std::chrono::duration<double> taken = Clock::now() - m_start;
    if (request.profile.budget) {
        request.profile.budget = std::max(Seconds(0), *request.profile.budget - Seconds(taken.count()));
    }
    if (request.probe) {
        request.probe->budget = std::max(Seconds(0), request.probe->budget - Seconds(taken.count()));
    }
    return request;
}

}
