// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "temporaryfolder.h"
#include "testing.h"
#include "workerprocess.h"

#include "core/base/english.h"
#include "core/base/identity.h"
#include "core/measuring/plan.h"
#include "core/words/worker.h"
#include "tests/support/programs.h"

#include <unistd.h>

#include <csignal>
#include <cstdlib>
#include <fstream>
#include <thread>

using namespace stagecraft;

namespace {

WorkerRequest tinyRequest()
{
    WorkerRequest request;
    request.job = newUuid();
    request.profile.model = testing::gptChain(2, 32, 2, 100, 32);
    request.profile.workload.global_batch = 2;
    request.profile.workload.sequence = 16;
    request.profile.micro_batches = {1, 2};
    request.profile.sequences = {16};
    return request;
}

// A request that takes far longer than the test.
WorkerRequest longRequest()
{
    WorkerRequest request = tinyRequest();
    request.profile.model = testing::gptChain(2, 2048, 16, 100, 2048);
    request.profile.micro_batches = {1, 2, 3, 4};
    request.profile.sequences = {2048};
    return request;
}

void checkNumbers(const std::vector<WorkerMessage>& messages, const std::string& job)
{
    std::int64_t expected = 0;
    for (const WorkerMessage& message : messages) {
        CHECK(message.sequence == ++expected);
        CHECK(message.job == job);
    }
}

void checkSixMeasured(const WorkerProcess& worker)
{
    std::set<std::string> keys;
    for (const MeasurementMessage& message : worker.all<MeasurementMessage>()) {
        CHECK(message.measurement.status == MeasurementStatus::Done);
        CHECK(message.measurement.memory.parameters > Bytes(0));
        keys.insert(pointKey(message.measurement.point));
    }
    CHECK(keys.size() == 6); // three distinct layers at two micro-batch sizes
}

}

TEST_CASE(
    "a profile from a file: hello, every distinct layer once, result, and nothing but messages on standard output")
{
    const TemporaryFolder folder;
    const WorkerRequest request = tinyRequest();
    WorkerProcess worker({folder.write("request.json", encode(request))});
    worker.closeInput(); // as under Slurm: not a stop request
    CHECK(worker.finish() == 0);

    checkNumbers(worker.messages(), request.job);
    REQUIRE(worker.messages().size() >= 2);
    REQUIRE(std::holds_alternative<HelloMessage>(worker.messages().front().body));
    CHECK_FALSE(worker.all<HelloMessage>().front().device.name.empty());
    CHECK(worker.all<HelloMessage>().size() == 1);
    checkSixMeasured(worker);
    int done = 0;
    for (const ProgressMessage& progress : worker.all<ProgressMessage>()) {
        CHECK(progress.done == done++);
        CHECK(progress.total == 6);
    }
    REQUIRE(std::holds_alternative<ResultMessage>(worker.messages().back().body));
    CHECK(std::get<ResultMessage>(worker.messages().back().body) == ResultMessage {6, 0, false, false});
}

TEST_CASE("a profile from standard input measures what is not known")
{
    WorkerRequest request = tinyRequest();
    WorkerProcess first({});
    first.send(encode(request));
    REQUIRE(first.readUntil<MeasurementMessage>());
    CHECK(first.finish() == 0);
    checkSixMeasured(first);

    for (const MeasurementMessage& message : first.all<MeasurementMessage>()) {
        request.known.push_back(message.measurement);
    }
    request.known.pop_back();
    WorkerProcess second({});
    second.send(encode(request));
    CHECK(second.finish() == 0);
    CHECK(second.all<MeasurementMessage>().size() == 1);
    CHECK(second.all<ResultMessage>().front() == ResultMessage {1, 0, false, false});
}

TEST_CASE("a stage to verify runs at its pipeline rank of the schedule, and more in flight takes more memory")
{
    const auto peakAt = [](int pipeline_rank) {
        WorkerRequest request;
        request.job = newUuid();
        VerifyRequest& verify = request.verify.emplace();
        verify.model = testing::gptChain(3, 32, 2, 100, 32);
        verify.workload.sequence = 16;
        verify.layers = {1, 3};
        verify.micro_batch = 2;
        verify.micro_batches = 4;
        verify.pipeline_rank = pipeline_rank;
        verify.pipeline_ranks = 3;
        WorkerProcess worker({});
        worker.send(encode(request));
        CHECK(worker.finish() == 0);
        checkNumbers(worker.messages(), request.job);
        REQUIRE(worker.all<StageMessage>().size() == 1);
        const StageMeasurement stage = worker.all<StageMessage>().front().stage;
        CHECK(stage.status == MeasurementStatus::Done);
        CHECK(stage.step.median > Seconds(0));
        CHECK(stage.repeats >= 3);
        CHECK(worker.all<ResultMessage>().front() == ResultMessage {1, 0, false, false});
        return stage.allocated_peak;
    };
    CHECK(peakAt(0) > peakAt(1)); // three micro-batches in flight, two
    CHECK(peakAt(1) > peakAt(2));
}

