// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
// Offers: bundled ones, files and tables, age, and their names in clusters.
#include "core/base/english.h"
#include "core/exchange/offerscsv.h"
#include "core/exchange/planfile.h"
#include "core/hardware/catalogue.h"
#include "core/hardware/clusterprice.h"
#include "core/hardware/offerbook.h"
#include "core/json/codec.h"
#include "core/json/offersfile.h"
#include "tests/support/chains.h"
#include "tests/support/randomvalues.h"
#include "tests/support/schema.h"

#include <QFile>
#include <QRegularExpression>
#include <QScopeGuard>
#include <QSet>
#include <QTest>

#include <functional>

using namespace stagecraft;
using namespace stagecraft::testing;

namespace {

Offer rented(const std::string& provider, const std::string& name, double price, OfferKind kind = OfferKind::OnDemand)
{
    Offer offer;
    offer.provider = provider;
    offer.name = name;
    offer.kind = kind;
    offer.device = "L40S";
    offer.devices_per_node = 8;
    offer.price_per_node = Sourced<UsdPerHour> {UsdPerHour(price), verbatim("a list"), "2026-11-01"};
    return offer;
}

Offer bought(double price, double years)
{
    Offer offer = rented("lab", "tower", 1, OfferKind::Owned);
    offer.price_per_node.reset();
    offer.purchase_price = Sourced<Usd> {Usd(price), verbatim("the invoice"), "2026-01-31"};
    offer.years_of_use = years;
    return offer;
}

// Makes a table with these columns in addition to the required ones, and one row.
std::string tableOf(const std::string& columns, const std::string& cells)
{
    return "provider,name,device,devices_per_node,source,date," + columns + "\nacme,box,L40S,8,their list,2026-11-02,"
        + cells + "\n";
}

}

class OffersTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void everyShippedPriceHasASourceAndADay();
    void shippedFileFollowsItsSchema();
    void filesReadBack();
    void clustersKeepTheirOffer();
    void unusableOffersAreReported_data();
    void unusableOffersAreReported();
    void pricesOfDaysToComeAreNone();
    void filesWithUnusableOffersAreRefused();
    void boughtNodesAreSpreadOverTheirYears();
    void daysAreCounted();
    void pricesGetStale();
    void clustersNameOffers();
    void clustersTakeTheOffersLinks();
    void clustersChangeTheirPrice();
    void userOffersHideShippedOnes();
    void tablesAreRead();
    void tablesOfOwnedNodesAreRead();
    void badTablesNameLineAndColumn_data();
    void badTablesNameLineAndColumn();
};

void OffersTest::everyShippedPriceHasASourceAndADay()
{
    QVERIFY(shippedOffers().offers.size() >= 8);
    QSet<QString> kinds;
    for (const KnownOffer& known : shippedOffers().offers) {
        const Offer& offer = known.offer;
        const char* const id = offer.name.c_str();
        QVERIFY2(!known.user_defined, id);
        QVERIFY2(offerFault(offer).empty(), describe(offerFault(offer)).c_str());
        QVERIFY2(describe(offer.source()).size() > 20, id);
        QVERIFY2(daysBetween(offer.date(), "2100-01-01").has_value(), id);
        const CatalogueEntry* entry = shippedCatalogue().find(offer.device);
        QVERIFY2(entry != nullptr && entry->device.name == offer.device, id);
        kinds.insert(QString::fromUtf8(nameOf(offer.kind).data()));
        // A GPU for less than a cent or more than a hundred dollars per hour is a typing error.
        const double device = hourlyPrice(offer).value / offer.devices_per_node;
        QVERIFY2(device > 0.01 && device < 100, id);
    }
    QVERIFY(kinds.contains("on-demand") && kinds.contains("spot"));
}

