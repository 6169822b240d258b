// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "app/cli/offerscommand.h"

#include "app/cli/figuretext.h"
#include "app/cli/interrupt.h"
#include "app/cli/options.h"
#include "app/cli/texttable.h"
#include "core/base/files.h"
#include "core/base/format.h"
#include "core/exchange/offerscsv.h"
#include "core/json/codec.h"
#include "core/session/useroffers.h"

#include <nlohmann/json.hpp>

#include <QDate>

#include <algorithm>
#include <memory>

namespace stagecraft {

namespace {

constexpr Bytes tableLimit(16 << 20);

std::string priceText(UsdPerHour price)
{
    return "$" + formatNumber(price.value);
}

nlohmann::json offerJson(const KnownOffer& known, const std::string& today)
{
    const auto age = ageInDays(known.offer, today);
    auto json = encodeJson(known.offer);
    json["id"] = known.offer.id();
    json["own"] = known.user_defined;
    json["usd_per_node_hour"] = hourlyPrice(known.offer).value;
    json["age_days"] = age ? nlohmann::json(*age) : nlohmann::json();
    json["stale"] = isStale(known.offer, today);
    return json;
}

Result<ExitCode> listOffers(const Output& output)
{
    const std::string today = todayText();
    auto all = nlohmann::json::array();
    TextTable table({{"offer"},
                     {"source"},
                     {"kind"},
                     {"node"},
                     {"$/node-hour", Align::Right},
                     {"$/device-hour", Align::Right},
                     {"interruptions/h", Align::Right},
                     {"energy $/h", Align::Right},
                     {"date"},
                     {"age"}});
    const auto book = offers();
    for (const KnownOffer& known : book->offers) {
        const Offer& offer = known.offer;
        all.push_back(offerJson(known, today));
        const auto& preemptions = offer.preemptions_per_node_hour;
        table.add({offer.id(), known.user_defined ? "user" : "shipped", std::string(nameOf(offer.kind)),
                   std::to_string(offer.devices_per_node) + " x " + offer.device, priceText(hourlyPrice(offer)),
                   priceText(hourlyPrice(offer) / static_cast<double>(offer.devices_per_node)),
                   preemptions ? formatNumber(preemptions->value.value) : "",
                   offer.power_per_node ? priceText(offer.power_per_node->value * offer.energy_price->value) : "",
                   offer.date(), ageText(offer, today)});
    }
    output.document({{"today", today}, {"offers", all}});
    output.print(
        table.text() + "\nInterruptions and energy are per node. Prices older than " + std::to_string(staleAfterDays)
        + " days are stale: look them up again. For the source of each price, run: stagecraft-cli hardware show "
          "OFFER\n");
    return ExitCode::Done;
}

Result<ExitCode> importOffers(const std::string& path, const Output& output)
{
    const auto text = readFile(path, tableLimit, interruptToken());
    if (!text) {
        return failure(text.error());
    }
    const auto read = readOffersCsv(*text, path, todayText());
    if (!read) {
        return failure(read.error());
    }
    const auto done = addUserOffers(*read);
    if (!done) {
        return failure(done.error());
    }
    const std::string file = userOffersPath().toStdString();
    output.document({{"file", file}, {"added", done->added}, {"replaced", done->replaced}});
    output.print("Added " + std::to_string(done->added.size()) + " and replaced "
                 + std::to_string(done->replaced.size()) + " offers in " + file + "\n");
    return ExitCode::Done;
}

std::string offerText(const KnownOffer& known, const std::string& today)
{
    const Offer& offer = known.offer;
    std::string text = offer.id() + (known.user_defined ? " (user-defined)\n" : "\n")
        + labeledLine("kind", std::string(nameOf(offer.kind)))
        + labeledLine("node", std::to_string(offer.devices_per_node) + " x " + offer.device);
    if (offer.price_per_node) {
        text +=
            figureText("price", priceText(offer.price_per_node->value) + " per node and hour", *offer.price_per_node);
    } else {
        text += figureText("purchase price", "$" + formatNumber(offer.purchase_price->value.value) + " per node",
                           *offer.purchase_price)
            + labeledLine("years of use",
                          formatNumber(*offer.years_of_use) + " years: " + priceText(hourlyPrice(offer))
                              + " per node and hour");
    }
    text += labeledLine("price age", ageText(offer, today));
    if (offer.preemptions_per_node_hour) {
        text += figureText("interruptions",
                           formatNumber(offer.preemptions_per_node_hour->value.value) + " per node and hour",
                           *offer.preemptions_per_node_hour);
    }
    if (offer.power_per_node) {
        text += figureText("power", formatNumber(offer.power_per_node->value.value / 1000) + " kW per node",
                           *offer.power_per_node)
            + figureText("energy", "$" + formatNumber(offer.energy_price->value.value) + " per kWh",
                         *offer.energy_price);
    }
    for (const auto& [label, link] :
         {std::pair("intra-node link", &offer.intra_node), std::pair("inter-node link", &offer.network)}) {
        if (*link) {
            text += figureText(label, linkRateText(**link), (*link)->source, (*link)->date);
        }
    }
    return text;
}

}

void addOffersCommands(CLI::App& hardware, Task& task)
{
    CLI::App& all = *hardware.add_subcommand("offers", "List node offers with prices and price ages");
    addJsonOption(all, task);
    all.callback([&task] { task.run = [](const Output& output, const Interrupt&) { return listOffers(output); }; });

    CLI::App& table = *hardware.add_subcommand("import", "Add or change user-defined offers");
    const auto path = std::make_shared<std::string>();
    table.add_option("FILE", *path, "Table of offers (CSV); docs/formats.md describes the columns")->required();
    addJsonOption(table, task);
    table.callback([path, &task] {
        task.run = [path](const Output& output, const Interrupt&) { return importOffers(*path, output); };
    });
}

Result<ExitCode> showOffer(const KnownOffer& known, const Output& output)
{
    output.document(offerJson(known, todayText()));
    output.print(offerText(known, todayText()));
    return ExitCode::Done;
}

Result<ExitCode> removeOffer(const std::string& id, const Output& output)
{
    const auto removed = removeUserOffer(id);
    if (!removed) {
        return failure(removed.error());
    }
    if (!*removed) {
        return failure(ErrorCode::OptionUnsupported,
                       {std::string("the offer to remove"), id, std::string("an offer that you imported")});
    }
    const std::string file = userOffersPath().toStdString();
    output.document({{"file", file}, {"removed", id}});
    output.print("Removed " + id + " from " + file
                 + (shippedOffers().byId(id) != nullptr ? "; the shipped offer is in effect again\n" : "\n"));
    return ExitCode::Done;
}

std::string todayText()
{
    return QDate::currentDate().toString(Qt::ISODate).toStdString();
}

std::string ageText(const Offer& offer, const std::string& today)
{
    const auto age = ageInDays(offer, today);
    const std::string days = age ? std::to_string(*age) + (*age == 1 ? " day" : " days") : "";
    return days + (isStale(offer, today) ? (days.empty() ? "stale" : ", stale") : "");
}
}
