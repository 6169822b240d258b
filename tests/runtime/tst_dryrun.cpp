// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
// The profiler on a dry device, as a real process, and the functions that start one. Requires a libtorch built for
// CUDA.
#ifdef STAGECRAFT_CUDA

#include "temporaryfolder.h"
#include "testing.h"
#include "workerprocess.h"

#include "core/base/english.h"
#include "core/base/files.h"
#include "core/base/identity.h"
#include "core/dryrun/dryrunrequest.h"
#include "core/hardware/catalogue.h"
#include "core/json/codec.h"
#include "core/runtime/dry/launch/elfsymbols.h"
#include "core/runtime/dry/launch/refusinglibrary.h"
#include "core/runtime/dryparts.h"
#include "core/runtime/measurelayer.h"
#include "core/words/worker.h"
#include "tests/support/programs.h"

#include <dlfcn.h>
#include <glob.h>
#include <unistd.h>

#include <set>

using namespace stagecraft;

namespace {

const DeviceType& typeNamed(const std::string& name)
{
    const CatalogueEntry* entry = catalogue().find(name);
    REQUIRE(entry != nullptr);
    return entry->device;
}

WorkerRequest dryRequest(const Model& model, const DeviceType& type, std::vector<std::int64_t> micro_batches,
                         std::int64_t sequence)
{
    WorkerRequest request;
    request.job = newUuid();
    request.profile.model = model;
    request.profile.workload.sequence = sequence;
    request.profile.micro_batches = std::move(micro_batches);
    request.profile.sequences = {sequence};
    request.profile.device = {DeviceKind::Cuda, 0, type};
    return request;
}

std::vector<Measurement> measuredBy(const WorkerRequest& request, int status = 0)
{
    WorkerProcess worker({});
    worker.send(encode(request));
    CHECK(worker.finish() == status);
    std::vector<Measurement> all;
    for (const MeasurementMessage& message : worker.all<MeasurementMessage>()) {
        all.push_back(message.measurement);
    }
    return all;
}

bool isThere(const std::string& path)
{
    return ::access(path.c_str(), F_OK) == 0;
}

// Folders of launches that are running or were left behind.
std::set<std::string> launchFolders()
{
    std::set<std::string> all;
    glob_t found {};
    if (glob("/tmp/stagecraft-dry-*", 0, nullptr, &found) == 0) {
        all.insert(found.gl_pathv, found.gl_pathv + found.gl_pathc);
    }
    globfree(&found);
    return all;
}

}

TEST_CASE(
    "a dry profile has the parameters, states and boundaries of the CPU's, bytes of CUDA's allocator and no times")
{
    const Model model = testing::gptChain(2, 256, 4, 1000, 128);
    const auto measured = measuredBy(dryRequest(model, typeNamed("A100-80GB"), {1, 2}, 128));
    const auto host = openDevice(DeviceKind::Cpu, 0);
    REQUIRE(host);
    // Embedding, block and head at two micro-batch sizes; embedding and head at a third, because one sample runs other
    // operations.
    REQUIRE(measured.size() == 8);
    for (const Measurement& m : measured) {
        INFO(pointKey(m.point));
        REQUIRE(m.status == MeasurementStatus::Done);
        CHECK(m.device.isDry());
        CHECK(m.device.kind == DeviceKind::Cuda);
        CHECK(m.device.name == "NVIDIA A100-SXM4-80GB");
        CHECK(m.device.memory == typeNamed("A100-80GB").memory.value);
        CHECK(m.repeats == 0);
        CHECK(m.forward == Timing {});
        CHECK_FALSE(m.trace.events.empty());
        CHECK(m.reserved_peak >= m.allocated_peak);
        CHECK(m.reserved_peak.value % (2 << 20) == 0);
        const auto onCpu = measureLayer(m.point, *host);
        REQUIRE(onCpu);
        CHECK(m.memory.parameters.value == doctest::Approx(onCpu->memory.parameters.value).epsilon(0.01));
        CHECK(m.memory.input == onCpu->memory.input);
        CHECK(m.memory.output.value - onCpu->memory.output.value < 512); // the memory block of a loss
        CHECK(m.memory.keeps_input == onCpu->memory.keeps_input);
    }
}

