// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "core/exchange/offerscsv.h"

#include "core/base/csv.h"
#include "core/hardware/catalogue.h"
#include "core/words/common.h"
#include "core/words/launcher.h"

#include <array>
#include <cmath>
#include <map>
#include <set>

namespace stagecraft {

namespace {

constexpr std::size_t mostOffers = 10'000;

constexpr std::array<const char*, 6> neededColumns {"provider", "name", "device", "devices_per_node", "source", "date"};
constexpr std::array<const char*, 11> otherColumns {"kind",
                                                    "price_usd_per_node_hour",
                                                    "purchase_usd_per_node",
                                                    "years_of_use",
                                                    "preemptions_per_node_hour",
                                                    "power_watts_per_node",
                                                    "energy_usd_per_kilowatt_hour",
                                                    "intra_node_bytes_per_second",
                                                    "intra_node_latency_seconds",
                                                    "network_bytes_per_second",
                                                    "network_latency_seconds"};

constexpr int mostDevicesPerNode = 1 << 14;

std::string quoted(const std::string& text)
{
    return '"' + text + '"';
}

template <typename Names>
bool isOneOf(const Names& names, const std::string& name)
{
    for (const char* each : names) {
        if (name == each) {
            return true;
        }
    }
    return false;
}

// Reads the table line by line; stops at the first error.
class OffersReader {
public:
    OffersReader(const std::string& where, std::string_view today) : m_where(where), m_today(today) {}

    void nextLine() { ++m_line; }

    // Rejects unknown columns: otherwise a misspelled price column would go unnoticed.
    Result<void> header(const std::vector<std::string>& fields)
    {
        for (std::size_t i = 0; i < fields.size(); ++i) {
            if (!isOneOf(neededColumns, fields[i]) && !isOneOf(otherColumns, fields[i])) {
                return problem(say(words::launcher::no_column, fields[i]));
            }
            if (!m_position.emplace(fields[i], i).second) {
                return problem(say(words::common::column_twice, fields[i]));
            }
        }
        for (const char* column : neededColumns) {
            if (!m_position.contains(column)) {
                return problem(say(words::common::column_missing, std::string(column)));
            }
        }
        m_width = fields.size();
        return {};
    }

    Result<Offer> row(const std::vector<std::string>& fields)
    {
        if (fields.size() != m_width) {
            return problem(say(words::common::other_width, fields.size(), m_width));
        }
        m_fields = &fields;
        m_mistake = {};
        Offer offer;
        offer.provider = cell("provider");
        offer.name = cell("name");
        readKind(offer);
        readNode(offer);
        offer.price_per_node = figure<UsdPerHour>("price_usd_per_node_hour");
        offer.purchase_price = figure<Usd>("purchase_usd_per_node");
        offer.years_of_use = number("years_of_use");
        offer.preemptions_per_node_hour = figure<PerHour>("preemptions_per_node_hour");
        offer.power_per_node = figure<Watts>("power_watts_per_node");
        offer.energy_price = figure<UsdPerKilowattHour>("energy_usd_per_kilowatt_hour");
        offer.intra_node = link("intra_node_bytes_per_second", "intra_node_latency_seconds");
        offer.network = link("network_bytes_per_second", "network_latency_seconds");
        checkOffer(offer);
        return m_mistake.empty() ? Result<Offer>(std::move(offer)) : problem(m_mistake);
    }

    tl::unexpected<Error> problem(Argument what) const
    {
        return failure(ErrorCode::TableMalformed, {m_line, std::move(what)}, m_where);
    }

private:
    // Empty if the file lacks the column.
    const std::string& cell(const char* column) const
    {
        static const std::string none;
        const auto at = m_position.find(column);
        return at == m_position.end() ? none : (*m_fields)[at->second];
    }

    // Records the first error of a row.
    void mistake(const char* column, Message what)
    {
        if (m_mistake.empty()) {
            m_mistake = say(words::launcher::column_mistake, std::string(column), std::move(what));
        }
    }

    std::optional<double> number(const char* column)
    {
        const std::string& text = cell(column);
        if (text.empty()) {
            return std::nullopt;
        }
        const auto value = csvNumber(text);
        if (!value || *value < 0) {
            mistake(column, say(words::launcher::no_amount, quoted(text)));
            return std::nullopt;
        }
        return value;
    }

    template <typename Unit>
    std::optional<Sourced<Unit>> figure(const char* column)
    {
        const auto value = number(column);
        return value ? std::optional(Sourced<Unit> {Unit(*value), verbatim(cell("source")), cell("date")})
                     : std::nullopt;
    }

    std::optional<Link> link(const char* bandwidth, const char* latency)
    {
        const auto rate = number(bandwidth);
        const auto delay = number(latency);
        if (rate.has_value() != delay.has_value()) {
            mistake(rate ? latency : bandwidth, words::launcher::half_link);
            return std::nullopt;
        }
        return rate
            ? std::optional(Link {BytesPerSecond(*rate), Seconds(*delay), verbatim(cell("source")), cell("date")})
            : std::nullopt;
    }

    void readKind(Offer& offer)
    {
        const std::string& kind = cell("kind");
        if (kind.empty()) {
            return;
        }
        if (const auto known = fromName<OfferKind>(kind)) {
            offer.kind = *known;
        } else {
            mistake("kind", say(words::common::none_of, quoted(kind), knownNames<OfferKind>()));
        }
    }

    void readNode(Offer& offer)
    {
        const CatalogueEntry* entry = catalogue().find(cell("device"));
        if (entry == nullptr) {
            mistake("device",
                    say(words::launcher::not_in_catalogue, cell("device"), catalogue().namesLike(cell("device"))));
        } else {
            offer.device = entry->device.name;
        }
        const auto count = csvNumber(cell("devices_per_node"));
        if (!count || *count < 1 || *count > mostDevicesPerNode || std::floor(*count) != *count) {
            mistake("devices_per_node",
                    say(words::common::no_whole_number, quoted(cell("devices_per_node")), 1, mostDevicesPerNode));
        } else {
            offer.devices_per_node = static_cast<int>(*count);
        }
    }

    void checkOffer(const Offer& offer)
    {
        for (const char* column : {"source", "date"}) {
            if (cell(column).empty()) {
                mistake(column, words::launcher::blank);
            }
        }
        if (!m_mistake.empty()) {
            return;
        }
        if (const auto fault = enteredOfferFault(offer, m_today); !fault.empty()) {
            m_mistake = say(words::launcher::column_fault, fault);
        } else if (!m_ids.insert(offer.id()).second) {
            mistake("name", say(words::launcher::offer_twice, offer.id()));
        }
    }

    std::string m_where;
    std::string_view m_today;
    std::size_t m_line = 0;
    std::size_t m_width = 0;
    std::map<std::string, std::size_t> m_position;
    std::set<std::string> m_ids;
    const std::vector<std::string>* m_fields = nullptr;
    Message m_mistake;
};

}

Result<std::vector<Offer>> readOffersCsv(std::string_view text, const std::string& where, std::string_view today)
{
    OffersReader reader(where, today);
    std::vector<Offer> offers;
    if (const auto read = readCsvRows(text, reader, offers, mostOffers, words::base::offers); !read) {
        return failure(read.error());
    }
    return offers;
}

}
