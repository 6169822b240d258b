// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/estimate/trainingcost.h"
#include "core/hardware/cluster.h"
#include "ui/words/plandetails.h"

#include <QDate>
#include <QString>

#include <optional>
#include <vector>

namespace stagecraft {

// Texts of amounts, prices and costs.

int formFor(std::int64_t count); // count for plural forms, limited to int
QString offerKindName(OfferKind kind); // "On-demand"
QString billedUnitName(BilledUnit unit); // "Whole nodes"
QString trainingCostPartName(TrainingCostPart part); // "Compute"

// Like secondsText(), with hours, days and years for long times; "never" for infinite times.
QString durationText(Seconds time);

// Unit suitable for `longest`, shared by all times of an axis.
struct DurationUnit {
    Seconds size {1};
    QString name;
};
DurationUnit durationUnitFor(Seconds longest);

// Parses an amount of tokens or samples: "300 B", "1.5T", "3e11", "20,000". Returns 0 for empty text, and nothing
// unless the amount is between 1 and mostTrained.
std::optional<std::int64_t> amountFrom(const QString& text);
QString amountText(std::int64_t amount); // inverse of amountFrom(); empty for 0

QString ageText(const Offer& offer, const QDate& today); // "64 days old, check the price"
QString priceText(const ClusterGroup& group); // "aws/p5.48xlarge · $55.0/h"
// Kind of offer, price, source and age of a group's price in one or two sentences.
QString priceFacts(const ClusterGroup& group, const QDate& today);

// Time and cost of a run, sources of the prices, and costs not included.
std::vector<PlanDetailGroup> trainingCostDetails(const TrainingCost& training_cost, const Problem& problem,
                                                 const QDate& today);

}
