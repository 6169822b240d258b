// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/units.h"

#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace stagecraft {

// Every way in which a call can fail. The English sentence of each code stands in error.cpp; the window translates by
// code.
enum class ErrorCode {
    FileNotReadable,
    FileNotWritable,
    FileTooLarge,
    NotJson,
    NotYaml,
    FieldMissing,
    FieldWrongType,
    FieldOutOfRange,
    FieldNotDivisible,
    FieldUnknownValue,
    FieldInconsistent,
    FamilyUnknown,
    ModelUnknown,
    LayerMismatch,
    ScriptUntrusted,
    ScriptUnusable,
    ScriptChanged,
    TableMalformed,
    RunsUnusable,
    SnapshotRefused,
    SnapshotUnusable,
    StackUnknown,
    FormatWrong,
    FormatNewer,
    ClusterMalformed,
    DeviceTypeUnknown,
    OptionOutOfRange,
    OptionUnsupported,
    TargetUnsupported,
    RunUnlimited,
    RunUnending,
    PriceUnknown,
    PlanInvalid,
    ScheduleImpossible,
    NotMeasured,
    MeasuredElsewhere,
    WorkspaceNotOne,
    WorkspaceNewer,
    WorkspaceReadOnly,
    WorkspaceBusy,
    WorkspaceFailed,
    DiskFull,
    WorkerMissing,
    WorkerFailed,
    WorkerProtocol,
    DeviceUnavailable,
    DryRunUnavailable,
    ModelUndescribable,
    OutOfMemory,
    LayerTooLarge,
    Cancelled,
};

using ErrorArgument = std::variant<std::string, std::int64_t, double, Bytes, Seconds>;

// A failed call: what (`code` with `arguments` for its sentence) and `where` (a file, a field, an option; may be
// empty).
struct Error {
    ErrorCode code;
    std::vector<ErrorArgument> arguments;
    std::string where;

    friend bool operator==(const Error&, const Error&) = default;
};

// All codes, in the order of the enumeration.
std::span<const ErrorCode> allErrorCodes();

// Stable lower-case name of a code, for JSON and logs: "file_not_readable".
std::string_view errorName(ErrorCode code);

// Whether what was asked for is refused: it is wrong, lacks something, or cannot be done on this machine, and asking
// again for the same ends the same way. Other failures happen on the way (disks, other processes, memory), or the user
// cancelled.
bool isRefusal(ErrorCode code);

// English sentence of a code with %1, %2, ... for its arguments.
std::string_view errorTemplate(ErrorCode code);

// One argument as text: bytes as GiB, seconds with unit.
std::string argumentText(const ErrorArgument& argument);

// The whole error in English: "WHERE: sentence".
std::string describe(const Error& error);

}
