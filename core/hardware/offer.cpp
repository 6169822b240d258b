// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "core/hardware/offer.h"

#include "core/hardware/catalogue.h"
#include "core/hardware/linklimits.h"

#include <charconv>
#include <chrono>

namespace stagecraft {

namespace {

constexpr int mostDevicesPerNode = 1 << 14;
constexpr int clocksDifferByDays = 1;

std::optional<int> digits(std::string_view text)
{
    int value = 0;
    const auto [end, status] = std::from_chars(text.data(), text.data() + text.size(), value);
    const bool whole = status == std::errc() && end == text.data() + text.size() && text.front() != '-';
    return whole ? std::optional(value) : std::nullopt;
}

std::optional<std::chrono::sys_days> dayOf(std::string_view text)
{
    if (text.size() != 10 || text[4] != '-' || text[7] != '-') {
        return std::nullopt;
    }
    const auto year = digits(text.substr(0, 4));
    const auto month = digits(text.substr(5, 2));
    const auto day = digits(text.substr(8, 2));
    if (!year || !month || !day) {
        return std::nullopt;
    }
    const std::chrono::year_month_day date {std::chrono::year(*year), std::chrono::month(static_cast<unsigned>(*month)),
                                            std::chrono::day(static_cast<unsigned>(*day))};
    return date.ok() ? std::optional(std::chrono::sys_days(date)) : std::nullopt;
}

// Providers begin with a letter, else they would read as prices.
bool isProviderName(std::string_view name)
{
    const auto letter = [](char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); };
    return !name.empty() && letter(name.front()) && isTypeName(name);
}

bool isWithin(double value, double most)
{
    return value > 0 && value <= most; // false for NaN
}

std::string priceFault(const Offer& offer)
{
    const bool bought = offer.purchase_price.has_value() || offer.years_of_use.has_value();
    if (bought && offer.kind != OfferKind::Owned) {
        return "purchase_usd_per_node and years_of_use are of owned nodes";
    }
    if (offer.price_per_node && bought) {
        return "price_usd_per_node_hour and purchase_usd_per_node are two prices of one node";
    }
    if (bought && !(offer.purchase_price && offer.years_of_use)) {
        return "purchase_usd_per_node and years_of_use need each other";
    }
    if (!bought && !offer.price_per_node) {
        return offer.kind == OfferKind::Owned ? "price_usd_per_node_hour or purchase_usd_per_node is missing"
                                              : "price_usd_per_node_hour is missing";
    }
    if (offer.price_per_node && !isWithin(offer.price_per_node->value.value, mostPerHour)) {
        return "price_usd_per_node_hour is not above 0 and up to 1e6";
    }
    if (bought && !isWithin(offer.purchase_price->value.value, mostPerPurchase)) {
        return "purchase_usd_per_node is not above 0 and up to 1e9";
    }
    if (bought && !isWithin(*offer.years_of_use, mostYears)) {
        return "years_of_use is not above 0 and up to 100";
    }
    return {};
}

std::string termsFault(const Offer& offer)
{
    if (offer.preemptions_per_node_hour && offer.kind != OfferKind::Spot) {
        return "preemptions_per_node_hour is of spot nodes";
    }
    if (offer.preemptions_per_node_hour && !(offer.preemptions_per_node_hour->value.value <= mostPreemptions)) {
        return "preemptions_per_node_hour is not from 0 to 3600";
    }
    if (offer.power_per_node.has_value() != offer.energy_price.has_value()) {
        return "power_watts_per_node and energy_usd_per_kilowatt_hour need each other";
    }
    if (offer.power_per_node && !isWithin(offer.power_per_node->value.value, mostPower)) {
        return "power_watts_per_node is not above 0 and up to 1e7";
    }
    if (offer.energy_price && !isWithin(offer.energy_price->value.value, mostEnergyPrice)) {
        return "energy_usd_per_kilowatt_hour is not above 0 and up to 1000";
    }
    return {};
}

std::string linkFault(const std::optional<Link>& link, const std::string& name)
{
    if (link && !(link->bandwidth >= leastBandwidth && link->bandwidth <= mostBandwidth)) {
        return name + ".bandwidth_bytes_per_second is not from 1 to 1e15";
    }
    return link && !(link->latency >= Seconds(0) && link->latency <= mostLatency)
        ? name + ".latency_seconds is not from 0 to 60"
        : "";
}

}

std::string Offer::id() const
{
    return provider + "/" + name + (kind == OfferKind::Spot ? ":spot" : "");
}

const std::string& Offer::source() const
{
    static const std::string none;
    return price_per_node ? price_per_node->source : purchase_price ? purchase_price->source : none;
}

const std::string& Offer::date() const
{
    static const std::string unknown;
    return price_per_node ? price_per_node->date : purchase_price ? purchase_price->date : unknown;
}

UsdPerHour hourlyPrice(const Offer& offer)
{
    if (offer.price_per_node) {
        return offer.price_per_node->value;
    }
    return offer.purchase_price && offer.years_of_use
        ? UsdPerHour(offer.purchase_price->value.value / (*offer.years_of_use * hoursPerYear))
        : UsdPerHour(0);
}

std::string offerFault(const Offer& offer)
{
    if (!isProviderName(offer.provider)) {
        return "provider is not a name of letters, digits and . _ + - that begins with a letter";
    }
    if (!isTypeName(offer.name)) {
        return "name is not one of letters, digits and . _ + -, not beginning like 8x";
    }
    if (!isTypeName(offer.device)) {
        return "device is not the name of a device type";
    }
    if (offer.devices_per_node < 1 || offer.devices_per_node > mostDevicesPerNode) {
        return "devices_per_node is not from 1 to " + std::to_string(mostDevicesPerNode);
    }
    if (!offer.date().empty() && !dayOf(offer.date())) {
        return "date is not a day as in 2026-11-21";
    }
    for (const std::string& fault : {priceFault(offer), termsFault(offer), linkFault(offer.intra_node, "intra_node"),
                                     linkFault(offer.network, "network")}) {
        if (!fault.empty()) {
            return fault;
        }
    }
    return {};
}

std::string enteredOfferFault(const Offer& offer, std::string_view today)
{
    if (const std::string fault = offerFault(offer); !fault.empty()) {
        return fault;
    }
    return ageInDays(offer, today).value_or(0) < -clocksDifferByDays
        ? "date is " + offer.date() + ", which is after today, " + std::string(today)
        : "";
}

std::optional<std::int64_t> daysBetween(std::string_view first, std::string_view last)
{
    const auto from = dayOf(first);
    const auto to = dayOf(last);
    return from && to ? std::optional<std::int64_t>((*to - *from).count()) : std::nullopt;
}

std::optional<std::int64_t> ageInDays(const Offer& offer, std::string_view today)
{
    return daysBetween(offer.date(), today);
}

bool isStale(const Offer& offer, std::string_view today)
{
    const auto age = ageInDays(offer, today);
    return !age || *age > staleAfterDays || *age < -clocksDifferByDays;
}

}