void OffersTest::shippedFileFollowsItsSchema()
{
    SchemaFolder schemas(SOURCE_FOLDER "/resources/schemas");
    QFile file(QStringLiteral(SOURCE_FOLDER "/resources/hardware/offers.json"));
    QVERIFY(file.open(QIODevice::ReadOnly));
    const auto json = nlohmann::json::parse(file.readAll().toStdString());
    QCOMPARE(schemas.complaint("offers.schema.json", json), std::string());
    QVERIFY(!schemas.complaint("offers.schema.json", {{"format", "stagecraft-offers"}, {"version", 1}}).empty());
}

void OffersTest::filesReadBack()
{
    SchemaFolder schemas(SOURCE_FOLDER "/resources/schemas");
    std::vector<Offer> offers {rented("acme", "box", 20), rented("acme", "box", 6, OfferKind::Spot), bought(1e5, 4)};
    offers[1].preemptions_per_node_hour = Sourced<PerHour> {PerHour(0.02), verbatim("a log"), "2026-10-01"};
    offers[2].power_per_node = Sourced<Watts> {Watts(9500), verbatim("its plate"), "2026-01-31"};
    offers[2].energy_price = Sourced<UsdPerKilowattHour> {UsdPerKilowattHour(0.3), verbatim("the bill"), "2026-01-31"};
    offers[2].network = Link {BytesPerSecond(1e9), Seconds(1e-5), verbatim("one cable"), "2026-01-31"};
    const std::string text = writeOffers(offers);
    const auto read = readOffers(text, "a file");
    QVERIFY2(read, qPrintable(errorOf(read)));
    QVERIFY(*read == offers);
    QCOMPARE(schemas.complaint("offers.schema.json", nlohmann::json::parse(text)), std::string());
}

void OffersTest::clustersKeepTheirOffer()
{
    SchemaFolder schemas(SOURCE_FOLDER "/resources/schemas");
    RandomValues random(7);
    int offered = 0;
    for (int round = 0; round < 50; ++round) {
        const Cluster cluster = random.cluster();
        for (const ClusterGroup& group : cluster.groups) {
            offered += group.offer ? 1 : 0;
        }
        QVERIFY(decodeJson<Cluster>(encodeJson(cluster), {}) == cluster);
        QCOMPARE(schemas.complaint("cluster.schema.json", nlohmann::json::parse(writeCluster(cluster))), std::string());
    }
    QVERIFY(offered > 20);
}

void OffersTest::unusableOffersAreReported_data()
{
    using Change = std::function<void(Offer&)>;
    QTest::addColumn<std::function<void(Offer&)>>("change");
    QTest::addColumn<QString>("field");
    const auto row = [](const char* name, Change change, const char* field) {
        QTest::newRow(name) << change << QString(field);
    };
    row(
        "a provider like a price", [](Offer& o) { o.provider = "20"; }, "provider");
    row(
        "a name with a slash", [](Offer& o) { o.name = "a/b"; }, "name");
    row(
        "no device", [](Offer& o) { o.device.clear(); }, "device");
    row(
        "no devices", [](Offer& o) { o.devices_per_node = 0; }, "devices_per_node");
    row(
        "no price", [](Offer& o) { o.price_per_node.reset(); }, "price_usd_per_node_hour");
    row(
        "for nothing", [](Offer& o) { o.price_per_node->value = UsdPerHour(0); }, "price_usd_per_node_hour");
    row(
        "no number", [](Offer& o) { o.price_per_node->value = UsdPerHour(std::nan("")); }, "price_usd_per_node_hour");
    row(
        "dearer than anything", [](Offer& o) { o.price_per_node->value = UsdPerHour(2e6); }, "price_usd_per_node_hour");
    row(
        "rented and bought", [](Offer& o) { o.years_of_use = 3; }, "purchase_usd_per_node");
    row(
        "two prices",
        [](Offer& o) {
            o = bought(1e5, 3);
            o.price_per_node = Sourced<UsdPerHour> {UsdPerHour(1), {}, {}};
        },
        "price_usd_per_node_hour");
    row(
        "for how long", [](Offer& o) { o = bought(1e5, 0); }, "years_of_use");
    row(
        "on demand and preempted", [](Offer& o) { o.preemptions_per_node_hour = Sourced<PerHour> {}; },
        "preemptions_per_node_hour");
    row(
        "power without a price of it",
        [](Offer& o) {
            o.power_per_node = Sourced<Watts> {Watts(1), {}, {}};
        },
        "power_watts_per_node");
    row(
        "a day that there is not", [](Offer& o) { o.price_per_node->date = "2026-02-30"; }, "date");
    row(
        "no link", [](Offer& o) { o.network = Link {}; }, "network.bandwidth_bytes_per_second");
}

