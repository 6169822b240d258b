// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "temporaryfolder.h"
#include "testing.h"
#include "workerprocess.h"

#include "core/base/english.h"
#include "core/base/identity.h"

#include <algorithm>
#include <chrono>
#include <csignal>
#include <fstream>
#include <thread>

using namespace stagecraft;

namespace {

WorkerRequest probeRequest(Seconds budget)
{
    WorkerRequest request;
    request.job = newUuid();
    request.probe.emplace().budget = budget;
    return request;
}

void checkNumbers(const WorkerProcess& worker, const std::string& job)
{
    std::int64_t expected = 0;
    for (const WorkerMessage& message : worker.messages()) {
        CHECK(message.sequence == ++expected);
        CHECK(message.job == job);
    }
}

// Checks one link, between two processes, and sums over all of them; or the reason why there are none.
void checkMessages(const DeviceProbe& probe)
{
#ifdef STAGECRAFT_MPI
    REQUIRE(probe.links.size() == 1);
    const DeviceLink& link = probe.links.front();
    CHECK(link.from == 0);
    CHECK(link.to == 1);
    CHECK(link.rate > BytesPerSecond(0));
    CHECK(link.latency > Seconds(0));
    CHECK(link.latency < Seconds(static_cast<double>(link.size.value) / link.rate.value)); // few bytes, not many
    REQUIRE_FALSE(probe.all_reduces.empty());
    for (std::size_t i = 0; i < probe.all_reduces.size(); ++i) {
        CHECK(probe.all_reduces[i].devices >= 2);
        CHECK(probe.all_reduces[i].time.median > Seconds(0));
        CHECK(probe.all_reduces[i].size == Bytes((1 << 20) << 2 * i)); // a curve without gaps
    }
#else
    CHECK(probe.links.empty());
    REQUIRE_FALSE(probe.left_out.empty());
    CHECK(probe.left_out.back().part == ProbePart::Links);
    CHECK(describe(probe.left_out.back().reason).find("without MPI") != std::string::npos);
#endif
}

// Probes with a measuring process that dies in the given part.
DeviceProbe probeAfterDeathIn(ProbePart part, int signal)
{
    const WorkerRequest request = probeRequest(Seconds(4));
    const TemporaryFolder folder;
    const std::string file = folder.write("request.json", encode(request));
    WorkerProcess worker({file});
    while (const auto progress = worker.readUntil<ProgressMessage>()) {
        if (progress->phase == nameOf(part)) {
            break;
        }
    }
    const pid_t child = worker.measuringProcess();
    REQUIRE(child > 0);
    ::kill(child, signal);
    CHECK(worker.finish() == 0);
    checkNumbers(worker, request.job);
    CHECK(worker.all<HelloMessage>().size() == 1);
    REQUIRE(worker.all<ProbeMessage>().size() == 1);
    CHECK(worker.all<ResultMessage>().front() == ResultMessage {1, 0, false, false});
    return worker.all<ProbeMessage>().front().probe;
}

}

TEST_CASE("a probe: hello, its parts in order, the probe once, result")
{
    const WorkerRequest request = probeRequest(Seconds(1));
    const TemporaryFolder folder;
    const std::string file = folder.write("request.json", encode(request));
    WorkerProcess worker({file});
    worker.closeInput(); // as under Slurm: not a stop request
    CHECK(worker.finish() == 0);

    checkNumbers(worker, request.job);
    REQUIRE(worker.messages().size() >= 4);
    REQUIRE(std::holds_alternative<HelloMessage>(worker.messages().front().body));
    REQUIRE(worker.all<ProbeMessage>().size() == 1);
    const DeviceProbe probe = worker.all<ProbeMessage>().front().probe;
    CHECK(probe.device == worker.all<HelloMessage>().front().device);
    CHECK_FALSE(probe.matrix.empty());
    CHECK_FALSE(probe.memory.empty());
    CHECK_FALSE(probe.copies.empty());
    checkMessages(probe);
    std::vector<ProbePart> parts;
    for (const ProgressMessage& progress : worker.all<ProgressMessage>()) {
        const auto part = fromName<ProbePart>(progress.phase);
        REQUIRE(part);
        parts.push_back(*part);
        CHECK_FALSE(progress.subject.empty());
    }
    CHECK(std::is_sorted(parts.begin(), parts.end()));
    CHECK(std::get<ResultMessage>(worker.messages().back().body) == ResultMessage {1, 0, false, false});
}

TEST_CASE("a probe stops at once when told to")
{
    const WorkerRequest request = probeRequest(Seconds(60));
    WorkerProcess worker({});
    worker.send(encode(request));
    REQUIRE(worker.readUntil<ProgressMessage>());
    worker.send(std::string(cancelLine));
    const auto start = std::chrono::steady_clock::now();
    CHECK(worker.finish() == 130);
    CHECK(std::chrono::steady_clock::now() - start < std::chrono::seconds(30));
    checkNumbers(worker, request.job);
    CHECK(worker.all<ProbeMessage>().empty());
    REQUIRE(worker.all<ResultMessage>().size() == 1);
    CHECK(worker.all<ResultMessage>().front() == ResultMessage {0, 0, true, false});
}

