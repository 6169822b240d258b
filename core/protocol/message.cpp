// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "core/protocol/message.h"

#include "core/base/overloaded.h"
#include "core/json/fields.h"
#include "core/words/worker.h"

namespace stagecraft {

constexpr std::string_view messageFormat = "stagecraft-message";
constexpr Bytes lineLimit(16 << 20); // a worker's message has a thousandth of that
constexpr std::string_view requestFormat = "stagecraft-request";

template <typename Fields, Is<HelloMessage> T>
void listFields(Fields& fields, T& hello)
{
    fields("device", hello.device);
    fields("worker_version", hello.worker_version);
    fields.orUsual("room_bytes", hello.free_memory);
}

template <typename Fields, Is<ProgressMessage> T>
void listFields(Fields& fields, T& progress)
{
    fields("phase", progress.phase);
    fields("subject", progress.subject);
    fields.orUsual("reason", progress.reason);
    fields("done", progress.done, {0});
    fields("total", progress.total, {0});
}

template <typename Fields, Is<MeasurementMessage> T>
void listFields(Fields& fields, T& message)
{
    fields("measurement", message.measurement);
}

template <typename Fields, Is<ProbeMessage> T>
void listFields(Fields& fields, T& message)
{
    fields("probe", message.probe);
}

template <typename Fields, Is<DescriptionMessage> T>
void listFields(Fields& fields, T& message)
{
    fields("model", message.model);
}

template <typename Fields, Is<StageMessage> T>
void listFields(Fields& fields, T& message)
{
    fields("stage", message.stage);
}

template <typename Fields, Is<ResultMessage> T>
void listFields(Fields& fields, T& result)
{
    fields("measured", result.measured, {0});
    fields("failed", result.failed, {0});
    fields("cancelled", result.cancelled);
    fields("budget_spent", result.budget_spent);
}

template <typename Fields, Is<ErrorMessage> T>
void listFields(Fields& fields, T& message)
{
    fields("error", message.error);
}

template <typename Fields, Is<HeartbeatMessage> T>
void listFields(Fields&, T&)
{
}

namespace {

std::string_view typeName(const MessageBody& body)
{
    return std::visit(overloaded {
                          [](const HelloMessage&) { return std::string_view("hello"); },
                          [](const ProgressMessage&) { return std::string_view("progress"); },
                          [](const MeasurementMessage&) { return std::string_view("measurement"); },
                          [](const ProbeMessage&) { return std::string_view("probe"); },
                          [](const DescriptionMessage&) { return std::string_view("description"); },
                          [](const StageMessage&) { return std::string_view("stage"); },
                          [](const ResultMessage&) { return std::string_view("result"); },
                          [](const ErrorMessage&) { return std::string_view("error"); },
                          [](const HeartbeatMessage&) { return std::string_view("heartbeat"); },
                      },
                      body);
}

template <std::size_t Index = 0>
MessageBody decodeBody(const std::string& type, const nlohmann::json& json)
{
    if constexpr (Index < std::variant_size_v<MessageBody>) {
        using Body = std::variant_alternative_t<Index, MessageBody>;
        return type == typeName(Body {}) ? MessageBody(decodeFields<Body>(json, {}))
                                         : decodeBody<Index + 1>(type, json);
    } else {
        failDecoding(
            ErrorCode::FieldUnknownValue,
            {std::string("type"), type,
             std::string("hello, progress, measurement, probe, description, stage, result, error, heartbeat")});
    }
}

nlohmann::json versioned(nlohmann::json json, std::string_view format, const std::string& job)
{
    json["format"] = format;
    json["version"] = protocolVersion;
    json["job"] = job;
    return json;
}

}

std::string encode(const WorkerMessage& message)
{
    auto json = std::visit([](const auto& body) { return encodeFields(body); }, message.body);
    json = versioned(std::move(json), messageFormat, message.job);
    json["sequence"] = message.sequence;
    json["type"] = typeName(message.body);
    return jsonText(json);
}

Result<WorkerMessage> decodeMessage(std::string_view line)
{
    auto message = catchDecoding({}, [&] {
        if (const Bytes size(static_cast<std::int64_t>(line.size())); size > lineLimit) {
            failDecoding(ErrorCode::FileTooLarge, {size, lineLimit});
        }
        const auto json = parseJson(line);
        requireFormat(json, messageFormat, protocolVersion);
        const FieldReader fields(json, {});
        WorkerMessage read;
        std::string type;
        fields("job", read.job);
        fields("sequence", read.sequence, {1});
        fields("type", type);
        read.body = decodeBody(type, json);
        return read;
    });
    if (!message && message.error().code != ErrorCode::FormatNewer) {
        return failure(ErrorCode::WorkerProtocol, {messageOf(message.error())});
    }
    return message;
}

std::string encode(const WorkerRequest& request)
{
    auto json = versioned(nlohmann::json::object(), requestFormat, request.job);
    if (request.probe) {
        json["probe"] = encodeJson(*request.probe);
    } else if (request.describe) {
        json["describe"] = encodeJson(*request.describe);
    } else if (request.verify) {
        json["verify"] = encodeJson(*request.verify);
    } else {
        json["profile"] = encodeJson(request.profile);
        json["known"] = valueToJson(request.known);
    }
    return jsonText(json);
}

Result<WorkerRequest> decodeRequest(std::string_view text, const std::string& where)
{
    return catchDecoding(where, [&] {
        const auto json = parseJson(text);
        requireFormat(json, requestFormat, protocolVersion);
        const FieldReader fields(json, {});
        WorkerRequest request;
        fields("job", request.job);
        // True if the request contains this part, which must then be the only one.
        const auto asks = [&](const char* name) {
            for (const char* other : {"profile", "probe", "describe", "verify"}) {
                if (json.contains(name) && json.contains(other) && std::string_view(other) != name) {
                    failDecoding(ErrorCode::FieldInconsistent, {std::string(name), words::worker::one_request});
                }
            }
            return json.contains(name);
        };
        if (asks("probe")) {
            fields("probe", request.probe.emplace());
            return request;
        }
        if (asks("describe")) {
            fields("describe", request.describe.emplace());
            return request;
        }
        if (asks("verify")) {
            fields("verify", request.verify.emplace());
            return request;
        }
        fields("profile", request.profile);
        fields("known", request.known);
        return request;
    });
}

}
