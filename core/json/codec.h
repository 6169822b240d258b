// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/cost/costmodel.h"
#include "core/dryrun/rankreport.h"
#include "core/estimate/estimate.h"
#include "core/hardware/catalogue.h"
#include "core/measuring/describerequest.h"
#include "core/measuring/proberequest.h"
#include "core/measuring/request.h"
#include "core/measuring/verifyrequest.h"
#include "core/plan/plan.h"
#include "core/problem/problem.h"
#include "core/profile/deviceprobe.h"
#include "core/profile/measurement.h"
#include "core/runs/errorfigures.h"
#include "core/search/search.h"

#include <nlohmann/json_fwd.hpp>

#include <optional>
#include <string>
#include <string_view>

namespace stagecraft {

// The only JSON codec of each value type (docs/formats.md). encodeJson() never fails; decodeJson<T>() reads its output.
// Field names carry units; integers are exact; numbers that are not finite become null. Decoding ignores unknown fields
// and throws DecodeError (NotJson, FileTooLarge, Field*) with the path of the field, such as "model.layers[3].hidden".
// DecodeError never leaves the core's public functions. Thread-safe.

struct DecodeError {
    Error error;
};

nlohmann::json encodeJson(const Message&);
nlohmann::json encodeJson(const Error&);
nlohmann::json encodeJson(const ScriptedParameter&);
nlohmann::json encodeJson(const ScriptedContext&);
nlohmann::json encodeJson(const ScriptedPass&);
nlohmann::json encodeJson(const ScriptedWork&);
nlohmann::json encodeJson(const ExampleInput&);
nlohmann::json encodeJson(const DescribeRequest&);
nlohmann::json encodeJson(const LayerSpec&);
nlohmann::json encodeJson(const Model&);
nlohmann::json encodeJson(const LayerPolicies& value);
nlohmann::json encodeJson(const Compressor& value);
nlohmann::json encodeJson(const TrainingOptions& value);
nlohmann::json encodeJson(const BillingOptions& value);
nlohmann::json encodeJson(const Trainable&);
nlohmann::json encodeJson(const Workload&);
nlohmann::json encodeJson(const Link&);
nlohmann::json encodeJson(const TrainingFigures&);
nlohmann::json encodeJson(const DeviceType&);
nlohmann::json encodeJson(const Offer&);
nlohmann::json encodeJson(const ClusterGroup&);
nlohmann::json encodeJson(const Cluster&);
nlohmann::json encodeJson(const CatalogueEntry&);
nlohmann::json encodeJson(const Constraints&);
nlohmann::json encodeJson(const Problem&);
nlohmann::json encodeJson(const SideInput&);
nlohmann::json encodeJson(const ProfilePoint&);
nlohmann::json encodeJson(const AllocationTrace&);
nlohmann::json encodeJson(const Sharding&);
nlohmann::json encodeJson(const MeasuredDevice&);
nlohmann::json encodeJson(const InputRelease&);
nlohmann::json encodeJson(const BoundaryTensor&);
nlohmann::json encodeJson(const LayerMemory&);
nlohmann::json encodeJson(const Timing&);
nlohmann::json encodeJson(const Measurement&);
nlohmann::json encodeJson(const ProfileTarget&);
nlohmann::json encodeJson(const ProfileRequest&);
nlohmann::json encodeJson(const MatrixRate&);
nlohmann::json encodeJson(const MemoryRate&);
nlohmann::json encodeJson(const CopyRate&);
nlohmann::json encodeJson(const DeviceLink&);
nlohmann::json encodeJson(const AllReduceTime&);
nlohmann::json encodeJson(const FixedBytes&);
nlohmann::json encodeJson(const DeviceClocks&);
nlohmann::json encodeJson(const ProbeOmission&);
nlohmann::json encodeJson(const DeviceProbe&);
nlohmann::json encodeJson(const ProbeRequest&);
nlohmann::json encodeJson(const VerifyRequest&);
nlohmann::json encodeJson(const StageMeasurement&);
nlohmann::json encodeJson(const Stage&);
nlohmann::json encodeJson(const Plan&);
nlohmann::json encodeJson(const MemoryBreakdown&);
nlohmann::json encodeJson(const PeakMoment&);
nlohmann::json encodeJson(const DeviceEstimate&);
nlohmann::json encodeJson(const Estimate&);
nlohmann::json encodeJson(const Candidate&);
nlohmann::json encodeJson(const Certificate&);
nlohmann::json encodeJson(const SearchedRange&);
nlohmann::json encodeJson(const SearchResult&);
nlohmann::json encodeJson(const ErrorFigures&);
nlohmann::json encodeJson(const ScriptPart&);
nlohmann::json encodeJson(const ScriptModule&);
nlohmann::json encodeJson(const ScriptBlock&);
nlohmann::json encodeJson(const ScriptPeak&);
nlohmann::json encodeJson(const ScriptNeed&);
nlohmann::json encodeJson(const ScriptVariation&);
nlohmann::json encodeJson(const ScriptShortage&);
nlohmann::json encodeJson(const ScriptError&);
nlohmann::json encodeJson(const ScriptMoment&);
nlohmann::json encodeJson(const UnsteppedOptimizer&);
nlohmann::json encodeJson(const ScriptDevice&);
nlohmann::json encodeJson(const RankReport&);

// `path` is prefixed to field names in errors; empty for a whole document.
template <typename T>
T decodeJson(const nlohmann::json& json, const std::string& path);

template <>
Message decodeJson<Message>(const nlohmann::json& json, const std::string& path);
template <>
Error decodeJson<Error>(const nlohmann::json& json, const std::string& path);
template <>
ScriptedParameter decodeJson<ScriptedParameter>(const nlohmann::json& json, const std::string& path);
template <>
ScriptedPass decodeJson<ScriptedPass>(const nlohmann::json& json, const std::string& path);
template <>
ScriptedWork decodeJson<ScriptedWork>(const nlohmann::json& json, const std::string& path);
template <>
ScriptedContext decodeJson<ScriptedContext>(const nlohmann::json& json, const std::string& path);
template <>
ExampleInput decodeJson<ExampleInput>(const nlohmann::json& json, const std::string& path);
template <>
DescribeRequest decodeJson<DescribeRequest>(const nlohmann::json& json, const std::string& path);
template <>
LayerSpec decodeJson<LayerSpec>(const nlohmann::json& json, const std::string& path);
template <>
Model decodeJson<Model>(const nlohmann::json& json, const std::string& path);
template <>
LayerPolicies decodeJson<LayerPolicies>(const nlohmann::json& json, const std::string& path);
template <>
Compressor decodeJson<Compressor>(const nlohmann::json& json, const std::string& path);
template <>
TrainingOptions decodeJson<TrainingOptions>(const nlohmann::json& json, const std::string& path);
template <>
BillingOptions decodeJson<BillingOptions>(const nlohmann::json& json, const std::string& path);
template <>
Trainable decodeJson<Trainable>(const nlohmann::json& json, const std::string& path);
template <>
Workload decodeJson<Workload>(const nlohmann::json& json, const std::string& path);
template <>
Link decodeJson<Link>(const nlohmann::json& json, const std::string& path);
template <>
TrainingFigures decodeJson<TrainingFigures>(const nlohmann::json& json, const std::string& path);
template <>
DeviceType decodeJson<DeviceType>(const nlohmann::json& json, const std::string& path);
template <>
Offer decodeJson<Offer>(const nlohmann::json& json, const std::string& path);
template <>
ClusterGroup decodeJson<ClusterGroup>(const nlohmann::json& json, const std::string& path);
template <>
Cluster decodeJson<Cluster>(const nlohmann::json& json, const std::string& path);
template <>
CatalogueEntry decodeJson<CatalogueEntry>(const nlohmann::json& json, const std::string& path);
template <>
Constraints decodeJson<Constraints>(const nlohmann::json& json, const std::string& path);
template <>
Problem decodeJson<Problem>(const nlohmann::json& json, const std::string& path);
template <>
SideInput decodeJson<SideInput>(const nlohmann::json& json, const std::string& path);
template <>
ProfilePoint decodeJson<ProfilePoint>(const nlohmann::json& json, const std::string& path);
template <>
AllocationTrace decodeJson<AllocationTrace>(const nlohmann::json& json, const std::string& path);
template <>
Sharding decodeJson<Sharding>(const nlohmann::json& json, const std::string& path);
template <>
MeasuredDevice decodeJson<MeasuredDevice>(const nlohmann::json& json, const std::string& path);
template <>
InputRelease decodeJson<InputRelease>(const nlohmann::json& json, const std::string& path);
template <>
BoundaryTensor decodeJson<BoundaryTensor>(const nlohmann::json& json, const std::string& path);
template <>
LayerMemory decodeJson<LayerMemory>(const nlohmann::json& json, const std::string& path);
template <>
Timing decodeJson<Timing>(const nlohmann::json& json, const std::string& path);
template <>
Measurement decodeJson<Measurement>(const nlohmann::json& json, const std::string& path);
template <>
ProfileTarget decodeJson<ProfileTarget>(const nlohmann::json& json, const std::string& path);
template <>
ProfileRequest decodeJson<ProfileRequest>(const nlohmann::json& json, const std::string& path);
template <>
MatrixRate decodeJson<MatrixRate>(const nlohmann::json& json, const std::string& path);
template <>
MemoryRate decodeJson<MemoryRate>(const nlohmann::json& json, const std::string& path);
template <>
CopyRate decodeJson<CopyRate>(const nlohmann::json& json, const std::string& path);
template <>
DeviceLink decodeJson<DeviceLink>(const nlohmann::json& json, const std::string& path);
template <>
AllReduceTime decodeJson<AllReduceTime>(const nlohmann::json& json, const std::string& path);
template <>
FixedBytes decodeJson<FixedBytes>(const nlohmann::json& json, const std::string& path);
template <>
DeviceClocks decodeJson<DeviceClocks>(const nlohmann::json& json, const std::string& path);
template <>
ProbeOmission decodeJson<ProbeOmission>(const nlohmann::json& json, const std::string& path);
template <>
DeviceProbe decodeJson<DeviceProbe>(const nlohmann::json& json, const std::string& path);
template <>
ProbeRequest decodeJson<ProbeRequest>(const nlohmann::json& json, const std::string& path);
template <>
VerifyRequest decodeJson<VerifyRequest>(const nlohmann::json& json, const std::string& path);
template <>
StageMeasurement decodeJson<StageMeasurement>(const nlohmann::json& json, const std::string& path);
template <>
Stage decodeJson<Stage>(const nlohmann::json& json, const std::string& path);
template <>
Plan decodeJson<Plan>(const nlohmann::json& json, const std::string& path);
template <>
MemoryBreakdown decodeJson<MemoryBreakdown>(const nlohmann::json& json, const std::string& path);
template <>
PeakMoment decodeJson<PeakMoment>(const nlohmann::json& json, const std::string& path);
template <>
DeviceEstimate decodeJson<DeviceEstimate>(const nlohmann::json& json, const std::string& path);
template <>
Estimate decodeJson<Estimate>(const nlohmann::json& json, const std::string& path);
template <>
Candidate decodeJson<Candidate>(const nlohmann::json& json, const std::string& path);
template <>
SearchedRange decodeJson<SearchedRange>(const nlohmann::json& json, const std::string& path);
template <>
Certificate decodeJson<Certificate>(const nlohmann::json& json, const std::string& path);
template <>
SearchResult decodeJson<SearchResult>(const nlohmann::json& json, const std::string& path);
template <>
ScriptPart decodeJson<ScriptPart>(const nlohmann::json& json, const std::string& path);
template <>
ScriptModule decodeJson<ScriptModule>(const nlohmann::json& json, const std::string& path);
template <>
ScriptBlock decodeJson<ScriptBlock>(const nlohmann::json& json, const std::string& path);
template <>
ScriptPeak decodeJson<ScriptPeak>(const nlohmann::json& json, const std::string& path);
template <>
ScriptNeed decodeJson<ScriptNeed>(const nlohmann::json& json, const std::string& path);
template <>
ScriptVariation decodeJson<ScriptVariation>(const nlohmann::json& json, const std::string& path);
template <>
ScriptShortage decodeJson<ScriptShortage>(const nlohmann::json& json, const std::string& path);
template <>
ScriptError decodeJson<ScriptError>(const nlohmann::json& json, const std::string& path);
template <>
ScriptMoment decodeJson<ScriptMoment>(const nlohmann::json& json, const std::string& path);
template <>
UnsteppedOptimizer decodeJson<UnsteppedOptimizer>(const nlohmann::json& json, const std::string& path);
template <>
ScriptDevice decodeJson<ScriptDevice>(const nlohmann::json& json, const std::string& path);
template <>
RankReport decodeJson<RankReport>(const nlohmann::json& json, const std::string& path);

// Parses text into a JSON value. Throws DecodeError: NotJson (also for more than 100 levels), FileTooLarge (more than
// 64 MiB).
nlohmann::json parseJson(std::string_view text);

// Parses like parseJson() but returns empty instead of throwing, which is many times faster if most texts are not JSON.
std::optional<nlohmann::json> jsonIn(std::string_view text);

// Formats a JSON value on one line or indented. Never fails: bytes that are not UTF-8 become U+FFFD.
std::string jsonText(const nlohmann::json& json, int indent = -1);

// Checks "format" and "version" of a document. Throws DecodeError: Field*, FormatWrong, FormatNewer.
void requireFormat(const nlohmann::json& document, std::string_view format, int version);

// Calls `read`, which may throw DecodeError, and converts the exception to a failed result; `where` names the origin of
// the text.
template <typename Read>
auto catchDecoding(const std::string& where, Read read) -> Result<decltype(read())>
{
    try {
        return read();
    } catch (DecodeError& decodeError) {
        decodeError.error.where = where;
        return failure(std::move(decodeError.error));
    }
}

// Reads T from text; `where` names the origin in errors. Errors: NotJson, FileTooLarge, Field*.
// Defined for Error, Model, Workload, Cluster, Problem, Measurement, ProfileRequest, DeviceProbe, ProbeRequest, Plan,
// Estimate, SearchResult, DeviceType and RankReport.
template <typename T>
Result<T> readJson(std::string_view text, const std::string& where);

}
