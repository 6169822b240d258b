// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "core/hardware/offer.h"

#include "core/hardware/catalogue.h"
#include "core/hardware/linklimits.h"
#include "core/words/hardware.h"

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

// True for a provider name: it begins with a letter, as it would read as a price otherwise.
bool isProviderName(std::string_view name)
{
    const auto letter = [](char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); };
    return !name.empty() && letter(name.front()) && isTypeName(name);
}

bool isWithin(double value, double most)
{
    return value > 0 && value <= most; // false for NaN
}

Message priceFault(const Offer& offer)
{
    const bool bought = offer.purchase_price.has_value() || offer.years_of_use.has_value();
    if (bought && offer.kind != OfferKind::Owned) {
        return say(words::hardware::of_owned_nodes, std::string("purchase_usd_per_node"), std::string("years_of_use"));
    }
    if (offer.price_per_node && bought) {
        return say(words::hardware::two_prices, std::string("price_usd_per_node_hour"),
                   std::string("purchase_usd_per_node"));
    }
    if (bought && !(offer.purchase_price && offer.years_of_use)) {
        return say(words::hardware::need_each_other, std::string("purchase_usd_per_node"), std::string("years_of_use"));
    }
    if (!bought && !offer.price_per_node) {
        return offer.kind == OfferKind::Owned
            ? say(words::hardware::either_missing, std::string("price_usd_per_node_hour"),
                  std::string("purchase_usd_per_node"))
            : say(words::hardware::missing, std::string("price_usd_per_node_hour"));
    }
    if (offer.price_per_node && !isWithin(offer.price_per_node->value.value, mostPerHour)) {
        return say(words::hardware::not_above_0, std::string("price_usd_per_node_hour"), std::string("1e6"));
    }
    if (bought && !isWithin(offer.purchase_price->value.value, mostPerPurchase)) {
        return say(words::hardware::not_above_0, std::string("purchase_usd_per_node"), std::string("1e9"));
    }
    if (bought && !isWithin(*offer.years_of_use, mostYears)) {
        return say(words::hardware::not_above_0, std::string("years_of_use"), std::string("100"));
    }
    return {};
}

Message termsFault(const Offer& offer)
{
    if (offer.preemptions_per_node_hour && offer.kind != OfferKind::Spot) {
        return say(words::hardware::of_spot_nodes, std::string("preemptions_per_node_hour"));
    }
    if (offer.preemptions_per_node_hour && !(offer.preemptions_per_node_hour->value.value <= mostPreemptions)) {
        return say(words::hardware::not_from_to, std::string("preemptions_per_node_hour"), std::string("0"),
                   std::string("3600"));
    }
    if (offer.power_per_node.has_value() != offer.energy_price.has_value()) {
        return say(words::hardware::need_each_other, std::string("power_watts_per_node"),
                   std::string("energy_usd_per_kilowatt_hour"));
    }
    if (offer.power_per_node && !isWithin(offer.power_per_node->value.value, mostPower)) {
        return say(words::hardware::not_above_0, std::string("power_watts_per_node"), std::string("1e7"));
    }
    if (offer.energy_price && !isWithin(offer.energy_price->value.value, mostEnergyPrice)) {
        return say(words::hardware::not_above_0, std::string("energy_usd_per_kilowatt_hour"), std::string("1000"));
    }
    return {};
}

Message linkFault(const std::optional<Link>& link, const std::string& name)
{
    if (link && !(link->bandwidth >= leastBandwidth && link->bandwidth <= mostBandwidth)) {
        return say(words::hardware::not_from_to, name + ".bandwidth_bytes_per_second", std::string("1"),
                   std::string("1e15"));
    }
    return link && !(link->latency >= Seconds(0) && link->latency <= mostLatency)
        ? say(words::hardware::not_from_to, name + ".latency_seconds", std::string("0"), std::string("60"))
        : Message();
}

}

std::string Offer::id() const
{
    return provider + "/" + name + (kind == OfferKind::Spot ? ":spot" : "");
}

const Message& Offer::source() const
{
    static const Message none;
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

Message offerFault(const Offer& offer)
{
    if (!isProviderName(offer.provider)) {
        return words::hardware::provider_name;
    }
    if (!isTypeName(offer.name)) {
        return words::hardware::node_name;
    }
    if (!isTypeName(offer.device)) {
        return words::hardware::device_name;
    }
    if (offer.devices_per_node < 1 || offer.devices_per_node > mostDevicesPerNode) {
        return say(words::hardware::not_from_to, std::string("devices_per_node"), 1, mostDevicesPerNode);
    }
    if (!offer.date().empty() && !dayOf(offer.date())) {
        return words::hardware::no_day;
    }
    for (const Message& fault : {priceFault(offer), termsFault(offer), linkFault(offer.intra_node, "intra_node"),
                                 linkFault(offer.network, "network")}) {
        if (!fault.empty()) {
            return fault;
        }
    }
    return {};
}

Message enteredOfferFault(const Offer& offer, std::string_view today)
{
    if (const Message fault = offerFault(offer); !fault.empty()) {
        return fault;
    }
    return ageInDays(offer, today).value_or(0) < -clocksDifferByDays
        ? say(words::hardware::day_to_come, offer.date(), today)
        : Message();
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