void OffersTest::unusableOffersAreReported()
{
    QFETCH(std::function<void(Offer&)>, change);
    QFETCH(QString, field);
    Offer offer = rented("acme", "box", 20);
    QVERIFY(offerFault(offer).empty());
    change(offer);
    const QString fault = QString::fromStdString(describe(offerFault(offer)));
    QVERIFY2(fault.startsWith(field), qPrintable(fault));
}

// Prices with a future date are rejected; clocks and time zones differ by one day at most.
void OffersTest::pricesOfDaysToComeAreNone()
{
    Offer offer = rented("acme", "box", 20);
    offer.price_per_node->date = "2026-11-22";
    QVERIFY(enteredOfferFault(offer, "2026-11-21").empty());
    QVERIFY(!isStale(offer, "2026-11-21"));
    QVERIFY(QString::fromStdString(describe(enteredOfferFault(offer, "2026-11-20"))).startsWith("date is 2026-11-22"));
    QVERIFY(isStale(offer, "2026-11-20"));
    QVERIFY(offerFault(offer).empty()); // stored offers remain readable
    offer.price_per_node->date.clear();
    QVERIFY(enteredOfferFault(offer, "2026-11-20").empty());
    offer.provider = "9";
    QVERIFY(!enteredOfferFault(offer, "2026-11-20").empty());
}

void OffersTest::filesWithUnusableOffersAreRefused()
{
    const auto codeOf = [](const std::string& text) { return readOffers(text, "a file").error().code; };
    QCOMPARE(codeOf(writeOffers({rented("acme", "box", 20), rented("acme", "box", 21)})), ErrorCode::FieldInconsistent);
    QCOMPARE(codeOf(writeOffers({rented("9", "box", 20)})), ErrorCode::FieldInconsistent);
    QCOMPARE(codeOf(R"({"format": "stagecraft-offers", "version": 2, "offers": []})"), ErrorCode::FormatNewer);
    QCOMPARE(codeOf(R"({"format": "stagecraft-catalogue", "version": 1, "offers": []})"), ErrorCode::FormatWrong);
    QCOMPARE(codeOf("offers"), ErrorCode::NotJson);
    const auto twice = readOffers(writeOffers({rented("acme", "box", 20), rented("acme", "box", 21)}), "a file");
    QVERIFY(errorOf(twice).contains("offers[1]") && errorOf(twice).contains("acme/box"));
}

void OffersTest::boughtNodesAreSpreadOverTheirYears()
{
    QCOMPARE(hourlyPrice(bought(8766 * 5 * 7.5, 5)).value, 7.5);
    QCOMPARE(hourlyPrice(rented("acme", "box", 20)).value, 20.0);
    QCOMPARE(describe(bought(1e5, 5).source()), std::string("the invoice"));
    QCOMPARE(bought(1e5, 5).date(), std::string("2026-01-31"));
}

void OffersTest::daysAreCounted()
{
    QCOMPARE(daysBetween("2026-11-21", "2026-11-21").value(), 0);
    QCOMPARE(daysBetween("2024-02-28", "2024-03-01").value(), 2); // a leap year
    QCOMPARE(daysBetween("2026-01-01", "2027-01-01").value(), 365);
    QCOMPARE(daysBetween("2026-11-21", "2026-11-01").value(), -20);
    for (const char* wrong : {"", "2026-13-01", "2026-00-10", "2026-02-29", "2026-1-1", "21.11.2026", "2026-11-2x",
                              "-026-11-21", "2026-11-211"}) {
        QVERIFY2(!daysBetween(wrong, "2026-11-21"), wrong);
        QVERIFY2(!daysBetween("2026-11-21", wrong), wrong);
    }
}

