// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/energy.h"
#include "core/base/message.h"
#include "core/base/names.h"
#include "core/base/sourced.h"
#include "core/hardware/link.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace stagecraft {

using PerHour = Quantity<struct PerHourUnit, double>;

// Terms of an offer. Spot: cheaper, and interrupted when the provider needs the nodes. Owned: purchased or on a
// permanent lease.
enum class OfferKind { OnDemand, Spot, Owned };

template <>
inline constexpr auto enumNames<OfferKind> = std::array {
    std::pair {OfferKind::OnDemand, std::string_view("on-demand")},
    std::pair {OfferKind::Spot, std::string_view("spot")},
    std::pair {OfferKind::Owned, std::string_view("owned")},
};

// Price of a node that a provider rents out or the user owns. Figures without a source are empty. Either
// `price_per_node` is set, or `purchase_price` with `years_of_use`, which only owned nodes have; see offerFault().
struct Offer {
    std::string provider; // "aws"
    std::string name; // provider's name of the node: "p5.48xlarge"
    OfferKind kind = OfferKind::OnDemand;
    std::string device; // catalogue type
    int devices_per_node = 1;
    std::optional<Link> intra_node; // empty: as in the catalogue
    std::optional<Link> network;
    std::optional<Sourced<UsdPerHour>> price_per_node;
    std::optional<Sourced<Usd>> purchase_price; // per node
    std::optional<double> years_of_use;
    std::optional<Sourced<PerHour>> preemptions_per_node_hour; // spot nodes: rate of spot interruptions
    std::optional<Sourced<Watts>> power_per_node; // if energy is billed separately
    std::optional<Sourced<UsdPerKilowattHour>> energy_price;

    // Identifier in cluster texts: "aws/p5.48xlarge"; spot offers end in ":spot".
    std::string id() const;
    // Source and date of the price.
    const Message& source() const;
    const std::string& date() const;

    friend bool operator==(const Offer&, const Offer&) = default;
};

inline constexpr double hoursPerYear = 8766; // 365.25 days
inline constexpr int staleAfterDays = 30;

// Limits that offerFault() checks.
inline constexpr double mostPerHour = 1e6; // USD per node and hour
inline constexpr double mostPerPurchase = 1e9; // USD per node
inline constexpr double mostYears = 100;
inline constexpr double mostPreemptions = 3600; // per node and hour: one per second
inline constexpr double mostPower = 1e7; // watts per node
inline constexpr double mostEnergyPrice = 1e3; // USD per kWh

// Returns the hourly price of a node. For purchased nodes: the purchase price divided by the hours of their years of
// use, used or not.
UsdPerHour hourlyPrice(const Offer& offer);

// Returns the reason why an offer is invalid, with the field as spelled in files; empty if it is valid. Prices are at
// most 1e6 USD per hour, purchases at most 1e9 USD.
Message offerFault(const Offer& offer);

// Returns offerFault() of an offer entered on day `today` (YYYY-MM-DD), and a fault if its price is dated later. The
// next day is allowed, as clocks and time zones differ.
Message enteredOfferFault(const Offer& offer, std::string_view today);

// Returns the days from one date to another, both as YYYY-MM-DD; empty if either is malformed.
std::optional<std::int64_t> daysBetween(std::string_view first, std::string_view last);

// Returns the age of the price in days at `today`; empty if its date is unknown.
std::optional<std::int64_t> ageInDays(const Offer& offer, std::string_view today);

// True if the price should be checked again: older than 30 days, without a date, or dated after the day that follows
// `today`.
bool isStale(const Offer& offer, std::string_view today);

}
