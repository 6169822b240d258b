// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"
#include "core/plan/planningsession.h"
#include "core/profile/deviceprobe.h"
#include "core/profile/measurement.h"
#include "core/snapshot/memorytrace.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

namespace stagecraft {

class Database;

enum class OpenMode { ReadWrite, ReadOnly };

// A measurement with the worker's line it came in; `job` is empty and `sequence` 0 where there was none.
struct MeasurementLine {
    Measurement measurement;
    std::string job;
    std::int64_t sequence = 0;
};

// How many of the lines given changed the workspace.
struct AddedLines {
    int measurements = 0;
    int probes = 0;
    int descriptions = 0;
    int traces = 0;
};

// How many rows cannot be read, and what is wrong with the first few of them.
struct Damage {
    static constexpr std::int64_t mostReported = 3;

    std::int64_t count = 0;
    std::vector<Message> reported; // each begins with the row's name

    // One row more. `message()` is what is wrong with it, asked for only where that is told: of millions it would take
    // longer than all else.
    template <typename Make>
    void add(const Make& message)
    {
        if (++count <= mostReported) {
            reported.push_back(message());
        }
    }
    friend bool operator==(const Damage&, const Damage&) = default;
};

// What could be read of the measurements, and what could not.
struct StoredMeasurements {
    std::vector<Measurement> measurements;
    Damage damage {};
};

// How many measurements one device made, by status.
struct MeasurementSummary {
    MeasuredDevice device;
    std::int64_t done = 0;
    std::int64_t out_of_memory = 0;
    std::int64_t failed = 0;
    std::string first_at; // ISO 8601, UTC
    std::string last_at;

    friend bool operator==(const MeasurementSummary&, const MeasurementSummary&) = default;
};

struct ReadableSummary {
    std::vector<MeasurementSummary> devices;
    Damage damage; // of measurements
};

// One workspace file (*.stagecraft, SQLite, format in docs/formats.md). Always saved: each call that changes it is one
// transaction. Measurements are keyed by point and device, added by any process while another reads, and removed only
// where a user says so. Not thread-safe: one object belongs to one thread. Other processes are waited for up to five
// seconds, then WorkspaceBusy. Every call may fail with WorkspaceBusy, WorkspaceReadOnly, DiskFull or WorkspaceFailed;
// then it changed nothing.
class Workspace {
public:
    static constexpr int currentVersion = 7;

    // Marks a SQLite file as a workspace ("STGC"): big-endian at byte 68 of the file.
    static constexpr std::int32_t applicationId = 0x53544743;

    // Makes a new file. Errors: FileNotWritable (also when something exists there), DiskFull. On an error nothing is
    // left.
    static Result<Workspace> create(const std::string& path);
    // Opens an existing one; an older version is first copied to PATH.backup-vN and then migrated. In ReadOnly mode it
    // is read as it is: what its version does not know, it does not have. Errors: FileNotReadable, WorkspaceNotOne,
    // WorkspaceNewer, WorkspaceReadOnly, WorkspaceBusy. The file is untouched on any error.
    // A file that has what no workspace of its version has (views, triggers, other tables) is not used:
    // WorkspaceFailed. A request to `stop` ends this and what follows with Cancelled, until stopOn() says otherwise.
    static Result<Workspace> open(const std::string& path, OpenMode mode = OpenMode::ReadWrite,
                                  std::stop_token stop = {});
    // open() if it exists, else create().
    static Result<Workspace> openOrCreate(const std::string& path, std::stop_token stop = {});

    Workspace(Workspace&&) noexcept;
    Workspace& operator=(Workspace&&) noexcept;
    ~Workspace(); // the last process that closes the workspace leaves one file

    const std::string& path() const;
    bool readOnly() const;
    // What ends the calls to come with Cancelled; an empty token: nothing.
    void stopOn(std::stop_token stop);

    // Adds a measurement, or replaces one that did not succeed. The same one twice is harmless.
    // `job` and `sequence` name the worker's line it came in (may be empty and 0).
    Result<void> addMeasurement(const Measurement& measurement, const std::string& job, std::int64_t sequence);
    // The same for many, all or none; tells how many changed the workspace.
    Result<int> addMeasurements(const std::vector<MeasurementLine>& lines);
    // Keeps a probe beside the earlier ones of its device. The same one twice is harmless.
    Result<void> addProbe(const DeviceProbe& probe);
    // Measurements and probes together, descriptions of TorchScript files of which there is none yet, and memory
    // traces, all or none. Errors: OptionUnsupported for a description that no TorchScript file is behind.
    Result<AddedLines> addLines(const std::vector<MeasurementLine>& lines, const std::vector<DeviceProbe>& probes,
                                const std::vector<Model>& descriptions = {},
                                const std::vector<MemoryTrace>& traces = {});
    // The latest probe of each device that can be read, in the order in which the devices were first probed. Adds those
    // that cannot to `damage`, where that is given.
    Result<std::vector<DeviceProbe>> latestProbes(Damage* damage = nullptr) const;
    // Removes the measurements at these points and devices, all or none; tells how many there were. What a worker's
    // line or an import brings again is added again.
    Result<int> removeMeasurements(const std::vector<Measurement>& measurements);
    // All measurements, in the order in which their points were first measured, and how many are damaged.
    Result<StoredMeasurements> storedMeasurements() const;
    // The same without those that are damaged.
    Result<std::vector<Measurement>> measurements() const;
    // One entry a device, without reading the measurements.
    Result<std::vector<MeasurementSummary>> summary() const;
    // The same of those that can be read, and how many are damaged: nothing is kept of them.
    Result<ReadableSummary> readableSummary() const;

    // What the workspace is about; none in a new one.
    Result<std::optional<PlanningSession>> session() const;
    Result<std::optional<Problem>> problem() const; // of it
    Result<void> setSession(const PlanningSession& session);

    // Keeps how a TorchScript file was described, so that planning need not load it; replaces an earlier description of
    // the same content. Errors: OptionUnsupported for a model that no TorchScript file holds.
    Result<void> keepDescription(const Model& model);
    // The description of a file with this SHA-256, if there is one that can be read.
    Result<std::optional<Model>> description(const std::string& file_hash) const;
    // All that can be read, by hash. Adds the others to `damage`, where that is given.
    Result<std::vector<Model>> descriptions(Damage* damage = nullptr) const;

    // Keeps memory traces, all or none; how many were new. The same one twice is harmless.
    Result<int> addTraces(const std::vector<MemoryTrace>& traces);
    // Removes a trace; false where there is none.
    Result<bool> removeTrace(const MemoryTrace& trace);
    // All that can be read, in the order in which they were added. Adds the others to `damage`, where that is given.
    Result<std::vector<MemoryTrace>> traces(Damage* damage = nullptr) const;

    // Copies the workspace to `path`, replacing what is there; this object stays with its own file.
    // Errors: FileNotWritable (also when `path` is this workspace or one that is in use), DiskFull.
    Result<void> copyTo(const std::string& path) const;

private:
    explicit Workspace(std::unique_ptr<Database> database);
    std::unique_ptr<Database> m_database;
};

}
