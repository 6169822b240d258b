// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
// Time to open a memory snapshot of PyTorch (docs/benchmarks.md). Goal: 10 s for 1 GB.
//
// bench_snapshot [BYTES] writes two snapshots to the temporary folder, with stacks of 24 frames and without stacks,
// opens and removes them. bench_snapshot FILE opens that file.
#include "core/base/english.h"
#include "core/snapshot/replay.h"
#include "core/snapshot/snapshotreader.h"
#include "tests/support/largesnapshot.h"

#include <sys/resource.h>

#include <chrono>
#include <cstdlib>
#include <ctime>
#include <filesystem>
#include <iostream>

using namespace stagecraft;

namespace {

constexpr double goal = 10; // seconds per GB

// Elapsed and processor time; the latter excludes other programs.
struct Stopwatch {
    std::chrono::steady_clock::time_point begin = std::chrono::steady_clock::now();
    std::clock_t processor = std::clock();

    double elapsed() const { return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count(); }
    double used() const { return static_cast<double>(std::clock() - processor) / CLOCKS_PER_SEC; }
};

bool open(const std::string& path)
{
    const auto bytes = static_cast<double>(std::filesystem::file_size(path));
    const Stopwatch watch;
    const auto snapshot = readSnapshot(path);
    const double read = watch.used();
    if (!snapshot) {
        std::cout << describe(snapshot.error()) << '\n';
        return false;
    }
    const auto traces = memoryTraces(*snapshot, "bench");
    const double elapsed = watch.elapsed();
    const double used = watch.used();
    if (!traces) {
        std::cout << describe(traces.error()) << '\n';
        return false;
    }
    rusage usage {};
    getrusage(RUSAGE_SELF, &usage);
    std::cout << bytes / 1e9 << " GB, " << snapshot->events.size() << " events, " << snapshot->stacks.size()
              << " stacks: opened in " << elapsed << " s; processor time: " << read << " s to read, " << used - read
              << " s to replay; most memory " << usage.ru_maxrss / 1024 << " MiB\n";
    return used < goal * bytes / 1e9;
}

}

int main(int count, char** arguments)
{
    const std::string argument = count > 1 ? arguments[1] : "1000000000";
    if (std::filesystem::exists(argument)) {
        return open(argument) ? EXIT_SUCCESS : EXIT_FAILURE;
    }
    bool quick = true;
    for (const int depth : {24, 0}) {
        const std::string path = (std::filesystem::temp_directory_path() / "stagecraft-bench.pickle").string();
        if (!testing::LargeSnapshot(path, depth).write(std::atoll(argument.c_str()))) {
            std::cout << "cannot write " << path << '\n';
            return EXIT_FAILURE;
        }
        quick = open(path) && quick;
        std::filesystem::remove(path);
    }
    return quick ? EXIT_SUCCESS : EXIT_FAILURE;
}
