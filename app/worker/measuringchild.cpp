// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "measuringchild.h"

#include "messagewriter.h"
#include "pending.h"

#include "core/base/english.h"
#include "core/runtime/guardedrun.h"
#include "core/runtime/measurelayer.h"
#include "core/runtime/probe/probedevice.h"
#include "core/runtime/script/describescript.h"
#include "core/runtime/verifystage.h"
#include "core/words/worker.h"

#include <sys/prctl.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <csignal>
#include <fstream>
#include <iostream>
#include <iterator>

namespace stagecraft {

namespace {

// Makes this process the first candidate of the kernel's out-of-memory killer.
void volunteerForTheKernel()
{
    std::ofstream("/proc/self/oom_score_adj") << 1000;
}

int measureAll(WorkerRequest& request, const RuntimeDevice& device, Bytes free_memory, MessageWriter& writer)
{
    const auto start = std::chrono::steady_clock::now();
    const auto budgetSpent = [&] {
        const std::chrono::duration<double> taken = std::chrono::steady_clock::now() - start;
        return request.profile.budget && Seconds(taken.count()) >= *request.profile.budget;
    };
    ResultMessage result;
    for (auto steps = pendingSteps(request, free_memory); !steps.empty(); steps = pendingSteps(request, free_memory)) {
        if (budgetSpent()) {
            result.budget_spent = true;
            break;
        }
        const int done = result.measured + result.failed;
        const MeasuringStep& step = steps.front();
        writer.write(ProgressMessage {"measuring", pointInWords(step.point, request.profile.model.sample),
                                      reasonOf(step), done, done + static_cast<int>(steps.size())});
        auto refused = refuseLayer(step.point, device);
        const bool tried = !refused;
        auto measurement = tried ? measureLayer(step.point, device) : *std::move(refused);
        if (!measurement) {
            writer.write(ErrorMessage {measurement.error()});
            return 1;
        }
        if (measurement->status == MeasurementStatus::OutOfMemory) {
            // At least the free memory at the start of this process, so that the point is not retried with the same
            // amount.
            measurement->free_memory = std::max(measurement->free_memory, free_memory);
        }
        writer.write(MeasurementMessage {*measurement});
        if (tried && measurement->status != MeasurementStatus::Done) {
            return startAgainStatus; // continues in a new process, because the device state may be damaged
        }
        ++result.measured;
        request.known.push_back(*std::move(measurement));
    }
    writer.write(result);
    return 0;
}

int profile(WorkerRequest& request, MessageWriter& writer)
{
    const auto device = openDevice(request.profile.device);
    if (!device) {
        writer.write(ErrorMessage {device.error()});
        return 1;
    }
    forgetOtherDevices(request, device->description);
    const Bytes free_memory = availableMemory(*device);
    writer.write(HelloMessage {device->description, STAGECRAFT_VERSION, free_memory});
    return measureAll(request, *device, free_memory, writer);
}

// Returns a path of this program that stays valid if its file is replaced.
std::string ownPath()
{
    return "/proc/" + std::to_string(::getpid()) + "/exe";
}

int probe(const ProbeRequest& request, MessageWriter& writer)
{
    const ProbeEvents events {
        [&](const MeasuredDevice& device) {
            writer.write(HelloMessage {device, STAGECRAFT_VERSION});
        },
        [&](ProbePart part, const Message& subject, int done, int total) {
            writer.write(ProgressMessage {std::string(nameOf(part)), subject, {}, done, total});
        },
    };
    auto found = probeDevice(request, ownPath(), events);
    if (!found) {
        writer.write(ErrorMessage {found.error()});
        return 1;
    }
    writer.write(ProbeMessage {*std::move(found)});
    writer.write(ResultMessage {1, 0, false, false});
    return 0;
}

int verify(const VerifyRequest& request, MessageWriter& writer)
{
    const auto device = openDevice(request.device);
    if (!device) {
        writer.write(ErrorMessage {device.error()});
        return 1;
    }
    writer.write(HelloMessage {device->description, STAGECRAFT_VERSION});
    const auto& [first, last] = request.layers;
    Message subject = say(words::worker::stage_layers, first, last - 1, request.pipeline_rank, request.pipeline_ranks);
    writer.write(ProgressMessage {"running", std::move(subject), {}, 0, 1});
    auto stage = verifyStage(request, *device);
    if (!stage) {
        writer.write(ErrorMessage {stage.error()});
        return 1;
    }
    const bool failed = stage->status == MeasurementStatus::Failed;
    writer.write(StageMessage {*std::move(stage)});
    writer.write(ResultMessage {failed ? 0 : 1, failed ? 1 : 0, false, false});
    return 0;
}

// Runs on the CPU, because shapes do not depend on the device.
int describe(const DescribeRequest& request, MessageWriter& writer)
{
    const auto device = openDevice(DeviceKind::Cpu, 0);
    if (!device) {
        writer.write(ErrorMessage {device.error()});
        return 1;
    }
    writer.write(HelloMessage {device->description, STAGECRAFT_VERSION});
    writer.write(ProgressMessage {"describing", verbatim(request.file), {}, 0, 1});
    auto model = describeScript(request);
    if (!model) {
        writer.write(ErrorMessage {model.error()});
        return 1;
    }
    writer.write(DescriptionMessage {*std::move(model)});
    writer.write(ResultMessage {1, 0, false, false});
    return 0;
}

}

int runMeasuringChild(int output)
{
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    volunteerForTheKernel();
    const std::string text {std::istreambuf_iterator<char>(std::cin), {}};
    auto request = decodeRequest(text, "standard input");
    if (!request) {
        std::cerr << "stagecraft-worker: " << describe(request.error()) << '\n';
        return 2;
    }
    MessageWriter writer(output, request->job);
    if (request->probe) {
        return probe(*request->probe, writer);
    }
    if (request->verify) {
        return verify(*request->verify, writer);
    }
    return request->describe ? describe(*request->describe, writer) : profile(*request, writer);
}

}