void OffersTest::pricesGetStale()
{
    Offer offer = rented("acme", "box", 20); // dated 2026-11-01
    QCOMPARE(ageInDays(offer, "2026-12-01").value(), 30);
    QVERIFY(!isStale(offer, "2026-12-01"));
    QVERIFY(isStale(offer, "2026-12-02"));
    offer.price_per_node->date.clear();
    QVERIFY(!ageInDays(offer, "2026-12-01"));
    QVERIFY(isStale(offer, "2026-11-01"));
}

void OffersTest::clustersNameOffers()
{
    const auto restore = qScopeGuard([] { setOffers(shippedOffers()); });
    OfferBook book;
    Offer half = rented("acme", "half", 11);
    half.devices_per_node = 4;
    for (const Offer& offer : {rented("acme", "box", 20), rented("acme", "box", 6, OfferKind::Spot), half,
                               rented("zeta", "one", 30), rented("zeta", "two", 40)}) {
        book.offers.push_back({offer, false});
    }
    setOffers(book);
    const auto priceOf = [](const char* text) {
        return parseCluster(text).value().groups.front().price_per_node->value;
    };
    QCOMPARE(priceOf("2x8xL40S@acme/box"), 20.0);
    QCOMPARE(priceOf("2x8xL40S@acme/box:spot"), 6.0);
    QCOMPARE(priceOf("8xL40S@acme"), 20.0); // the on-demand offer
    QCOMPARE(priceOf("8xL40S@box"), 20.0);
    QCOMPARE(priceOf("4xL40S@acme"), 11.0); // the offer with four devices
    QCOMPARE(priceOf("8xL40S:40GiB@zeta/two"), 40.0);
    QCOMPARE(priceOf("8xL40S@12.5"), 12.5);
    const ClusterGroup group = parseCluster("8xL40S@acme/box:spot").value().groups.front();
    QVERIFY(group.offer.has_value());
    QCOMPARE(group.offer->id(), std::string("acme/box:spot"));
    QVERIFY(!parseCluster("8xL40S@12.5").value().groups.front().offer);

    for (const char* wrong :
         {"8xL40S@zeta", "8xL40S@omega", "4xL40S@zeta/one", "8xA100-80GB@acme/box", "8xL40S@", "8xL40S@-3"}) {
        QCOMPARE(parseCluster(wrong).error().code, ErrorCode::ClusterMalformed);
        QCOMPARE(readCluster(wrong).error().code, ErrorCode::ClusterMalformed); // and there is no file with that name
    }
    QVERIFY(errorOf(parseCluster("8xL40S@zeta")).contains("zeta/one, zeta/two"));
    for (const char* joined : {"4xH100-80GB,4xA100-40GB", "4xH100-80GB, 2x4xA100-40GB"}) {
        const auto refused = parseCluster(joined);
        QVERIFY(!refused && errorOf(refused).contains("joined by +"));
    }
    QVERIFY(errorOf(parseCluster("8xA100-80GB@acme")).contains("offers: none"));
}

void OffersTest::clustersTakeTheOffersLinks()
{
    const auto restore = qScopeGuard([] { setOffers(shippedOffers()); });
    Offer offer = rented("acme", "box", 20);
    offer.network = Link {BytesPerSecond(3e9), Seconds(7e-6), verbatim("their data sheet"), "2026-11-01"};
    setOffers({{{offer, true}}});
    const ClusterGroup plain = parseCluster("2x8xL40S").value().groups.front();
    const ClusterGroup offered = parseCluster("2x8xL40S@acme").value().groups.front();
    QVERIFY(offered.network == *offer.network);
    QVERIFY(offered.intra_node == plain.intra_node);
    QVERIFY(!(offered.network == plain.network));
}