TEST_CASE("a stage that cannot be is refused, one that does not fit is answered")
{
    WorkerRequest request;
    request.job = newUuid();
    VerifyRequest& verify = request.verify.emplace();
    verify.model = testing::gptChain(3, 32, 2, 100, 32);
    verify.workload.sequence = 16;
    verify.layers = {2, 9};
    WorkerProcess refused({});
    refused.send(encode(request));
    CHECK(refused.finish() == 2);
    verify.model = testing::gptChain(3, 32, 2, 100000, 32);
    verify.layers = {4, 5};
    verify.micro_batch = 1 << 16; // its logits need 419 GB
    WorkerProcess full({});
    full.send(encode(request));
    CHECK(full.finish() == 0);
    REQUIRE(full.all<StageMessage>().size() == 1);
    CHECK(full.all<StageMessage>().front().stage.status == MeasurementStatus::OutOfMemory);
}

TEST_CASE("a long job beats, and stops at once when told to")
{
    const auto cancelled = [](WorkerProcess& worker) {
        const auto start = std::chrono::steady_clock::now();
        CHECK(worker.finish() == 130);
        CHECK(std::chrono::steady_clock::now() - start < std::chrono::seconds(30));
        REQUIRE(worker.all<ResultMessage>().size() == 1);
        CHECK(worker.all<ResultMessage>().front().cancelled);
    };
    const TemporaryFolder folder;
    const WorkerRequest request = longRequest();
    const std::string path = folder.write("request.json", encode(request));

    SUBCASE("by a line")
    {
        WorkerProcess worker({});
        worker.send(encode(request));
        REQUIRE(worker.readUntil<ProgressMessage>());
        REQUIRE(worker.readUntil<HeartbeatMessage>());
        worker.send(std::string(cancelLine));
        cancelled(worker);
        checkNumbers(worker.messages(), request.job);
    }
    SUBCASE("by a signal")
    {
        WorkerProcess worker({path});
        REQUIRE(worker.readUntil<ProgressMessage>());
        worker.signal(SIGTERM);
        cancelled(worker);
    }
    SUBCASE("by a file")
    {
        WorkerProcess worker({path, "--cancel-file", folder.file("stop")});
        REQUIRE(worker.readUntil<ProgressMessage>());
        folder.write("stop", "");
        cancelled(worker);
    }
    SUBCASE("by the end of the explorer that sent the request")
    {
        WorkerProcess worker({});
        worker.send(encode(request));
        REQUIRE(worker.readUntil<ProgressMessage>());
        worker.closeInput();
        cancelled(worker);
    }
}

TEST_CASE("no measuring process outlives its supervisor")
{
    WorkerProcess worker({});
    worker.send(encode(longRequest()));
    REQUIRE(worker.readUntil<ProgressMessage>());
    const pid_t child = worker.measuringProcess();
    REQUIRE(child > 0);
    worker.signal(SIGKILL);
    CHECK(worker.finish() == -SIGKILL);
    bool gone = false;
    for (int i = 0; i < 600 && !gone; ++i) {
        std::this_thread::sleep_for(std::chrono::milliseconds(50));
        // The new parent may take some time to collect the process, so a zombie counts as ended.
        std::ifstream stat("/proc/" + std::to_string(child) + "/stat");
        const std::string text {std::istreambuf_iterator<char>(stat), {}};
        gone = text.empty() || text.find(") Z ") != std::string::npos;
    }
    CHECK(gone);
}

