// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "core/runtime/probe/proberank.h"

#ifdef STAGECRAFT_MPI

#include "core/json/codec.h"
#include "core/runtime/hostmemory.h"
#include "core/runtime/probe/probeseries.h"
#include "core/runtime/probe/timedcalls.h"
#include "core/words/worker.h"

#include <mpi.h>
#include <nlohmann/json.hpp>
#include <sys/prctl.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <csignal>
#include <new>
#include <string>
#include <tuple>
#include <vector>

namespace stagecraft {

namespace {

constexpr unsigned longestLife = 60; // in seconds, in case another rank is gone
constexpr Bytes fewBytes(256);
constexpr int manyMessages = 200; // number of short messages, enough to hide the broadcast of the order
constexpr Bytes linkSize(std::int64_t(64) << 20);
constexpr Bytes leastReduce(std::int64_t(1) << 20);
constexpr Bytes mostReduce(std::int64_t(256) << 20);
constexpr auto element = static_cast<std::int64_t>(sizeof(float));

enum class Act : std::int64_t { End, PingPong, AllReduce };

// Order from rank 0 to all ranks.
struct Order {
    Act act = Act::End;
    std::int64_t bytes = 0;
    std::int64_t times = 1;
};

class Rank {
public:
    Rank()
    {
        MPI_Comm_rank(MPI_COMM_WORLD, &m_rank);
        MPI_Comm_size(MPI_COMM_WORLD, &m_ranks);
    }

    bool leads() const { return m_rank == 0; }
    int ranks() const { return m_ranks; }

    // Rank 0 broadcasts and runs an order; the other ranks receive and run it. Returns false after the last one.
    bool carryOut(Order order)
    {
        std::array<std::int64_t, 3> words {static_cast<std::int64_t>(order.act), order.bytes, order.times};
        MPI_Bcast(words.data(), static_cast<int>(words.size()), MPI_INT64_T, 0, MPI_COMM_WORLD);
        order = {static_cast<Act>(words[0]), words[1], words[2]};
        const auto count = static_cast<int>(order.bytes / element);
        try {
            m_buffer.resize(std::max(m_buffer.size(), static_cast<std::size_t>(count)));
        } catch (const std::bad_alloc&) {
            MPI_Abort(MPI_COMM_WORLD, 1); // the others are waiting already
        }
        for (std::int64_t i = 0; i < order.times; ++i) {
            if (order.act == Act::PingPong) {
                pingPong(count);
            } else if (order.act == Act::AllReduce) {
                MPI_Allreduce(MPI_IN_PLACE, m_buffer.data(), count, MPI_FLOAT, MPI_SUM, MPI_COMM_WORLD);
            }
        }
        return order.act != Act::End;
    }

private:
    // Sends from rank 0 to rank 1 and back.
    void pingPong(int count)
    {
        const int other = 1 - m_rank;
        if (m_rank == 0) {
            MPI_Send(m_buffer.data(), count, MPI_FLOAT, other, 0, MPI_COMM_WORLD);
        }
        if (m_rank <= 1) {
            MPI_Recv(m_buffer.data(), count, MPI_FLOAT, other, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        }
        if (m_rank == 1) {
            MPI_Send(m_buffer.data(), count, MPI_FLOAT, other, 0, MPI_COMM_WORLD);
        }
    }

    int m_rank = 0;
    int m_ranks = 0;
    std::vector<float> m_buffer;
};

// Measures one repetition of the order's act.
Timing timeOf(Rank& rank, Order order, Seconds most)
{
    Timing time = timeOfCalls(*makeStopwatch(DeviceKind::Cpu), most, [&] { rank.carryOut(order); });
    const auto times = static_cast<double>(order.times);
    return {time.median / times, time.spread / times};
}

Seconds measureLink(Rank& rank, Seconds most, DeviceProbe& probe)
{
    const Timing few = timeOf(rank, {Act::PingPong, fewBytes.value, manyMessages}, most * 0.25);
    const Timing there = timeOf(rank, {Act::PingPong, linkSize.value}, most * 0.75);
    DeviceLink link {0, 1, false, linkSize, {}, {}, few.median / 2};
    std::tie(link.rate, link.spread) = rateOf<BytesPerSecond>(2 * static_cast<double>(linkSize.value), there);
    probe.links.push_back(link);
    return there.median;
}

Seconds measureAllReduce(Rank& rank, Bytes size, Seconds most, DeviceProbe& probe)
{
    const Timing time = timeOf(rank, {Act::AllReduce, size.value}, most);
    probe.all_reduces.push_back({rank.ranks(), size, time});
    return time.median;
}

std::vector<ProbeSeries> seriesOf(Rank& rank)
{
    ProbeSeries links {ProbePart::Links, 1, {}};
    const Bytes free_memory = availableHostMemory() / (4 * rank.ranks());
    if (linkSize * 2 <= free_memory) {
        links.steps.push_back({words::worker::messages_first, 1,
                               [&](DeviceProbe& probe, Seconds most) { return measureLink(rank, most, probe); }});
    }
    ProbeSeries reduces {ProbePart::AllReduce, 3, {}};
    for (Bytes size = leastReduce; size <= mostReduce && size * 2 <= free_memory; size = size * 4) {
        reduces.steps.push_back(
            {say(words::worker::all_reduce_processes, rank.ranks(), size.value >> 20), static_cast<double>(size.value),
             [&rank, size](DeviceProbe& probe, Seconds most) { return measureAllReduce(rank, size, most, probe); }});
    }
    return {std::move(links), std::move(reduces)};
}

template <typename T>
nlohmann::json listOf(const std::vector<T>& values)
{
    nlohmann::json list = nlohmann::json::array();
    for (const T& value : values) {
        list.push_back(encodeJson(value));
    }
    return list;
}

// Returns false if the results could not be written.
bool lead(Rank& rank, int output, Seconds budget)
{
    DeviceProbe probe;
    runSeries(
        seriesOf(rank), budget, [](ProbePart, const Message&, int, int) {}, probe);
    rank.carryOut({Act::End});
    const std::string text =
        nlohmann::json {
            {"links", listOf(probe.links)},
            {"all_reduces", listOf(probe.all_reduces)},
            {"left_out", listOf(probe.left_out)},
        }
            .dump();
    return ::write(output, text.data(), text.size()) == static_cast<ssize_t>(text.size());
}

}

int runProbeRank(int output, Seconds budget)
{
    prctl(PR_SET_PDEATHSIG, SIGKILL); // dies with mpiexec
    ::alarm(longestLife);
    MPI_Init(nullptr, nullptr);
    Rank rank;
    bool good = rank.ranks() > 1; // false if mpiexec belongs to another MPI
    if (good && rank.leads()) {
        good = lead(rank, output, budget);
    } else if (good) {
        while (rank.carryOut({})) {}
    }
    MPI_Finalize();
    return good ? 0 : 1;
}

}

#else

#include <iostream>

namespace stagecraft {

int runProbeRank(int, Seconds)
{
    std::cerr << "stagecraft-worker: built without MPI\n";
    return 1;
}

}

#endif