void OffersTest::clustersChangeTheirPrice()
{
    Offer fast = rented("acme", "box", 20);
    fast.network = Link {BytesPerSecond(3e9), Seconds(7e-6), verbatim("their data sheet"), "2026-11-01"};
    const Offer plain = rented("zeta", "one", 30, OfferKind::Spot);
    const Cluster before = parseCluster("2x8xL40S+4x8xA100-80GB@7").value();
    QVERIFY(isOfferFor(fast, before.groups[0]) && !isOfferFor(fast, before.groups[1]));
    const Cluster offered = withOffer(before, 0, fast);
    QCOMPARE(offered.name, std::string("2x8xL40S@acme/box+4x8xA100-80GB@7"));
    QCOMPARE(offered.groups[0].price_per_node->value, 20.0);
    QVERIFY(offered.groups[0].network == *fast.network);
    QVERIFY(offered.groups[1] == before.groups[1]);
    // Another offer without links, and no offer, restore the links of the catalogue.
    QVERIFY(withOffer(offered, 0, plain).groups[0].network == before.groups[0].network);
    QVERIFY(withPrice(offered, 0, std::nullopt) == before);
    QCOMPARE(withPrice(offered, 0, UsdPerHour(2.5)).name, std::string("2x8xL40S@2.5+4x8xA100-80GB@7"));
    // Links given with the cluster are kept.
    Cluster own = before;
    own.groups[0].network.bandwidth = BytesPerSecond(9e9);
    QVERIFY(withOffer(own, 0, plain).groups[0].network.bandwidth == BytesPerSecond(9e9));

    const OfferBook book {{{fast, false}, {plain, true}, {rented("acme", "other", 2), false}}};
    QCOMPARE(offersFor(book, before.groups[0]).size(), std::size_t(3));
    QVERIFY(offersFor(book, before.groups[1]).empty());
}

void OffersTest::userOffersHideShippedOnes()
{
    const OfferBook shipped {{{rented("acme", "box", 20), false}, {rented("acme", "big", 30), false}}};
    const OfferBook all =
        withUserDefined(shipped, {rented("acme", "box", 15), rented("lab", "rack", 2, OfferKind::Spot)});
    QCOMPARE(all.offers.size(), std::size_t(3));
    QCOMPARE(hourlyPrice(all.byId("acme/box")->offer).value, 15.0);
    QVERIFY(all.byId("acme/box")->user_defined);
    QVERIFY(!all.byId("acme/big")->user_defined);
    QVERIFY(all.byId("lab/rack:spot") != nullptr);
    QVERIFY(all.byId("lab/rack") == nullptr);
}

void OffersTest::tablesAreRead()
{
    const std::string text =
        "\xEF\xBB\xBF# ours\r\n"
        "name,provider,kind,device,devices_per_node,price_usd_per_node_hour,preemptions_per_node_hour,"
        "network_bytes_per_second,network_latency_seconds,source,date\r\n"
        "box,acme,spot,NVIDIA H200,8,30.5,0.02,5e9,1e-5,\"list, page 3\",2026-11-02\r\n"
        "\r\n"
        "box,acme,,H200,8,60,,,,list,2026-11-03\r\n";
    const auto offers = readOffersCsv(text, "ours.csv", "2026-11-21");
    QVERIFY2(offers, qPrintable(errorOf(offers)));
    QCOMPARE(offers->size(), std::size_t(2));
    const Offer& spot = offers->front();
    QCOMPARE(spot.id(), std::string("acme/box:spot"));
    QCOMPARE(spot.device, std::string("H200")); // the driver's name
    QCOMPARE(spot.price_per_node->value.value, 30.5);
    QCOMPARE(describe(spot.price_per_node->source), std::string("list, page 3"));
    QCOMPARE(spot.price_per_node->date, std::string("2026-11-02"));
    QCOMPARE(spot.preemptions_per_node_hour->value.value, 0.02);
    QCOMPARE(spot.network->bandwidth.value, 5e9);
    QVERIFY(!spot.intra_node);
    QCOMPARE((*offers)[1].kind, OfferKind::OnDemand);
    QVERIFY(!(*offers)[1].network);
}