TEST_CASE("a measuring process that dies costs one point, and the job goes on")
{
    const TemporaryFolder folder;
    const auto killedAtFirstPoint = [&](int signal, int times, const WorkerRequest& request) {
        auto worker =
            std::make_unique<WorkerProcess>(std::vector<std::string> {folder.write("request.json", encode(request))});
        for (int i = 0; i < times; ++i) {
            const auto progress = worker->readUntil<ProgressMessage>();
            REQUIRE(progress);
            REQUIRE(progress->done == 0);
            const pid_t child = worker->measuringProcess();
            REQUIRE(child > 0);
            ::kill(child, signal);
        }
        CHECK(worker->finish() == 0);
        checkNumbers(worker->messages(), request.job);
        CHECK(worker->all<HelloMessage>().size() == 1);
        return worker;
    };
    // The first point must take long enough to be interrupted.
    WorkerRequest request = tinyRequest();
    request.profile.model = testing::gptChain(1, 64, 2, 20000, 64);
    request.profile.micro_batches = {1};
    request.profile.sequences = {32};

    SUBCASE("killed, but not by the kernel for lack of memory: nothing is said of the point, it is tried again")
    {
        const auto worker = killedAtFirstPoint(SIGKILL, 1, request);
        const auto measurements = worker->all<MeasurementMessage>();
        REQUIRE(measurements.size() == 3);
        for (const MeasurementMessage& message : measurements) {
            CHECK(message.measurement.status == MeasurementStatus::Done);
        }
        CHECK(worker->all<ResultMessage>().front() == ResultMessage {3, 0, false, false});
    }
    SUBCASE("killed twice at a point, as by a watcher when memory runs out: an observation")
    {
        const auto worker = killedAtFirstPoint(SIGKILL, 2, request);
        const auto measurements = worker->all<MeasurementMessage>();
        REQUIRE(measurements.size() == 3);
        CHECK(measurements[0].measurement.status == MeasurementStatus::OutOfMemory);
        CHECK(measurements[0].measurement.free_memory > Bytes(0));
        CHECK(measurements[1].measurement.status == MeasurementStatus::Done);
        CHECK(measurements[2].measurement.status == MeasurementStatus::Done);
        CHECK(worker->all<ResultMessage>().front() == ResultMessage {3, 0, false, false});
        const auto progress = worker->all<ProgressMessage>();
        CHECK(progress.back().done == 2);
        CHECK(progress.back().total == 3);
    }
    SUBCASE("crashed: a failure, which is not tried again")
    {
        const auto worker = killedAtFirstPoint(SIGSEGV, 1, request);
        const auto measurements = worker->all<MeasurementMessage>();
        REQUIRE(measurements.size() == 3);
        CHECK(measurements[0].measurement.status == MeasurementStatus::Failed);
        CHECK(describe(measurements[0].measurement.message).find("signal 11") != std::string::npos);
        CHECK(worker->all<ResultMessage>().front() == ResultMessage {2, 1, false, false});
    }
}

TEST_CASE("out of memory is answered once, and larger micro-batches of that layer are not tried")
{
    const TemporaryFolder folder;
    WorkerRequest request = tinyRequest();
    request.profile.micro_batches = {1, 1 << 19, 1 << 20}; // at the latter two a hidden state has 2 and 4 TiB
    request.profile.model = testing::gptChain(0, 1 << 20, 1, 2, 1);
    request.profile.sequences = {1};
    WorkerProcess worker({folder.write("request.json", encode(request))});
    CHECK(worker.finish() == 0);
    int done = 0;
    int tooLarge = 0;
    for (const MeasurementMessage& message : worker.all<MeasurementMessage>()) {
        done += message.measurement.status == MeasurementStatus::Done ? 1 : 0;
        tooLarge += message.measurement.status == MeasurementStatus::OutOfMemory ? 1 : 0;
        CHECK((message.measurement.free_memory > Bytes(0))
              == (message.measurement.status == MeasurementStatus::OutOfMemory));
    }
    CHECK(done == 2);
    CHECK(tooLarge == 2);
    checkNumbers(worker.messages(), request.job);
}

TEST_CASE("what is refused for lack of memory before it is tried leaves the measuring process as it is")
{
    WorkerRequest request = tinyRequest();
    request.profile.model = testing::gptChain(1, 1 << 20, 1, 2, 1); // 12 TiB of weights in the block
    request.profile.sequences = {1};
    WorkerProcess child({"--child"});
    child.send(encode(request));
    child.closeInput();
    CHECK(child.finish() == 0); // not a restart request
    const auto measured = child.all<MeasurementMessage>();
    REQUIRE(measured.size() == 5); // embedding and head at both micro-batch sizes
    int refused = 0;
    for (const MeasurementMessage& message : measured) {
        refused += message.measurement.status == MeasurementStatus::OutOfMemory ? 1 : 0;
    }
    CHECK(refused == 1);
    CHECK(measured.back().measurement.status == MeasurementStatus::Done); // the worker continued
    CHECK(child.all<ResultMessage>().front() == ResultMessage {5, 0, false, false});
}

