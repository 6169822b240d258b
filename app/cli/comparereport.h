// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/error.h"
#include "core/search/runchoices.h"

#include <nlohmann/json_fwd.hpp>

#include <optional>
#include <string>
#include <vector>

namespace stagecraft {

// One of the compared clusters with the result of its search.
struct ComparedCluster {
    std::string name; // as given on the command line
    Problem problem;
    std::optional<Error> error; // set if the search failed
    SearchResult result; // empty after an error
    std::optional<RunChoices> choices; // empty if no plan fits

    // Reason why there is no plan, as a sentence; empty if there is a plan.
    std::string obstacle() const;
};

// True if a search was interrupted or not started. Statements about all clusters are then invalid.
bool isCancelled(const std::vector<ComparedCluster>& clusters);

// Cluster with the cheapest or fastest run; null if no run finishes (runFinishes()) or no cluster has a plan.
const ComparedCluster* cheapestOf(const std::vector<ComparedCluster>& clusters);
const ComparedCluster* fastestOf(const std::vector<ComparedCluster>& clusters);

// True if the bound, as a share of the figure, proves that the figure is optimal; false without a bound.
bool isProven(std::optional<double> share_of_bound);

// Lower bound of all runs with plans that fit, over all clusters with plans (for costs: with prices). Empty if one of
// these clusters has no bound.
std::optional<Usd> costBoundOf(const std::vector<ComparedCluster>& clusters);
std::optional<Seconds> timeBoundOf(const std::vector<ComparedCluster>& clusters);

// Table with one column per cluster, followed by the sources of its figures. `today` as in 2026-11-21.
std::string comparisonText(const std::vector<ComparedCluster>& clusters, const BillingOptions& billing,
                           const std::string& today);
nlohmann::json comparisonJson(const std::vector<ComparedCluster>& clusters, const std::string& today);

}
