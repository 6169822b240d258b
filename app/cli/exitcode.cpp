// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "app/cli/exitcode.h"

namespace stagecraft {

ExitCode exitCodeOf(ErrorCode code)
{
    switch (code) {
    case ErrorCode::FileNotReadable:
    case ErrorCode::FileTooLarge:
    case ErrorCode::NotJson:
    case ErrorCode::NotYaml:
    case ErrorCode::FieldMissing:
    case ErrorCode::FieldWrongType:
    case ErrorCode::FieldOutOfRange:
    case ErrorCode::FieldNotDivisible:
    case ErrorCode::FieldUnknownValue:
    case ErrorCode::FieldInconsistent:
    case ErrorCode::FamilyUnknown:
    case ErrorCode::ModelUnknown:
    case ErrorCode::LayerMismatch:
    case ErrorCode::ScriptUntrusted:
    case ErrorCode::ScriptUnusable:
    case ErrorCode::ScriptChanged:
    case ErrorCode::TableMalformed:
    case ErrorCode::RunsUnusable:
    case ErrorCode::SnapshotRefused:
    case ErrorCode::SnapshotUnusable:
    case ErrorCode::StackUnknown:
    case ErrorCode::StackCannot:
    case ErrorCode::FormatWrong:
    case ErrorCode::FormatNewer:
    case ErrorCode::ClusterMalformed:
    case ErrorCode::DeviceTypeUnknown:
    case ErrorCode::OptionOutOfRange:
    case ErrorCode::OptionUnsupported:
    case ErrorCode::PlanInvalid:
    case ErrorCode::ScheduleImpossible:
    case ErrorCode::WorkspaceNotOne:
    case ErrorCode::WorkspaceNewer:
        return ExitCode::BadInput;
    case ErrorCode::Cancelled:
        return ExitCode::Cancelled;
    default:
        return ExitCode::Failed;
    }
}

}
