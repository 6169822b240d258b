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

// How nodes are had. Spot: cheaper, and taken back when their owner needs them. Owned: bought, or rented for good.
enum class OfferKind { OnDemand, Spot, Owned };

template <>
inline constexpr auto enumNames<OfferKind> = std::array {
    std::pair {OfferKind::OnDemand, std::string_view("on-demand")},
    std::pair {OfferKind::Spot, std::string_view("spot")},
    std::pair {OfferKind::Owned, std::string_view("owned")},
};

// A node that somebody lets or has, with its price. Figures that no source gives are empty. Either `price_per_node` is
// there, or `purchase_price` with `years_of_use`, which only owned nodes have; see offerFault().
struct Offer {
    std::string provider; // "aws"
    std::string name; // of the node, as the provider calls it: "p5.48xlarge"
    OfferKind kind = OfferKind::OnDemand;
    std::string device; // a type of the catalogue
    int devices_per_node = 1;
    std::optional<Link> intra_node; // empty: as the catalogue has them
    std::optional<Link> network;
    std::optional<Sourced<UsdPerHour>> price_per_node;
    std::optional<Sourced<Usd>> purchase_price; // of a node
    std::optional<double> years_of_use;
    std::optional<Sourced<PerHour>> preemptions_per_node_hour; // of spot nodes: how often one is taken back
    std::optional<Sourced<Watts>> power_per_node; // where energy is paid for beside the price
    std::optional<Sourced<UsdPerKilowattHour>> energy_price;

    // "aws/p5.48xlarge", as clusters name it; spot offers end in ":spot".
    std::string id() const;
    // What prices tell of where they are from and when.
    const Message& source() const;
    const std::string& date() const;

    friend bool operator==(const Offer&, const Offer&) = default;
};

inline constexpr double hoursPerYear = 8766; // of 365.25 days
inline constexpr int staleAfterDays = 30;

// What offerFault() takes.
inline constexpr double mostPerHour = 1e6; // $ of a node
inline constexpr double mostPerPurchase = 1e9; // $ of a node
inline constexpr double mostYears = 100;
inline constexpr double mostPreemptions = 3600; // of a node an hour: one a second
inline constexpr double mostPower = 1e7; // watts of a node
inline constexpr double mostEnergyPrice = 1e3; // $ per kWh

// Of a node. Bought ones: the purchase price spread evenly over the hours of their years, used or not.
UsdPerHour hourlyPrice(const Offer& offer);

// What keeps an offer from being used; it names the field as files spell it; empty if nothing does. Prices are up to
// $1e6 an hour, purchases up to $1e9.
Message offerFault(const Offer& offer);

// As that of an offer that somebody enters on a day, as in 2026-11-21: a price of a day to come is none that was seen.
// The day after is allowed, as clocks and time zones differ.
Message enteredOfferFault(const Offer& offer, std::string_view today);

// Days from one date to another, both as in 2026-11-21; nothing where one of them is no such date.
std::optional<std::int64_t> daysBetween(std::string_view first, std::string_view last);

// How many days before `today` the price is from; nothing where its date is not known.
std::optional<std::int64_t> ageInDays(const Offer& offer, std::string_view today);

// Prices change: one of more than 30 days, of an unknown day or of one to come (but for the next), is to be looked up
// again.
bool isStale(const Offer& offer, std::string_view today);

}
