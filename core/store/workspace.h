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

// A measurement with the worker's line that it came from; `job` is empty and `sequence` 0 if there was none.
struct MeasurementLine {
    Measurement measurement;
    std::string job;
    std::int64_t sequence = 0;
};

// Number of the given lines that changed the workspace.
struct AddedLines {
    int measurements = 0;
    int probes = 0;
    int descriptions = 0;
    int traces = 0;
};

// Number of unreadable rows, and messages for the first few of them.
struct Damage {
    static constexpr std::int64_t mostReported = 3;

    std::int64_t count = 0;
    std::vector<Message> reported; // each begins with the row's name

    // Adds one row. `message()` is called only if the message is reported, as making millions of messages would
    // dominate the run time.
    template <typename Make>
    void add(const Make& message)
    {
        if (++count <= mostReported) {
            reported.push_back(message());
        }
    }
    friend bool operator==(const Damage&, const Damage&) = default;
};

// The readable measurements, and the damage.
struct StoredMeasurements {
    std::vector<Measurement> measurements;
    Damage damage {};
};

// Number of measurements by one device, by status.
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
    Damage damage; // unreadable measurements
};

// One workspace file (*.stagecraft, SQLite, format in docs/formats.md). Always saved: each modifying call is one
// transaction. Measurements are keyed by point and device; any process may add them while another reads, and they are
// removed only at the user's request. Not thread-safe: one object belongs to one thread. Calls wait up to five seconds
// for other processes, then fail with WorkspaceBusy. Every call may fail with WorkspaceBusy, WorkspaceReadOnly,
// DiskFull or WorkspaceFailed without changing anything.
class Workspace {
public:
    static constexpr int currentVersion = 7;

    // Marks a SQLite file as a workspace ("STGC"): big-endian at byte 68 of the file.
    static constexpr std::int32_t applicationId = 0x53544743;

    // Makes a new file. Errors: FileNotWritable (also if the path exists), DiskFull. Leaves nothing behind on error.
    static Result<Workspace> create(const std::string& path);
    // Opens an existing workspace. An older version is first copied to PATH.backup-vN and then migrated; in ReadOnly
    // mode it is read without migration and lacks newer content. Errors: FileNotReadable, WorkspaceNotOne,
    // WorkspaceNewer, WorkspaceReadOnly, WorkspaceBusy. The file is untouched on any error.
    // A file with objects that no workspace of its version has (views, triggers, other tables) is rejected:
    // WorkspaceFailed. A request to `stop` ends this and later calls with Cancelled, until stopOn() sets another token.
    static Result<Workspace> open(const std::string& path, OpenMode mode = OpenMode::ReadWrite,
                                  std::stop_token stop = {});
    // Calls open() if the file exists, else create().
    static Result<Workspace> openOrCreate(const std::string& path, std::stop_token stop = {});

    Workspace(Workspace&&) noexcept;
    Workspace& operator=(Workspace&&) noexcept;
    ~Workspace(); // when the last process closes the workspace, a single file remains

    const std::string& path() const;
    bool readOnly() const;
    // Sets the stop token that ends later calls with Cancelled; an empty token disables this.
    void stopOn(std::stop_token stop);

    // Adds a measurement, or replaces one that did not succeed. Adding it twice is harmless. `job` and `sequence`
    // identify the worker's line (may be empty and 0).
    Result<void> addMeasurement(const Measurement& measurement, const std::string& job, std::int64_t sequence);
    // Adds measurements, all or none; returns the number that changed the workspace.
    Result<int> addMeasurements(const std::vector<MeasurementLine>& lines);
    // Adds a probe and keeps the device's earlier ones. Adding it twice is harmless.
    Result<void> addProbe(const DeviceProbe& probe);
    // Adds measurements, probes, descriptions of TorchScript files not described yet, and memory traces, all or none.
    // Errors: OptionUnsupported for a description without a TorchScript file.
    Result<AddedLines> addLines(const std::vector<MeasurementLine>& lines, const std::vector<DeviceProbe>& probes,
                                const std::vector<Model>& descriptions = {},
                                const std::vector<MemoryTrace>& traces = {});
    // Returns the latest readable probe of each device, ordered by each device's first probe. Adds unreadable ones to
    // `damage` unless null.
    Result<std::vector<DeviceProbe>> latestProbes(Damage* damage = nullptr) const;
    // Removes the measurements at these points and devices, all or none; returns the number removed. A worker's line or
    // an import may add them again.
    Result<int> removeMeasurements(const std::vector<Measurement>& measurements);
    // Returns all measurements, ordered by the first measurement of their points, and the number of damaged ones.
    Result<StoredMeasurements> storedMeasurements() const;
    // Returns the same without the damage.
    Result<std::vector<Measurement>> measurements() const;
    // Returns one entry per device without decoding the measurements.
    Result<std::vector<MeasurementSummary>> summary() const;
    // Returns the summary of the readable measurements, and the damage, without keeping the measurements in memory.
    Result<ReadableSummary> readableSummary() const;

    // Returns the planning session; empty in a new workspace.
    Result<std::optional<PlanningSession>> session() const;
    Result<std::optional<Problem>> problem() const; // the session's problem
    Result<void> setSession(const PlanningSession& session);

    // Stores the description of a TorchScript file, so that planning need not load it; replaces an earlier description
    // of the same content. Errors: OptionUnsupported for a model without a TorchScript file.
    Result<void> keepDescription(const Model& model);
    // Returns the description of the file with this SHA-256. Empty if there is none that can be read.
    Result<std::optional<Model>> description(const std::string& file_hash) const;
    // Returns all readable descriptions, ordered by hash. Adds the others to `damage` unless null.
    Result<std::vector<Model>> descriptions(Damage* damage = nullptr) const;

    // Adds memory traces, all or none; returns the number of new ones. Adding one twice is harmless.
    Result<int> addTraces(const std::vector<MemoryTrace>& traces);
    // Removes a trace; returns false if there is none.
    Result<bool> removeTrace(const MemoryTrace& trace);
    // Returns all readable traces in the order of addition. Adds the others to `damage` unless null.
    Result<std::vector<MemoryTrace>> traces(Damage* damage = nullptr) const;

    // Copies the workspace to `path`, replacing an existing file; this object stays with its file. Errors:
    // FileNotWritable (also if `path` is this workspace or one that is in use), DiskFull.
    Result<void> copyTo(const std::string& path) const;

private:
    explicit Workspace(std::unique_ptr<Database> database);
    std::unique_ptr<Database> m_database;
};

}
