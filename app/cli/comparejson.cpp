// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "app/cli/billreport.h"
#include "app/cli/comparereport.h"
#include "app/cli/plannotes.h"
#include "app/cli/planreport.h"
#include "core/estimate/fullestdevice.h"
#include "core/json/codec.h"

#include <nlohmann/json.hpp>

#include <cmath>

namespace stagecraft {

namespace {

nlohmann::json choiceJson(const ComparedCluster& cluster, const CandidateRunCost& billed)
{
    const Candidate& candidate = cluster.result.candidates[billed.candidate];
    const Estimate& estimate = candidate.estimate;
    const DeviceEstimate& fullest = *fullestDevice(estimate);
    auto json =
        nlohmann::json {{"name", planName(candidate.plan)},         {"partitioner", candidate.partitioner},
                        {"plan", encodeJson(candidate.plan)},       {"device_bytes_high", fullest.device_high.value},
                        {"capacity_bytes", fullest.capacity.value}, {"bill", trainingCostJson(billed.training_cost)}};
    const auto whole = encodeJson(estimate);
    for (const auto& [name, value] : whole.items()) {
        if (name != "devices") { // thousands of entries in a large plan
            json[name] = value;
        }
    }
    return json;
}

nlohmann::json choicesJson(const ComparedCluster& cluster)
{
    nlohmann::json json {{"recommended", nullptr}, {"fastest", nullptr}, {"cheapest", nullptr}};
    if (cluster.choices) {
        json["recommended"] = choiceJson(cluster, cluster.choices->recommended);
        json["fastest"] = choiceJson(cluster, cluster.choices->fastest);
        if (cluster.choices->cheapest) {
            json["cheapest"] = choiceJson(cluster, *cluster.choices->cheapest);
        }
    }
    return json;
}

nlohmann::json groupJson(const ClusterGroup& group, const std::string& today)
{
    auto json = nlohmann::json {{"device_type", group.device.name},
                                {"nodes", group.nodes},
                                {"devices_per_node", group.devices_per_node},
                                {"memory_bytes", group.device.memory.value.value},
                                {"intra_node", encodeJson(group.intra_node)},
                                {"network", encodeJson(group.network)},
                                {"price_usd_per_node_hour", nullptr},
                                {"offer", nullptr},
                                {"offer_stale", nullptr}};
    if (group.price_per_node) {
        json["price_usd_per_node_hour"] = group.price_per_node->value;
    }
    if (group.offer) {
        json["offer"] = encodeJson(*group.offer);
        json["offer_stale"] = isStale(*group.offer, today);
    }
    return json;
}

// Writes "NAME_proven" and the bound; null without a bound.
void addProof(nlohmann::json& json, const std::string& name, const char* bound_name, double found,
              std::optional<double> bound)
{
    const bool finite = bound && std::isfinite(*bound);
    json[name + "_proven"] = bound && found > 0 && isProven(*bound / found);
    json[name + bound_name] = finite ? nlohmann::json(*bound) : nlohmann::json();
}

nlohmann::json clusterJson(const ComparedCluster& cluster, const std::string& today)
{
    auto groups = nlohmann::json::array();
    for (const ClusterGroup& group : cluster.problem.cluster.groups) {
        groups.push_back(groupJson(group, today));
    }
    auto ranges = nlohmann::json::array();
    for (const SearchedRange& range : cluster.result.ranges) {
        ranges.push_back(encodeJson(range));
    }
    const Outcome& outcome = cluster.result.outcome;
    return {{"cluster", cluster.name},
            {"devices", cluster.problem.cluster.devices()},
            {"groups", groups},
            {"outcome", cluster.error ? nlohmann::json() : nlohmann::json(nameOf(outcome.kind))},
            {"outcome_device", outcome.device},
            {"outcome_missing_bytes", outcome.missing.value},
            {"reason", cluster.obstacle()},
            {"not_searched", cluster.error ? encodeJson(*cluster.error) : nlohmann::json()},
            {"search_seconds", cluster.result.elapsed.value},
            {"not_measured", missingJson(cluster.result.missing)},
            {"left_out_for_target", targetNotes(cluster.problem)},
            {"searched_ranges", ranges},
            {"plans", choicesJson(cluster)}};
}

}

nlohmann::json comparisonJson(const std::vector<ComparedCluster>& clusters, const std::string& today)
{
    auto all = nlohmann::json::array();
    for (const ComparedCluster& cluster : clusters) {
        all.push_back(clusterJson(cluster, today));
    }
    const auto nameOrNull = [](const ComparedCluster* cluster) {
        return cluster == nullptr ? nlohmann::json() : nlohmann::json(cluster->name);
    };
    const bool cancelled = isCancelled(clusters);
    const ComparedCluster* cheapest = cancelled ? nullptr : cheapestOf(clusters);
    const ComparedCluster* fastest = cancelled ? nullptr : fastestOf(clusters);
    nlohmann::json json {{"cancelled", cancelled},
                         {"clusters", all},
                         {"cheapest", nameOrNull(cheapest)},
                         {"fastest", nameOrNull(fastest)}};
    const auto cost = costBoundOf(clusters);
    const auto time = timeBoundOf(clusters);
    addProof(json, "cheapest", "_bound_usd",
             cheapest ? cheapest->choices->cheapest->training_cost.total->middle.value : 0,
             cheapest && cost ? std::optional(cost->value) : std::nullopt);
    addProof(json, "fastest", "_bound_seconds", fastest ? fastest->choices->fastest.training_cost.time.value : 0,
             fastest && time ? std::optional(time->value) : std::nullopt);
    return json;
}

}