void OffersTest::tablesOfOwnedNodesAreRead()
{
    const auto offers = readOffersCsv(
        tableOf("kind,purchase_usd_per_node,years_of_use,power_watts_per_node,energy_usd_per_kilowatt_hour",
                "owned,87660,5,4000,0.25"),
        "t", "2026-11-21");
    QVERIFY2(offers, qPrintable(errorOf(offers)));
    QCOMPARE(hourlyPrice(offers->front()).value, 2.0);
    QCOMPARE((offers->front().power_per_node->value * offers->front().energy_price->value).value, 1.0);
}

void OffersTest::badTablesNameLineAndColumn_data()
{
    QTest::addColumn<std::string>("text");
    QTest::addColumn<QString>("words");
    const auto row = [](const char* name, const std::string& text, const char* words) {
        QTest::newRow(name) << text << QString(words);
    };
    const char* const price = "price_usd_per_node_hour";
    row("nothing", "", "line 1: there are no offers");
    row("no rows", "provider,name,device,devices_per_node,source,date\n", "there are no offers");
    row("a column misspelt", tableOf("price", "20"), "line 1: offers have no column \"price\"");
    row("a column twice", tableOf("source", "x"), "line 1: the column \"source\" appears twice");
    row("a column missing", "provider,name\nacme,box\n", "line 1: the column \"device\" is missing");
    row("a field too few", tableOf("kind,price_usd_per_node_hour", "spot"), "line 2: it has 7 fields");
    row("no number", tableOf(price, "twenty"), "line 2: column \"price_usd_per_node_hour\": \"twenty\"");
    row("negative", tableOf(price, "-1"), "line 2: column \"price_usd_per_node_hour\": \"-1\"");
    row("infinite", tableOf(price, "inf"), "line 2: column \"price_usd_per_node_hour\"");
    row("no price", tableOf(price, ""), "line 2: column price_usd_per_node_hour is missing");
    row("kind", tableOf("kind,price_usd_per_node_hour", "rented,3"), "line 2: column \"kind\": \"rented\"");
    row("half a link", tableOf("price_usd_per_node_hour,network_bytes_per_second,network_latency_seconds", "3,1e9,"),
        "line 2: column \"network_latency_seconds\"");
    const std::string head = "provider,name,device,devices_per_node,source,date,price_usd_per_node_hour\n";
    row("device", head + "acme,box,L4OS,8,list,2026-11-02,20\n",
        "line 2: column \"device\": the catalog has no \"L4OS\"");
    row("devices", head + "acme,box,L40S,7.5,list,2026-11-02,20\n", "line 2: column \"devices_per_node\": \"7.5\"");
    row("no source", head + "acme,box,L40S,8,,2026-11-02,20\n", "line 2: column \"source\": the value is missing");
    row("no such day", head + "acme,box,L40S,8,list,02.11.2026,20\n", "line 2: column date");
    row("a day to come", head + "acme,box,L40S,8,list,2026-11-23,20\n",
        "line 2: column date is 2026-11-23, which is after today, 2026-11-21");
    row("twice", head + "acme,box,L40S,8,list,2026-11-02,20\n# a remark\nacme,box,L40S,8,list,2026-11-02,21\n",
        "line 4: column \"name\": the offer acme/box appears twice");
}

void OffersTest::badTablesNameLineAndColumn()
{
    QFETCH(std::string, text);
    QFETCH(QString, words);
    const auto offers = readOffersCsv(text, "ours.csv", "2026-11-21");
    QVERIFY(!offers);
    QCOMPARE(offers.error().code, ErrorCode::TableMalformed);
    const QString reported = errorOf(offers);
    QVERIFY2(reported.contains("ours.csv") && reported.contains(words), qPrintable(reported));
}

QTEST_GUILESS_MAIN(OffersTest)
#include "tst_offers.moc"
