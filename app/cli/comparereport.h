// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/error.h"
#include "core/search/billedchoices.h"

#include <nlohmann/json_fwd.hpp>

#include <optional>
#include <string>
#include <vector>

namespace stagecraft {

// One of the clusters that are set side by side, and how the search on it ended.
struct ComparedCluster {
    std::string name; // as it was asked for
    Problem problem;
    std::optional<Error> error; // why it could not be searched
    SearchResult result; // empty then
    std::optional<BilledChoices> choices; // nothing where no plan fits

    // What keeps it from being planned, in a sentence; empty if nothing does.
    std::string obstacle() const;
};

// Whether a search was interrupted, or was not begun for that reason: nothing is known of all clusters together then.
bool isCancelled(const std::vector<ComparedCluster>& clusters);

// Of which a run costs least, or takes least; null where no run comes to its end (comesToItsEnd()) or none has a plan.
const ComparedCluster* cheapestOf(const std::vector<ComparedCluster>& clusters);
const ComparedCluster* fastestOf(const std::vector<ComparedCluster>& clusters);

// Whether nothing is below a figure of which the bound is this share; false without a bound.
bool isProven(std::optional<double> share_of_bound);

// What no run by a plan that fits goes below, over all clusters that have plans (of costs: with prices); nothing where
// it is not known of one.
std::optional<Usd> costBoundOf(const std::vector<ComparedCluster>& clusters);
std::optional<Seconds> timeBoundOf(const std::vector<ComparedCluster>& clusters);

// Columns of clusters, then where the figures of each are from. `today` as in 2026-11-21.
std::string comparisonText(const std::vector<ComparedCluster>& clusters, const BillingOptions& billing,
                           const std::string& today);
nlohmann::json comparisonJson(const std::vector<ComparedCluster>& clusters, const std::string& today);

}
