// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "core/runtime/probe/processmessages.h"

#include "core/runtime/failures.h"
#include "core/words/worker.h"

#ifdef STAGECRAFT_MPI

#include "core/base/numbertext.h"
#include "core/json/codec.h"
#include "core/runtime/childprocess.h"

#include <nlohmann/json.hpp>
#include <poll.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdlib>
#include <string_view>

namespace stagecraft {

namespace {

constexpr double stepsInOne = 5; // other steps measure one size; the ranks measure several
constexpr Seconds toStartAndEnd(30);

// One rank per libtorch thread, a number that respects quotas.
int rankCount(const RuntimeDevice& device)
{
    return std::clamp(device.description.threads, 2, 8);
}

// Removes variables of Slurm or an outer mpiexec, because of which the inner mpiexec would use other nodes or refuse to
// run. Affects only this process and its children.
void leaveOuterLauncher()
{
    std::vector<std::string> names;
    for (char** entry = environ; *entry != nullptr; ++entry) {
        const std::string_view text(*entry);
        for (const std::string_view prefix : {"OMPI_COMM_", "OMPI_UNIVERSE", "OMPI_MCA_ess", "OMPI_MCA_orte", "ORTE_",
                                              "PMIX_", "PMI_", "HYDRA_", "SLURM_", "PBS_", "LSB_", "PE_HOSTFILE"}) {
            if (text.starts_with(prefix)) {
                names.emplace_back(text.substr(0, text.find('=')));
            }
        }
    }
    for (const std::string& name : names) {
        unsetenv(name.c_str());
    }
}

// Open MPI needs explicit permission for root in a container and for more ranks than cores; other MPIs ignore these.
void allowAnyMachine()
{
    setenv("OMPI_ALLOW_RUN_AS_ROOT", "1", 0);
    setenv("OMPI_ALLOW_RUN_AS_ROOT_CONFIRM", "1", 0);
    setenv("OMPI_MCA_rmaps_base_oversubscribe", "1", 0);
}

// Returns all output of the process. Throws after the time limit.
std::string outputOf(const ChildProcess& process, Seconds most)
{
    const auto start = std::chrono::steady_clock::now();
    std::string text;
    std::array<char, 4096> piece {};
    while (true) {
        const std::chrono::duration<double> passed = std::chrono::steady_clock::now() - start;
        if (passed.count() > most.value) {
            throw WorkFailure(words::worker::no_answer);
        }
        pollfd output {process.output(), POLLIN, 0};
        if (::poll(&output, 1, 1000) <= 0) {
            continue;
        }
        const ssize_t count = ::read(process.output(), piece.data(), piece.size());
        if (count <= 0) {
            return text;
        }
        text.append(piece.data(), static_cast<std::size_t>(count));
    }
}

template <typename T>
void append(std::vector<T>& values, const nlohmann::json& list)
{
    for (const nlohmann::json& value : list) {
        values.push_back(decodeJson<T>(value, {}));
    }
}

// Runs in this process's group, so that ending the group ends mpiexec and its ranks.
Seconds measureMessages(int ranks, const std::string& rankProgram, Seconds budget, DeviceProbe& probe)
{
    leaveOuterLauncher();
    allowAnyMachine();
    auto launcher = ChildProcess::start(STAGECRAFT_MPIEXEC,
                                        {"mpiexec", STAGECRAFT_MPIEXEC_COUNT, std::to_string(ranks), rankProgram,
                                         "--probe-rank", generalText(budget.value, 17)},
                                        {}, ProcessGroup::Parents);
    if (!launcher) {
        throw WorkFailure(messageOf(launcher.error()));
    }
    const std::string text = outputOf(*launcher, budget + toStartAndEnd);
    if (const int status = launcher->wait(); status != 0) {
        throw WorkFailure(WIFSIGNALED(status) ? say(words::worker::mpiexec_killed, std::to_string(WTERMSIG(status)))
                                              : say(words::worker::mpiexec_ended, std::to_string(WEXITSTATUS(status))));
    }
    const auto found = nlohmann::json::parse(text, nullptr, false);
    if (found.is_discarded()) {
        throw WorkFailure(say(words::worker::wrong_answer, std::string(STAGECRAFT_MPIEXEC)));
    }
    append(probe.links, found.at("links"));
    append(probe.all_reduces, found.at("all_reduces"));
    append(probe.left_out, found.at("left_out"));
    return budget;
}

}

std::vector<ProbeSeries> messageSeries(const RuntimeDevice& device, const std::string& rankProgram)
{
    if (device.description.kind != DeviceKind::Cpu || rankProgram.empty()) {
        return {};
    }
    const int ranks = rankCount(device);
    const auto measure = [=](DeviceProbe& probe, Seconds most) {
        return measureMessages(ranks, rankProgram, most * stepsInOne, probe);
    };
    return {{ProbePart::Links, 2, {{say(words::worker::messages_between, ranks), 1, measure}}}};
}

}

#else

namespace stagecraft {

std::vector<ProbeSeries> messageSeries(const RuntimeDevice& device, const std::string& rankProgram)
{
    if (device.description.kind != DeviceKind::Cpu || rankProgram.empty()) {
        return {};
    }
    const auto fail = [](DeviceProbe&, Seconds) -> Seconds { throw WorkFailure(words::worker::without_mpi); };
    return {{ProbePart::Links, 0.01, {{words::worker::messages, 1, fail}}}};
}

}

#endif