TEST_CASE("linear biases are made in 16 bits, too")
{
    Model model = testing::gptChain(1, 64, 2, 100, 32);
    for (Layer& layer : model.layers) {
        const Program& program = std::get<Program>(layer.spec);
        std::vector<Statement> statements = program.statements();
        for (Statement& statement : statements) {
            if (auto* attention = std::get_if<Attention>(&statement.op)) {
                attention->alibi = true;
            }
        }
        layer.spec = Program(program.kind(), program.feed(), statements, program.takes(), program.gives());
    }
    WorkerRequest request = dryRequest(model, typeNamed("H100-80GB"), {2}, 32);
    for (const Precision precision : {Precision::Bf16Autocast, Precision::Bf16Master, Precision::Fp16}) {
        request.profile.workload.precision = precision;
        for (const Measurement& m : measuredBy(request)) {
            CHECK_MESSAGE(m.status == MeasurementStatus::Done, describe(m.message));
        }
    }
}

TEST_CASE("a layer beyond the dry device's memory runs out of it, and the others are measured by another process")
{
    const Model model = testing::gptChain(1, 1024, 16, 1000, 1024);
    DeviceType small = typeNamed("A100-80GB");
    small.memory.value = Bytes(std::int64_t {2} << 30);
    const auto measured = measuredBy(dryRequest(model, small, {1, 64}, 1024));
    REQUIRE(measured.size() == 6); // none on 128, which does not fit
    int full = 0;
    for (const Measurement& m : measured) {
        full += m.status == MeasurementStatus::OutOfMemory ? 1 : 0;
        CHECK((m.status == MeasurementStatus::Done || m.point.micro_batch == 64));
    }
    CHECK(full >= 1);
}

TEST_CASE("what a dry device cannot tell is refused, and nothing is left behind")
{
    const auto before = launchFolders();
    WorkerRequest probing;
    probing.job = newUuid();
    probing.probe.emplace().device = {DeviceKind::Cuda, 0, typeNamed("A100-80GB")};
    WorkerProcess worker({});
    worker.send(encode(probing));
    CHECK(worker.finish() == 2);
    REQUIRE(worker.all<ErrorMessage>().size() == 1);
    CHECK(worker.all<ErrorMessage>().front().error.code == ErrorCode::DryRunUnavailable);

    DeviceType amd = typeNamed("MI300X");
    WorkerProcess other({});
    other.send(encode(dryRequest(testing::gptChain(1, 64, 2, 100, 16), amd, {1}, 16)));
    CHECK(other.finish() == 2);
    REQUIRE(other.all<ErrorMessage>().size() == 1);
    CHECK(other.all<ErrorMessage>().front().error.code == ErrorCode::DryRunUnavailable);
    CHECK(launchFolders() == before);
}

TEST_CASE("a program that is not started leaves the error for whoever asked")
{
    const TemporaryFolder folder;
    const std::string file = folder.file("error.json");
    WorkerProcess worker({"--dry-torch", "/nowhere", "--dry-error", file, "--dry", "H100-80GB", "true"});
    CHECK(worker.finish() == dryRunRefused);
    const auto text = readFile(file, Bytes(1 << 16));
    REQUIRE(text);
    const auto error = readJson<Error>(*text, {});
    REQUIRE(error);
    const Message why = say(words::worker::no_libtorch, std::string("/nowhere"));
    CHECK(*error == Error {ErrorCode::DryRunUnavailable, {why}, {}});
}

