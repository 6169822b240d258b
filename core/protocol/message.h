// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"
#include "core/measuring/describerequest.h"
#include "core/measuring/proberequest.h"
#include "core/measuring/request.h"
#include "core/measuring/verifyrequest.h"
#include "core/profile/deviceprobe.h"
#include "core/profile/measurement.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

namespace stagecraft {

inline constexpr int protocolVersion = 2;

// Request of the explorer to the worker: one JSON document, from a file or on standard input.
struct WorkerRequest {
    std::string job; // UUID
    ProfileRequest profile;
    std::vector<Measurement> known; // measurements in the workspace, which are not repeated
    // Request for a probe instead; `profile` and `known` are then empty.
    std::optional<ProbeRequest> probe = std::nullopt;
    std::optional<DescribeRequest> describe = std::nullopt; // likewise
    std::optional<VerifyRequest> verify = std::nullopt;

    bool profiles() const { return !probe && !describe && !verify; }
};

// Returns the device of a request.
inline const DeviceChoice& deviceOf(const WorkerRequest& request)
{
    if (request.probe) {
        return request.probe->device;
    }
    if (request.verify) {
        return request.verify->device;
    }
    return request.profile.device;
}

// Messages of the worker: one JSON object per line, with version, job and sequence number.
struct HelloMessage {
    MeasuredDevice device;
    std::string worker_version;
    Bytes free_memory {}; // memory available to measurements; 0 if unknown

    friend bool operator==(const HelloMessage&, const HelloMessage&) = default;
};
struct ProgressMessage {
    std::string phase; // "measuring", "describing", "running", or the part of a probe
    Message subject; // layer and point, or step of the part
    Message reason {}; // reason for measuring this point
    int done = 0;
    int total = 0;

    friend bool operator==(const ProgressMessage&, const ProgressMessage&) = default;
};
struct MeasurementMessage {
    Measurement measurement;

    friend bool operator==(const MeasurementMessage&, const MeasurementMessage&) = default;
};
struct ProbeMessage {
    DeviceProbe probe;

    friend bool operator==(const ProbeMessage&, const ProbeMessage&) = default;
};
struct DescriptionMessage {
    Model model;

    friend bool operator==(const DescriptionMessage&, const DescriptionMessage&) = default;
};
struct StageMessage {
    StageMeasurement stage;

    friend bool operator==(const StageMessage&, const StageMessage&) = default;
};
struct ResultMessage {
    int measured = 0;
    int failed = 0;
    bool cancelled = false;
    bool budget_spent = false;

    friend bool operator==(const ResultMessage&, const ResultMessage&) = default;
};
struct ErrorMessage {
    Error error;

    friend bool operator==(const ErrorMessage&, const ErrorMessage&) = default;
};
struct HeartbeatMessage {
    friend bool operator==(const HeartbeatMessage&, const HeartbeatMessage&) = default;
};

using MessageBody = std::variant<HelloMessage, ProgressMessage, MeasurementMessage, ProbeMessage, DescriptionMessage,
                                 StageMessage, ResultMessage, ErrorMessage, HeartbeatMessage>;

struct WorkerMessage {
    std::string job;
    std::int64_t sequence = 0; // counts from 1, without gaps within a job
    MessageBody body;

    friend bool operator==(const WorkerMessage&, const WorkerMessage&) = default;
};

// Encodes a message as one line without the trailing newline.
std::string encode(const WorkerMessage& message);
// Errors: WorkerProtocol, FormatNewer.
Result<WorkerMessage> decodeMessage(std::string_view line);

std::string encode(const WorkerRequest& request);
// Reads a request, which contains exactly one of a profile, a probe, a description and a stage to verify. Errors:
// NotJson, Field*, FormatNewer with the given `where`.
Result<WorkerRequest> decodeRequest(std::string_view text, const std::string& where);

// Line on the worker's standard input that requests cancellation.
inline constexpr std::string_view cancelLine = "cancel";

}