#ifdef STAGECRAFT_MPI
TEST_CASE("the processes that exchange messages end with a probe that is cancelled")
{
    const auto firstChildOf = [](pid_t process) {
        const std::string name = std::to_string(process);
        std::ifstream file("/proc/" + name + "/task/" + name + "/children");
        pid_t child = 0;
        return file >> child ? child : 0;
    };
    const auto runs = [](pid_t process) {
        std::ifstream file("/proc/" + std::to_string(process) + "/stat");
        std::string number;
        std::string name;
        char state = 'Z'; // ended, but not yet collected
        return file >> number >> name >> state && state != 'Z';
    };
    WorkerProcess worker({});
    worker.send(encode(probeRequest(Seconds(4))));
    while (const auto progress = worker.readUntil<ProgressMessage>()) {
        if (progress->phase == nameOf(ProbePart::Links)) {
            break;
        }
    }
    const pid_t measuring = worker.measuringProcess();
    REQUIRE(measuring > 0);
    const auto waitFor = [](const auto& condition) {
        for (int i = 0; i < 600 && !condition(); ++i) {
            std::this_thread::sleep_for(std::chrono::milliseconds(50));
        }
        return condition();
    };
    pid_t launcher = 0;
    pid_t rank = 0;
    REQUIRE(waitFor([&] { return (launcher = firstChildOf(measuring)) > 0; }));
    REQUIRE(waitFor([&] { return (rank = firstChildOf(launcher)) > 0; }));
    worker.send(std::string(cancelLine));
    CHECK(worker.finish() == 130);
    CHECK(waitFor([&] { return !runs(launcher); }));
    CHECK(waitFor([&] { return !runs(rank); }));
}
#endif

TEST_CASE("a measuring process that dies in a probe costs the part it was at, and no other")
{
    SUBCASE("killed, as by the system when memory runs out")
    {
        const DeviceProbe probe = probeAfterDeathIn(ProbePart::Matrix, SIGKILL);
        CHECK(probe.matrix.empty());
        CHECK_FALSE(probe.memory.empty());
        CHECK_FALSE(probe.copies.empty());
        REQUIRE_FALSE(probe.left_out.empty());
        CHECK(probe.left_out.front().part == ProbePart::Matrix);
        CHECK(describe(probe.left_out.front().reason).find("signal 9") != std::string::npos);
    }
    SUBCASE("crashed")
    {
        const DeviceProbe probe = probeAfterDeathIn(ProbePart::Memory, SIGSEGV);
        CHECK_FALSE(probe.matrix.empty());
        CHECK(probe.memory.empty());
        CHECK_FALSE(probe.copies.empty());
        CHECK(std::any_of(probe.left_out.begin(), probe.left_out.end(), [](const ProbeOmission& omission) {
            return omission.part == ProbePart::Memory
                && describe(omission.reason).find("signal 11") != std::string::npos;
        }));
    }
}

TEST_CASE("a probe that the spool has is not made again")
{
    const WorkerRequest request = probeRequest(Seconds(0.5));
    const TemporaryFolder folder;
    const std::string file = folder.write("request.json", encode(request));
    const std::string spool = folder.file("spool.jsonl");
    WorkerProcess first({file, "--spool", spool});
    CHECK(first.finish() == 0);
    REQUIRE(first.all<ProbeMessage>().size() == 1);
    WorkerProcess second({file, "--spool", spool});
    CHECK(second.finish() == 0);
    REQUIRE(second.messages().size() == 1);
    CHECK(std::get<ResultMessage>(second.messages().front().body) == ResultMessage {1, 0, false, false});
    CHECK(second.messages().front().sequence == first.messages().back().sequence + 1);
}

TEST_CASE("a bad probe request is refused, and a device that is not there is an error of the job")
{
    const auto refused = [](const std::string& probe) {
        WorkerProcess worker({});
        worker.send(R"({"format":"stagecraft-request","version":1,"job":"j","probe":)" + probe + "}");
        CHECK(worker.finish() == 2);
        const auto errors = worker.all<ErrorMessage>();
        REQUIRE(errors.size() == 1);
        return errors.front().error.code;
    };
    CHECK(refused(R"({"device":"tpu","device_index":0,"budget_seconds":1,"leave_out":[]})")
          == ErrorCode::FieldUnknownValue);
    CHECK(refused(R"({"device":"cpu","device_index":-1,"budget_seconds":1,"leave_out":[]})")
          == ErrorCode::FieldOutOfRange);
    CHECK(refused(R"({"device":"cpu","device_index":0,"budget_seconds":-1,"leave_out":[]})")
          == ErrorCode::FieldOutOfRange);
    CHECK(refused(R"({"device":"cpu"})") == ErrorCode::FieldMissing);

    WorkerRequest request = probeRequest(Seconds(1));
    request.probe->device.kind = DeviceKind::Cuda;
    request.probe->device.index = 4096;
    WorkerProcess worker({});
    worker.send(encode(request));
    CHECK(worker.finish() == 2);
    REQUIRE(worker.all<ErrorMessage>().size() == 1);
    CHECK(worker.all<ErrorMessage>().front().error.code == ErrorCode::DeviceUnavailable);
}