TEST_CASE("a launch says what is missing, and its folder goes with it")
{
    const auto reasonOf = [](const DryParts& parts, const DeviceType& device, int devices) {
        const auto launch = DryLaunch::prepare(parts, device, devices);
        return launch ? std::string() : describe(launch.error());
    };
    const DeviceType& type = typeNamed("H100-80GB");
    const DryParts own = ownDryParts();
    CHECK(reasonOf({"/nowhere/dry.so", own.torch}, type, 1).find("not installed") != std::string::npos);
    CHECK(reasonOf({own.library, "/nowhere"}, type, 1).find("no libtorch") != std::string::npos);
    CHECK(reasonOf(own, type, 0).find("1 to 64") != std::string::npos);
    DeviceType odd = type;
    odd.driver_names = {"a;memory=1"};
    CHECK_FALSE(reasonOf(own, odd, 1).empty());
    const TemporaryFolder folder;
    REQUIRE(writeFile(folder.file("libc10.so"), "no library"));
    CHECK(reasonOf({own.library, folder.path()}, type, 1).find("without CUDA") != std::string::npos);
    std::string made;
    {
        const auto launch = DryLaunch::prepare(own, type, 8);
        REQUIRE(launch);
        made = launch->folder();
        CHECK(isThere(made + "/libcuda.so.1"));
        CHECK(launch->environment().at("STAGECRAFT_DRY_DEVICE").find("devices=8") != std::string::npos);
    }
    CHECK_FALSE(isThere(made));
}

TEST_CASE("functions of the driver that torch 2.6 looks up together, for expandable segments, are all there")
{
    const auto runtime = readElfSymbols(ownDryParts().library);
    REQUIRE(runtime.has_value());
    // Symbols of c10/cuda/driver_api.h of torch 2.6, which ends a process that lacks one of them.
    for (const char* name :
         {"cuDeviceGetAttribute", "cuGetErrorString", "cuMemAddressFree", "cuMemAddressReserve", "cuMemCreate",
          "cuMemExportToShareableHandle", "cuMemGetAllocationGranularity", "cuMemImportFromShareableHandle", "cuMemMap",
          "cuMemRelease", "cuMemSetAccess", "cuMemUnmap", "cuMemsetD32Async", "cuMulticastAddDevice",
          "cuMulticastBindMem", "cuMulticastCreate", "cuStreamWriteValue32"}) {
        CAPTURE(name);
        CHECK(runtime->defined.contains(name));
    }
}

TEST_CASE("the refusing library calls back with the name of the function that was called")
{
    const TemporaryFolder folder;
    const std::string path = folder.file("refusing.so");
    REQUIRE(writeFile(path, refusingLibrary({"cudaFirst", "cusolverDnSecond"})));
    const auto symbols = readElfSymbols(ownDryParts().library);
    REQUIRE(symbols);
    CHECK(symbols->defined.contains("cudaMalloc"));
    CHECK(symbols->defined.contains("stagecraft_dry_refuse"));
    CHECK_FALSE(symbols->defined.contains("_ZSt4cout")); // no C++ symbol conflicts with the program
    // Stays loaded, so that the rejecting library finds it.
    void* runtime = dlopen(ownDryParts().library.c_str(), RTLD_NOW | RTLD_GLOBAL);
    REQUIRE(runtime != nullptr);
    void* library = dlopen(path.c_str(), RTLD_NOW);
    REQUIRE_MESSAGE(library != nullptr, dlerror());
    const auto call = reinterpret_cast<int (*)()>(dlsym(library, "cusolverDnSecond"));
    REQUIRE(static_cast<bool>(call));
    CHECK(dlsym(library, "cudaFirst") != nullptr);
    CHECK(call() != 0);
    const auto take = reinterpret_cast<int (*)(char*, int)>(dlsym(runtime, "stagecraft_dry_take_refusals"));
    REQUIRE(static_cast<bool>(take));
    std::string names(64, ' ');
    names.resize(static_cast<std::size_t>(take(names.data(), 64)));
    CHECK(names == "cusolverDnSecond");
    CHECK(take(names.data(), 64) == 0);
    dlclose(library);
}

#endif
