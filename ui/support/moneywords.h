// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/estimate/money.h"
#include "core/hardware/cluster.h"
#include "ui/support/plandetails.h"

#include <QDate>
#include <QString>

#include <optional>
#include <vector>

namespace stagecraft {

// Amounts, prices and bills in words.

int formFor(std::int64_t count); // decides between the words for one and for many
QString offerKindName(OfferKind kind); // "On demand"
QString billedUnitName(BilledUnit unit); // "Whole nodes"
QString billPartName(BillPart part); // "Computing"

// As secondsText(), in hours and days where it is that long; "never" for an endless time.
QString durationText(Seconds time);

// The unit in which `longest` reads well, so that the times of an axis share one.
struct DurationUnit {
    Seconds size {1};
    QString name;
};
DurationUnit durationUnitFor(Seconds longest);

// An amount of tokens or samples as people write it: "300 B", "1.5T", "3e11", "20,000". 0: nothing is written. Nothing
// where it is no number of at least 1 and at most mostTrained.
std::optional<std::int64_t> amountFrom(const QString& text);
QString amountText(std::int64_t amount); // which amountFrom() reads as the same; empty for 0

QString ageText(const Offer& offer, const QDate& today); // "64 days old: look it up again"
QString priceText(const ClusterGroup& group); // "aws/p5.48xlarge · $55.0/h"
// What is known of a group's price: how the nodes are had, where the price is from, and its age; a sentence or two.
QString priceFacts(const ClusterGroup& group, const QDate& today);

// What a run takes and costs, where each price is from, and what is not known.
std::vector<PlanDetailGroup> billDetails(const Bill& bill, const Problem& problem, const QDate& today);

}
