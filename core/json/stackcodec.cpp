// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "core/json/fields.h"
#include "core/json/limits.h"

#include <algorithm>

namespace stagecraft {

namespace {

// What the reader of measured runs takes, too.
constexpr Limits count {1, 2147483647};
constexpr Limits countOrNone {0, 2147483647};
constexpr Limits rowSpeed {0, 1e15};
constexpr Limits positive {0, std::numeric_limits<double>::infinity()};
// Far beyond every fit. A million GiB are 2^50 bytes.
constexpr Limits correctionSize {0, 1e6};
constexpr Limits bandFactor {1e-12, 1e12};
// What times are divided by, and a tenth of a per cent of a data sheet's figure is no longer training.
constexpr Limits sharedRate {1e-3, 1e6};

}

template <typename Fields, Is<Run> T>
void listFields(Fields& fields, T& run)
{
    fields.orUsual("file", run.file);
    fields.orUsual("line", run.line, {0, limits::batch});
    fields.orUsual("model", run.model);
    fields.orUsual("size", run.size);
    fields.orUsual("obstacle", run.obstacle);
    fields("layers", run.layers, count);
    fields("hidden", run.hidden, count);
    fields("heads", run.heads, count);
    fields("kv_heads", run.kv_heads, count);
    fields("ffn", run.ffn, count);
    fields("sequence", run.sequence, count);
    fields("vocabulary", run.vocabulary, count);
    fields("positions", run.positions, countOrNone);
    fields("experts", run.experts, countOrNone);
    fields("experts_per_token", run.experts_per_token, count);
    fields("gated", run.gated);
    fields("tied", run.tied);
    fields("fused_attention", run.fused_attention);
    fields.orUsual("eight_bit_products", run.eight_bit);
    fields.orUsual("device", run.device);
    fields("devices", run.devices, count);
    fields("pipeline_parallel", run.pipeline, count);
    fields("data_parallel", run.data, count);
    fields("tensor_parallel", run.tensor, count);
    fields("context_parallel", run.context, count);
    fields("expert_parallel", run.expert, count);
    fields("chunks", run.chunks, count);
    fields("chunk_layers", run.chunk_layers, count);
    fields("first_layers", run.first_layers, count);
    fields("last_layers", run.last_layers, count);
    fields("zero_stage", run.zero, {0, 3});
    fields("recomputation", run.recomputation);
    fields("sequence_parallel", run.sequence_parallel);
    fields("tensor_mode", run.tensor_mode);
    fields("micro_batch", run.micro_batch, count);
    fields("micro_batches", run.micro_batches, count);
    fields("global_batch", run.global_batch, count);
    fields.orUsual("memory_rank", run.scope.rank);
    fields.orUsual("memory_kind", run.scope.kind);
    fields("measured_bytes", run.peak, limits::anyAmount);
    fields.orUsual("out_of_memory", run.out_of_memory);
    fields("throughput", run.throughput, rowSpeed);
    fields.orUsual("throughput_unit", run.throughput_unit);
}

template <typename Fields, typename Coefficient>
void listCoefficient(Fields& fields, Coefficient& coefficient)
{
    fields("name", coefficient.correction);
    fields("meaning", coefficient.meaning);
    fields("unit", coefficient.unit);
    fields("prior", coefficient.prior, correctionSize);
    fields("deviation", coefficient.deviation, correctionSize);
    fields("least", coefficient.least, correctionSize);
    fields("most", coefficient.most, correctionSize);
    fields("value", coefficient.value, correctionSize);
    fields("source", coefficient.source);
}

template <typename Fields, Is<MemoryCoefficient> T>
void listFields(Fields& fields, T& coefficient)
{
    listCoefficient(fields, coefficient);
}

template <typename Fields, Is<TimeCoefficient> T>
void listFields(Fields& fields, T& coefficient)
{
    listCoefficient(fields, coefficient);
}

template <typename Fields, Is<ErrorFigures> T>
void listFields(Fields& fields, T& figures)
{
    fields("count", figures.count, {0, limits::batch});
    fields("mean_error", figures.mean_error, positive);
    fields("median_error", figures.median_error, positive);
    fields("p90_error", figures.p90_error, positive);
    fields("worst_error", figures.worst_error, positive);
    fields("bias", figures.bias);
    fields("rank_correlation", figures.rank_correlation, {-1, 1});
}

template <typename Fields, Is<Band> T>
void listFields(Fields& fields, T& band)
{
    fields("low", band.low, bandFactor);
    fields("high", band.high, bandFactor);
}

template <typename Fields, Is<StackEvidence> T>
void listFields(Fields& fields, T& evidence)
{
    fields("uncorrected", evidence.uncorrected);
    fields("fitted", evidence.fitted);
    fields("cross_validated", evidence.cross_validated);
    fields("folds", evidence.folds);
    fields("size_left_out", evidence.size_left_out);
    fields("slow_runs", evidence.slow_runs, {0, limits::batch});
    fields("without_slow", evidence.without_slow);
    fields("band", evidence.band);
    fields("coverage", evidence.coverage, {0, 1});
    fields("few_runs", evidence.few_runs);
}

template <typename Fields, Is<StackRow> T>
void listFields(Fields& fields, T& row)
{
    fields("run", row.run);
    fields.orUsual("memory_skipped", row.memory_skipped);
    fields("predicted_bytes", row.predicted_peak);
    fields.orUsual("time_skipped", row.time_skipped);
    fields("measured_seconds", row.measured_step);
    fields("predicted_seconds", row.predicted_step);
    fields("other_mode_bytes", row.other_mode_peak);
    fields("other_mode_seconds", row.other_mode_step);
    fields.orUsual("slow", row.slow);
}

template <typename Fields, Is<Stack> T>
void listFields(Fields& fields, T& stack)
{
    fields("name", stack.name);
    fields("form", stack.form);
    fields("memory_kind", stack.kind);
    fields("device", stack.device);
    fields("made_at", stack.made_at);
    fields("memory_coefficients", stack.memory);
    fields("time_coefficients", stack.time);
    fields("memory_evidence", stack.memory_evidence);
    fields("time_evidence", stack.time_evidence);
    fields("rows", stack.rows);
}

namespace {

// Without what is not known and what is as usual: a file has hundreds of rows.
nlohmann::json pruned(nlohmann::json object)
{
    for (auto at = object.begin(); at != object.end();) {
        const bool usual = at->is_null() || *at == "" || *at == false;
        at = usual ? object.erase(at) : std::next(at);
    }
    return object;
}

[[noreturn]] void failStack(const std::string& field, const std::string& what)
{
    failDecoding(ErrorCode::FieldInconsistent, {field, what});
}

template <typename Coefficients>
void requireDistinct(const std::string& field, const Coefficients& coefficients)
{
    for (std::size_t i = 0; i < coefficients.size(); ++i) {
        for (std::size_t j = 0; j < i; ++j) {
            if (coefficients[i].correction == coefficients[j].correction) {
                failStack(field, std::string(nameOf(coefficients[i].correction)) + " stands twice");
            }
        }
    }
}

// Absent corrections are 0, and these divide.
void requireRate(const std::string& field, const std::vector<TimeCoefficient>& coefficients, TimeCorrection rate)
{
    const auto at = std::find_if(coefficients.begin(), coefficients.end(),
                                 [rate](const TimeCoefficient& some) { return some.correction == rate; });
    const std::string name(nameOf(rate));
    if (at == coefficients.end()) {
        failStack(field, name + " is missing");
    }
    requireCount(field + "[" + std::to_string(at - coefficients.begin()) + "].value", at->value, sharedRate);
}

// What no field of its own shows: that predictions are numbers.
void requirePredicting(const Stack& stack, const std::string& path)
{
    const std::string memory = pathOf(path, "memory_coefficients");
    const std::string time = pathOf(path, "time_coefficients");
    const auto predicted = [&](auto StackRow::*quantity) {
        return std::any_of(stack.rows.begin(), stack.rows.end(),
                           [quantity](const StackRow& row) { return (row.*quantity).has_value(); });
    };
    if (stack.memory.empty() && (stack.memory_evidence || predicted(&StackRow::predicted_peak))) {
        failStack(memory, "there are none, and rows that some were fitted on");
    }
    if (stack.time.empty() && (stack.time_evidence || predicted(&StackRow::predicted_step))) {
        failStack(time, "there are none, and rows that some were fitted on");
    }
    requireDistinct(memory, stack.memory);
    requireDistinct(time, stack.time);
    if (!stack.time.empty()) {
        requireRate(time, stack.time, TimeCorrection::Share);
        requireRate(time, stack.time, TimeCorrection::Link);
    }
}

}

nlohmann::json encodeJson(const Run& value)
{
    auto json = pruned(encodeFields(value));
    // Flags that the row told are no usual values.
    for (const auto& [name, flag] : {std::pair {"gated", value.gated}, std::pair {"tied", value.tied},
                                     std::pair {"fused_attention", value.fused_attention},
                                     std::pair {"sequence_parallel", value.sequence_parallel}}) {
        if (flag) {
            json[name] = *flag;
        }
    }
    return json;
}

template <>
Run decodeJson<Run>(const nlohmann::json& json, const std::string& path)
{
    return decodeFields<Run>(json, path);
}

nlohmann::json encodeJson(const MemoryCoefficient& value)
{
    return encodeFields(value);
}

template <>
MemoryCoefficient decodeJson<MemoryCoefficient>(const nlohmann::json& json, const std::string& path)
{
    return decodeFields<MemoryCoefficient>(json, path);
}

nlohmann::json encodeJson(const TimeCoefficient& value)
{
    return encodeFields(value);
}

template <>
TimeCoefficient decodeJson<TimeCoefficient>(const nlohmann::json& json, const std::string& path)
{
    return decodeFields<TimeCoefficient>(json, path);
}

nlohmann::json encodeJson(const ErrorFigures& value)
{
    return encodeFields(value);
}

template <>
ErrorFigures decodeJson<ErrorFigures>(const nlohmann::json& json, const std::string& path)
{
    return decodeFields<ErrorFigures>(json, path);
}

nlohmann::json encodeJson(const Band& value)
{
    return encodeFields(value);
}

template <>
Band decodeJson<Band>(const nlohmann::json& json, const std::string& path)
{
    const auto band = decodeFields<Band>(json, path);
    if (band.low > band.high) {
        failStack(path, "low is above high");
    }
    return band;
}

nlohmann::json encodeJson(const StackEvidence& value)
{
    return encodeFields(value);
}

template <>
StackEvidence decodeJson<StackEvidence>(const nlohmann::json& json, const std::string& path)
{
    return decodeFields<StackEvidence>(json, path);
}

nlohmann::json encodeJson(const StackRow& value)
{
    return pruned(encodeFields(value));
}

template <>
StackRow decodeJson<StackRow>(const nlohmann::json& json, const std::string& path)
{
    return decodeFields<StackRow>(json, path);
}

nlohmann::json encodeJson(const Stack& value)
{
    return encodeFields(value);
}

template <>
Stack decodeJson<Stack>(const nlohmann::json& json, const std::string& path)
{
    auto stack = decodeFields<Stack>(json, path);
    requirePredicting(stack, path);
    return stack;
}

}
