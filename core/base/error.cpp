// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "core/base/error.h"

#include "core/base/format.h"
#include "core/base/shortened.h"
#include "core/base/terminaltext.h"

#include <array>

namespace stagecraft {

namespace {

struct Entry {
    ErrorCode code;
    std::string_view name;
    std::string_view text;
};

constexpr std::array entries {
    Entry {ErrorCode::FileNotReadable, "file_not_readable",
           "the file cannot be read (%1); check that it exists and that you may read it"},
    Entry {ErrorCode::FileNotWritable, "file_not_writable",
           "the file cannot be written (%1); choose another name or place, or free some space"},
    Entry {ErrorCode::FileTooLarge, "file_too_large", "the file has %1, more than the %2 that such a file can need"},
    Entry {ErrorCode::NotJson, "not_json", "the file is not JSON (%1)"},
    Entry {ErrorCode::NotYaml, "not_yaml", "the file is not YAML (%1)"},
    Entry {ErrorCode::FieldMissing, "field_missing", "the field \"%1\" is missing"},
    Entry {ErrorCode::FieldWrongType, "field_wrong_type", "the field \"%1\" must be %2"},
    Entry {ErrorCode::FieldOutOfRange, "field_out_of_range", "the field \"%1\" is %2 but must lie between %3 and %4"},
    Entry {ErrorCode::FieldNotDivisible, "field_not_divisible",
           "the field \"%1\" (%2) must be a multiple of \"%3\" (%4)"},
    Entry {ErrorCode::FieldUnknownValue, "field_unknown_value", "the field \"%1\" is \"%2\"; known values: %3"},
    Entry {ErrorCode::FieldInconsistent, "field_inconsistent", "the field \"%1\" does not fit together: %2"},
    Entry {ErrorCode::FamilyUnknown, "family_unknown",
           "the model type \"%1\" is not known; known types: %2. Any other model can be given as a TorchScript file "
           "(.pt) or as a layer table (CSV)"},
    Entry {ErrorCode::ModelUnknown, "model_unknown", "there is no model \"%1\" in the zoo; it has: %2"},
    Entry {ErrorCode::LayerMismatch, "layer_mismatch", "the layer cannot take what comes before it (%1)"},
    Entry {ErrorCode::ScriptUntrusted, "script_untrusted",
           "loading a TorchScript file runs code from it; allow that (--trust) only if you trust those who made it"},
    Entry {ErrorCode::ScriptUnusable, "script_unusable", "the TorchScript file cannot be used: %1"},
    Entry {ErrorCode::ScriptChanged, "script_changed",
           "this is another file than the one that was described (SHA-256 %1, and %2 then); describe it anew"},
    Entry {ErrorCode::TableMalformed, "table_malformed", "line %1: %2"},
    Entry {ErrorCode::RunsUnusable, "runs_unusable",
           "of %1 runs fewer than %2 can be used, of memory and of time alike (%3)"},
    Entry {
        ErrorCode::SnapshotRefused, "snapshot_refused",
        "the file asks to run code (%1, at byte %2) and is refused; nothing was run. A memory snapshot has plain data "
        "alone: write it with torch.cuda.memory._dump_snapshot(), and do not load this file in Python"},
    Entry {ErrorCode::SnapshotUnusable, "snapshot_unusable", "the memory snapshot cannot be read: %1"},
    Entry {ErrorCode::StackUnknown, "stack_unknown",
           "the stack \"%1\" of an earlier version has no framework in its place; choose a framework (%2)"},
    Entry {ErrorCode::FormatWrong, "format_wrong", "this is not a %1 file: its \"format\" is \"%2\""},
    Entry {ErrorCode::FormatNewer, "format_newer",
           "the file has version %1, and this program reads versions up to %2; use a newer Stagecraft"},
    Entry {ErrorCode::ClusterMalformed, "cluster_malformed",
           "\"%1\" is not a cluster (%2); write NODESxDEVICESxTYPE[:MEMORY], for example 4xcpu:8GiB or 2x8xH100-80GB, "
           "or a file"},
    Entry {ErrorCode::DeviceTypeUnknown, "device_type_unknown",
           "the device type \"%1\" is not in the catalogue; it has: %2"},
    Entry {ErrorCode::OptionOutOfRange, "option_out_of_range", "%1 is %2 but must lie between %3 and %4"},
    Entry {ErrorCode::OptionUnsupported, "option_unsupported", "%1 cannot be \"%2\"; possible: %3"},
    Entry {ErrorCode::TargetUnsupported, "target_unsupported",
           "%1 cannot be \"%2\"; possible: %3 (--target any asks for plans whatever runs them)"},
    Entry {ErrorCode::RunUnlimited, "run_unlimited", "the run has no limit to keep; give a budget or a deadline"},
    Entry {ErrorCode::RunUnending, "run_unending",
           "the length of the run is not known; say how many tokens or samples it trains with"},
    Entry {ErrorCode::PriceUnknown, "price_unknown",
           "a budget needs the price of a node, and no offer on demand of nodes with %1 x %2 is known; set a price"},
    Entry {ErrorCode::PlanInvalid, "plan_invalid", "the plan is not possible: %1"},
    Entry {ErrorCode::ScheduleImpossible, "schedule_impossible",
           "the schedule %1 is not possible here: %2; nearest that works: %3"},
    Entry {ErrorCode::NotMeasured, "not_measured",
           "%1 has not been measured at micro-batch %2 and sequence %3; run: %4"},
    Entry {ErrorCode::MeasuredElsewhere, "measured_elsewhere",
           "the profile was measured on %1, the cluster has %2; profile the model on such a device first"},
    Entry {ErrorCode::WorkspaceNotOne, "workspace_not_one",
           "the file is not a Stagecraft workspace; it was left as it is"},
    Entry {ErrorCode::WorkspaceNewer, "workspace_newer",
           "the workspace has version %1, and this program reads versions up to %2; use a newer Stagecraft. The file "
           "was left as it is"},
    Entry {ErrorCode::WorkspaceReadOnly, "workspace_read_only",
           "the workspace cannot be changed: the file or its folder is read-only"},
    Entry {ErrorCode::WorkspaceBusy, "workspace_busy",
           "another process is writing to the workspace; try again when it is done"},
    Entry {ErrorCode::WorkspaceFailed, "workspace_failed", "the workspace could not be used (%1)"},
    Entry {ErrorCode::DiskFull, "disk_full",
           "the disk is full, or files may not grow further here (ulimit -f); free some space and try again"},
    Entry {ErrorCode::WorkerMissing, "worker_missing",
           "the profiler %1 was not found; build it with STAGECRAFT_WORKER=ON or set STAGECRAFT_WORKER_PATH"},
    Entry {ErrorCode::WorkerFailed, "worker_failed", "the profiler stopped (%1)"},
    Entry {ErrorCode::WorkerProtocol, "worker_protocol", "the profiler sent something that is not understood (%1)"},
    Entry {ErrorCode::DeviceUnavailable, "device_unavailable", "the device \"%1\" is not available (%2)"},
    Entry {ErrorCode::DryRunUnavailable, "dry_run_unavailable", "a dry run is not possible here: %1"},
    Entry {ErrorCode::ModelUndescribable, "model_undescribable", "the model cannot be described: %1"},
    Entry {ErrorCode::OutOfMemory, "out_of_memory", "%1 does not fit into the memory of %2"},
    Entry {
        ErrorCode::LayerTooLarge, "layer_too_large",
        "%1 did not fit into the memory of %2 at micro-batch %3 and sequence %4 when it was profiled; profile it on a "
        "device with more memory, or, where more of it is free now, run: %5"},
    Entry {ErrorCode::Cancelled, "cancelled", "cancelled"},
};

constexpr auto codes = [] {
    std::array<ErrorCode, entries.size()> all {};
    for (std::size_t i = 0; i < entries.size(); ++i) {
        all[i] = entries[i].code;
    }
    return all;
}();

static_assert([] {
    for (std::size_t i = 0; i < entries.size(); ++i) {
        if (static_cast<std::size_t>(entries[i].code) != i) {
            return false;
        }
    }
    return entries.size() == static_cast<std::size_t>(ErrorCode::Cancelled) + 1;
}());

const Entry& entry(ErrorCode code)
{
    return entries[static_cast<std::size_t>(code)];
}

}

std::span<const ErrorCode> allErrorCodes()
{
    return codes;
}

std::string_view errorName(ErrorCode code)
{
    return entry(code).name;
}

bool isRefusal(ErrorCode code)
{
    switch (code) {
    case ErrorCode::FileNotWritable:
    case ErrorCode::WorkspaceReadOnly:
    case ErrorCode::WorkspaceBusy:
    case ErrorCode::WorkspaceFailed:
    case ErrorCode::DiskFull:
    case ErrorCode::WorkerFailed:
    case ErrorCode::WorkerProtocol:
    case ErrorCode::OutOfMemory:
    case ErrorCode::Cancelled:
        return false;
    default:
        return true;
    }
}

std::string_view errorTemplate(ErrorCode code)
{
    return entry(code).text;
}

std::string argumentText(const ErrorArgument& argument)
{
    struct Visitor {
        std::string operator()(const std::string& text) const { return shortened(text, mostOfAnArgument); }
        std::string operator()(std::int64_t number) const { return std::to_string(number); }
        std::string operator()(double number) const { return formatNumber(number); }
        std::string operator()(Bytes bytes) const { return formatBytes(bytes); }
        std::string operator()(Seconds seconds) const { return formatSeconds(seconds); }
    };
    return std::visit(Visitor {}, argument);
}

std::string describe(const Error& error)
{
    const std::string_view text = errorTemplate(error.code);
    std::string sentence;
    for (std::size_t i = 0; i < text.size(); ++i) {
        const bool placeholder = text[i] == '%' && i + 1 < text.size() && text[i + 1] >= '1' && text[i + 1] <= '9';
        if (!placeholder) {
            sentence += text[i];
            continue;
        }
        const auto index = static_cast<std::size_t>(text[++i] - '1');
        sentence += index < error.arguments.size() ? argumentText(error.arguments[index]) : std::string("?");
    }
    return error.where.empty() ? sentence : terminalLine(error.where) + ": " + sentence;
}

}