TEST_CASE("what ran out of less memory than there is now is tried again, and says so")
{
    const TemporaryFolder folder;
    WorkerRequest request = tinyRequest();
    request.profile.micro_batches = {1};
    WorkerProcess first({folder.write("request.json", encode(request))});
    CHECK(first.finish() == 0);
    const HelloMessage hello = first.all<HelloMessage>().front();
    CHECK(hello.free_memory > Bytes(0));
    CHECK(hello.free_memory <= hello.device.memory);
    for (const MeasurementMessage& message : first.all<MeasurementMessage>()) {
        CHECK(message.measurement.free_memory == Bytes(0)); // the point fitted
        request.known.push_back(message.measurement);
    }
    REQUIRE(request.known.size() == 3);
    const auto runOutOf = [&](Bytes free_memory, Bytes memory) {
        Measurement& full = request.known[1];
        full.status = MeasurementStatus::OutOfMemory;
        full.free_memory = free_memory;
        full.device.memory = memory;
        WorkerProcess worker({folder.write("request.json", encode(request))});
        CHECK(worker.finish() == 0);
        const auto measured = worker.all<MeasurementMessage>();
        for (const MeasurementMessage& message : measured) {
            CHECK(message.measurement.point == full.point);
            CHECK(message.measurement.status == MeasurementStatus::Done);
        }
        for (const ProgressMessage& progress : worker.all<ProgressMessage>()) {
            CHECK(progress.reason.says(words::worker::more_memory));
        }
        return measured.size();
    };
    CHECK(runOutOf(hello.free_memory / 4, hello.device.memory) == 1);
    CHECK(runOutOf(hello.device.memory * 2, hello.device.memory) == 0);
    // Earlier versions did not report the free memory.
    CHECK(runOutOf({}, hello.device.memory) == 0);
    CHECK(runOutOf({}, hello.free_memory / 4) == 1);
}

TEST_CASE("the spool has every line, and a job started again goes on behind it")
{
    const TemporaryFolder folder;
    const WorkerRequest request = tinyRequest();
    const std::string path = folder.write("request.json", encode(request));
    const std::string spool = folder.file("spool.jsonl");
    WorkerProcess first({path, "--spool", spool});
    REQUIRE(first.readUntil<MeasurementMessage>());
    first.signal(SIGKILL); // as in a crash of the machine
    first.finish();
    std::ofstream(spool, std::ios::app) << "{\"format\":\"stagecr"; // an incomplete line
    const std::size_t measured = first.all<MeasurementMessage>().size();
    const std::string cut = folder.write("cut.jsonl", "{\"format\":\"stagecr"); // an incomplete first line
    for (int i = 0; i < 2; ++i) {
        WorkerProcess again({path, "--spool", cut});
        CHECK(again.finish() == 0);
    }

    WorkerProcess second({path, "--spool", spool});
    CHECK(second.finish() == 0);
    CHECK(second.messages().front().sequence > 1);
    std::vector<WorkerMessage> spooled;
    std::ifstream file(spool);
    for (std::string line; std::getline(file, line);) {
        if (auto message = decodeMessage(line)) {
            spooled.push_back(*std::move(message));
        }
    }
    checkNumbers(spooled, request.job);
    CHECK(second.all<MeasurementMessage>().size() <= 6 - measured);
    std::set<std::string> keys;
    for (const WorkerMessage& message : spooled) {
        if (const auto* body = std::get_if<MeasurementMessage>(&message.body)) {
            CHECK(keys.insert(pointKey(body->measurement.point)).second);
        }
    }
    CHECK(keys.size() == 6);
}

