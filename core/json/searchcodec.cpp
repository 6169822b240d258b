// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "core/json/fields.h"

namespace stagecraft {

template <typename Fields, Is<Candidate> T>
void listFields(Fields& fields, T& candidate)
{
    fields("partitioner", candidate.partitioner);
    fields("labels", candidate.labels);
    fields("plan", candidate.plan);
    fields("estimate", candidate.estimate);
    fields.orUsual("name", candidate.name);
    fields.orUsual("also", candidate.also);
}

template <typename Fields, Is<Certificate> T>
void listFields(Fields& fields, T& certificate)
{
    fields("peak_bytes", certificate.peak);
    fields("bottleneck_stage", certificate.bottleneck, {-1});
    fields("less_is_infeasible", certificate.less_is_infeasible);
    fields.orUsual("share", certificate.share, {0});
}

template <typename Fields, Is<SearchedRange> T>
void listFields(Fields& fields, T& range)
{
    fields("dimension", range.dimension);
    fields("values", range.values);
}

template <typename Fields, Is<SearchResult> T>
void listFields(Fields& fields, T& result)
{
    fields("outcome", result.outcome.kind);
    fields("outcome_device", result.outcome.device, {-1});
    fields("outcome_missing_bytes", result.outcome.missing);
    fields("outcome_detail", result.outcome.detail);
    fields.orUsual("outcome_bound_bytes", result.outcome.bound);
    fields.orUsual("outcome_gap", result.outcome.gap, {0});
    fields("certificate", result.certificate);
    fields("candidates", result.candidates);
    fields("front_complete", result.front_complete);
    fields.orUsual("fastest_bound_seconds", result.fastest_bound);
    fields.orUsual("cheapest_bound_usd_per_step", result.cheapest_bound);
    fields.orUsual("balanced_proven", result.balanced_proven);
    fields("configurations", result.configurations, {0});
    fields.orUsual("left_out", result.left_out, {0});
    fields.orUsual("searched_ranges", result.ranges);
    fields("search_seconds", result.elapsed);
}

nlohmann::json encodeJson(const Candidate& value)
{
    return encodeFields(value);
}

template <>
Candidate decodeJson<Candidate>(const nlohmann::json& json, const std::string& path)
{
    return decodeFields<Candidate>(json, path);
}

nlohmann::json encodeJson(const Certificate& value)
{
    return encodeFields(value);
}

template <>
Certificate decodeJson<Certificate>(const nlohmann::json& json, const std::string& path)
{
    return decodeFields<Certificate>(json, path);
}

nlohmann::json encodeJson(const SearchedRange& value)
{
    return encodeFields(value);
}

template <>
SearchedRange decodeJson<SearchedRange>(const nlohmann::json& json, const std::string& path)
{
    return decodeFields<SearchedRange>(json, path);
}

nlohmann::json encodeJson(const SearchResult& value)
{
    return encodeFields(value);
}

template <>
SearchResult decodeJson<SearchResult>(const nlohmann::json& json, const std::string& path)
{
    return decodeFields<SearchResult>(json, path);
}

}
