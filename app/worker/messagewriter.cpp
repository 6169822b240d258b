// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "messagewriter.h"

#include "core/base/filenames.h"
#include "core/base/files.h"
#include "core/words/worker.h"

#include <fcntl.h>
#include <unistd.h>

#include <nlohmann/json.hpp>

#include <cerrno>
#include <cstring>

namespace stagecraft {

namespace {

bool writeAll(int descriptor, std::string_view text)
{
    while (!text.empty()) {
        const ssize_t written = ::write(descriptor, text.data(), text.size());
        if (written < 0 && errno == EINTR) {
            continue;
        }
        if (written <= 0) {
            return false;
        }
        text.remove_prefix(static_cast<std::size_t>(written));
    }
    return true;
}

// True for an incomplete line of a worker, such as after a crash.
bool isCutOff(std::string_view line)
{
    return line.size() > 1 && line.front() == '{' && !nlohmann::json::accept(line);
}

tl::unexpected<Error> refusedSpool(const std::string& path, const Message& instead)
{
    return failure(ErrorCode::OptionUnsupported, {std::string("--spool"), path, instead});
}

}

MessageWriter::MessageWriter(int output, std::string job) : m_output(output), m_job(std::move(job)) {}

MessageWriter::~MessageWriter()
{
    if (m_spool >= 0) {
        ::close(m_spool);
    }
}

Result<SpooledAnswers> MessageWriter::openSpool(const std::string& path, const std::string& request)
{
    if (belongsToWorkspace(path)) {
        return refusedSpool(path, words::worker::spool_no_workspace);
    }
    if (!request.empty() && nameSameFile(path, request)) {
        return refusedSpool(path, words::worker::spool_no_request);
    }
    SpooledAnswers found;
    std::string before;
    if (::access(path.c_str(), F_OK) == 0) {
        auto content = readFile(path, gibibytes(1));
        if (!content) {
            return failure(content.error());
        }
        before = *std::move(content);
    }
    bool is_spool = false; // contains a line of a worker, of any job or version
    bool may_be = true; // contains only incomplete lines
    for (std::size_t start = 0; start < before.size();) {
        const std::size_t end = std::min(before.find('\n', start), before.size());
        const std::string_view line = std::string_view(before).substr(start, end - start);
        const auto message = decodeMessage(line);
        start = end + 1;
        is_spool = is_spool || message || message.error().code == ErrorCode::FormatNewer;
        may_be = may_be && (is_spool || isCutOff(line));
        // Skip lines of other jobs and an incomplete last line.
        if (!message || message->job != m_job) {
            continue;
        }
        m_last = std::max(m_last, message->sequence);
        if (const auto* body = std::get_if<MeasurementMessage>(&message->body)) {
            found.measurements.push_back(body->measurement);
        }
        found.probed = found.probed || std::holds_alternative<ProbeMessage>(message->body);
    }
    if (!is_spool && !may_be) {
        return refusedSpool(path, words::worker::spool_new);
    }
    m_spool = ::open(path.c_str(), O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0644);
    const bool cutOff = !before.empty() && before.back() != '\n';
    if (m_spool < 0 || (cutOff && !writeAll(m_spool, "\n"))) {
        return failure(ErrorCode::FileNotWritable, {std::string(std::strerror(errno))}, path);
    }
    return found;
}

bool MessageWriter::write(MessageBody body)
{
    const std::string line = encode(WorkerMessage {m_job, ++m_last, std::move(body)}) + "\n";
    // The spool comes first, so that a point that a reader received is not measured again.
    const bool spooled = m_spool >= 0 && writeAll(m_spool, line);
    if (!m_reader_gone) {
        m_reader_gone = !writeAll(m_output, line);
    }
    return m_spool >= 0 ? spooled : !m_reader_gone;
}

}