TEST_CASE("a spool is no file that others made")
{
    const TemporaryFolder folder;
    const std::string request = encode(tinyRequest());
    const std::string path = folder.write("request.json", request);
    const std::string workspace = folder.write("w.stagecraft", "content");
    const std::string link = folder.file("link.jsonl");
    const std::string dangling = folder.file("dangling.jsonl");
    REQUIRE(::symlink(workspace.c_str(), link.c_str()) == 0);
    REQUIRE(::symlink("none.stagecraft", dangling.c_str()) == 0);
    const std::string hard = folder.file("hard.json");
    REQUIRE(::link(path.c_str(), hard.c_str()) == 0);
    const std::string config = R"({"model_type": "llama"})";
    const std::string small = folder.write("small.json", config); // like an incomplete line, but complete
    const std::string one_line = folder.write("line.json", config + "\n");
    const std::string many_lines = folder.write("config.json", "{\n  \"model_type\": \"llama\"\n}\n");
    for (const std::string& spool : {path, hard, workspace, link, dangling, small, one_line, many_lines}) {
        WorkerProcess worker({path, "--spool", spool});
        CHECK(worker.finish() == 2);
        REQUIRE(worker.all<ErrorMessage>().size() == 1);
        CHECK(worker.all<ErrorMessage>().front().error.code == ErrorCode::OptionUnsupported);
    }
    const auto content = [](const std::string& name) {
        std::ifstream file(name);
        return std::string(std::istreambuf_iterator<char>(file), {});
    };
    CHECK(content(path) == request);
    CHECK(content(workspace) == "content");
    CHECK(content(small) == config);
    CHECK(content(one_line) == config + "\n");
    for (const char* value : {"", "--trust"}) {
        WorkerProcess worker({path, "--spool", value});
        CHECK(worker.finish() == 2);
    }
}

TEST_CASE("with a spool the job outlives its reader; without one it stops")
{
    const TemporaryFolder folder;
    const std::string path = folder.write("request.json", encode(tinyRequest()));
    SUBCASE("with")
    {
        WorkerProcess worker({path, "--spool", folder.file("spool.jsonl")});
        worker.closeOutput();
        CHECK(worker.finish() == 0);
    }
    SUBCASE("without")
    {
        WorkerProcess worker({path});
        worker.closeOutput();
        CHECK(worker.finish() == 1);
    }
}

TEST_CASE("a spent budget ends the job with what there is")
{
    WorkerRequest request = tinyRequest();
    request.profile.budget = Seconds(0);
    WorkerProcess worker({});
    worker.send(encode(request));
    CHECK(worker.finish() == 0);
    REQUIRE(worker.all<ResultMessage>().size() == 1);
    CHECK(worker.all<ResultMessage>().front() == ResultMessage {0, 0, false, true});
}

TEST_CASE("a bad request is refused with a message and status 2")
{
    const TemporaryFolder folder;
    const auto refused = [](std::vector<std::string> arguments, const std::string& input) {
        WorkerProcess worker(std::move(arguments));
        if (!input.empty()) {
            worker.send(input);
        }
        CHECK(worker.finish() == 2);
        const auto errors = worker.all<ErrorMessage>();
        REQUIRE(errors.size() == 1);
        return errors.front().error.code;
    };
    CHECK(refused({folder.file("missing.json")}, {}) == ErrorCode::FileNotReadable);
    CHECK(refused({folder.write("bad.json", "{\"format\": ")}, {}) == ErrorCode::NotJson);
    CHECK(refused({}, "profile, please") == ErrorCode::NotJson);
    CHECK(refused({}, "{\"format\": \"stagecraft-request\", \"version\": 99}") == ErrorCode::FormatNewer);
    WorkerRequest request = tinyRequest();
    request.profile.micro_batches = {0};
    CHECK(refused({}, encode(request)) != ErrorCode::NotJson);
    request = tinyRequest();
    request.profile.sequences = {64}; // the model has 32 positions
    CHECK(refused({}, encode(request)) == ErrorCode::OptionOutOfRange);

    WorkerProcess unknown({"--fast"});
    CHECK(unknown.finish() == 2);
    WorkerProcess unfinished({"--spool"});
    CHECK(unfinished.finish() == 2);
}

TEST_CASE("a device that is not there is an error of the job")
{
    WorkerRequest request = tinyRequest();
    request.profile.device.kind = DeviceKind::Cuda;
    request.profile.device.index = 4096;
    WorkerProcess worker({});
    worker.send(encode(request));
    CHECK(worker.finish() == 2);
    REQUIRE(worker.all<ErrorMessage>().size() == 1);
    CHECK(worker.all<ErrorMessage>().front().error.code == ErrorCode::DeviceUnavailable);
}

TEST_CASE("help and version go to standard output")
{
    WorkerProcess help({"--help"});
    const auto usage = help.readLine();
    REQUIRE(usage);
    CHECK(usage->starts_with("Usage: stagecraft-worker"));
    WorkerProcess version({"--version"});
    const auto line = version.readLine();
    REQUIRE(line);
    CHECK(line->starts_with("stagecraft-worker "));
}
