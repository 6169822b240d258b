// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
// Comparison of clusters with the cost of a run, and the offers that they name.
#include "tests/cli/commandline.h"
#include "tests/support/patience.h"

#include <QDate>
#include <QFileInfo>
#include <QTest>

#include <cmath>
#include <csignal>
#include <memory>

using stagecraft::testing::CommandLine;
using stagecraft::testing::Finished;

namespace {

// Every layer: 1,000 parameters, 16,000 bytes of state, 1 s forward and 2 s backward.
QByteArray layerTable(int layers)
{
    QByteArray text = "name,parameters,state_bytes,saved_bytes,transient_bytes,output_bytes,keeps_input,keeps_output,"
                      "forward_seconds,backward_seconds\n";
    for (int i = 0; i < layers; ++i) {
        text += "layer" + QByteArray::number(i) + ",1000,16000,500,100,10,1,0,1,2\n";
    }
    return text;
}

QByteArray offersTable(const QByteArray& rows)
{
    return "provider,name,kind,device,devices_per_node,price_usd_per_node_hour,preemptions_per_node_hour,source,date\n"
        + rows;
}

QString daysAgo(int days)
{
    return QDate::currentDate().addDays(-days).toString(Qt::ISODate);
}

QJsonObject columnOf(const Finished& run, int index)
{
    return run.json().value("clusters").toArray().at(index).toObject();
}

QJsonObject planOf(const Finished& run, int index, const char* choice = "recommended")
{
    return columnOf(run, index).value("plans").toObject().value(QLatin1String(choice)).toObject();
}

QJsonObject trainingCostOf(const Finished& run, int index, const char* choice = "recommended")
{
    return planOf(run, index, choice).value("bill").toObject();
}

QByteArray messageOf(const Finished& run)
{
    return run.json().value("error").toObject().value("message").toString().toUtf8();
}

}

class TestCompare : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void init()
    {
        m_cli = std::make_unique<CommandLine>(); // a home folder without user-defined offers
        m_table = m_cli->write("table.csv", layerTable(8));
    }
    void trainingCostsAreThoseOfTheSteps();
    void columnsSayWhatTheyRestOn();
    void clustersWithoutAPlanSayWhy();
    void allInfeasibleIsReportedByTheExitCode();
    void searchErrorsStayInTheirColumn();
    void deviceTypesAreComparedByFormulas();
    void spotAndEnergyAreItemsOfTheTrainingCost();
    void trainingCostsBeyondCountingAreReported();
    void runsWithoutAnEndNameTheirCause();
    void fastestIsTheShortestRun();
    void interruptedOnesReportWhatWasFound();
    void badUsageIsRefused_data();
    void badUsageIsRefused();
    void offersAreListedWithTheirAge();
    void offersAreImportedChangedAndRemoved();
    void offersGiveClustersTheirPrice();
    void badTablesChangeNothing_data();
    void badTablesChangeNothing();
    void brokenFileOfOffersIsReportedAndLeftAlone();

private:
    Finished compare(const QStringList& arguments) const
    {
        return m_cli->run(QStringList {"compare", m_table, "--global-batch", "8"} + arguments + QStringList {"--json"});
    }
    Finished hardware(const QStringList& arguments) const
    {
        return m_cli->run(QStringList {"hardware"} + arguments + QStringList {"--json"});
    }

    std::unique_ptr<CommandLine> m_cli;
    QString m_table;
};

void TestCompare::trainingCostsAreThoseOfTheSteps()
{
    const Finished run = compare({"--cluster", "1xcpu:1GiB@36", "--cluster", "2x2xcpu:1GiB@9", "--samples", "8e3"});
    QVERIFY2(run.code == 0, run.err);
    QCOMPARE(run.json().value("unit").toString(), QStringLiteral("samples"));
    for (int i = 0; i < 2; ++i) {
        for (const char* choice : {"recommended", "fastest", "cheapest"}) {
            const QJsonObject training_cost = trainingCostOf(run, i, choice);
            const double step = planOf(run, i, choice).value("step_seconds").toDouble();
            QCOMPARE(training_cost.value("steps").toInt(), 1000);
            QCOMPARE(training_cost.value("time_seconds").toDouble(), 1000 * step);
            const double price = (i == 0 ? 36 : 9) * training_cost.value("nodes").toInt();
            QCOMPARE(training_cost.value("price_usd_per_hour").toDouble(), price);
            QVERIFY(std::fabs(training_cost.value("total_usd").toDouble() / (price * 1000 * step / 3600) - 1) < 1e-9);
            QVERIFY(std::fabs(training_cost.value("usd_per_million").toDouble()
                                  / training_cost.value("total_usd").toDouble()
                              - 125)
                    < 1e-6);
            QVERIFY(training_cost.value("total_usd_low").toDouble()
                    <= training_cost.value("total_usd_high").toDouble());
        }
        QVERIFY(trainingCostOf(run, i, "cheapest").value("total_usd").toDouble()
                <= trainingCostOf(run, i, "fastest").value("total_usd").toDouble());
        QVERIFY(trainingCostOf(run, i, "fastest").value("time_seconds").toDouble()
                <= trainingCostOf(run, i).value("time_seconds").toDouble());
    }
    QCOMPARE(planOf(run, 0).value("step_seconds").toDouble(), 8 * 8 * 3.0); // one device: samples x layers x 3 s
    QCOMPARE(run.json().value("cheapest").toString(), QStringLiteral("2x2xcpu:1GiB@9"));
    QCOMPARE(run.json().value("fastest").toString(), QStringLiteral("2x2xcpu:1GiB@9"));

    // The proof states that the bound of all clusters equals the result, or the gap between them.
    const double least = std::min(trainingCostOf(run, 0, "cheapest").value("total_usd").toDouble(),
                                  trainingCostOf(run, 1, "cheapest").value("total_usd").toDouble());
    const double cost_bound = run.json().value("cheapest_bound_usd").toDouble();
    QVERIFY(cost_bound > 0 && cost_bound <= least * (1 + 1e-9));
    QCOMPARE(run.json().value("cheapest_proven").toBool(), cost_bound >= least * (1 - 1e-9));
    const double fastest = trainingCostOf(run, 1, "fastest").value("time_seconds").toDouble();
    const double time_bound = run.json().value("fastest_bound_seconds").toDouble();
    QVERIFY(time_bound > 0 && time_bound <= fastest * (1 + 1e-9));
    QCOMPARE(run.json().value("fastest_proven").toBool(), time_bound >= fastest * (1 - 1e-9));

    const Finished by_devices =
        compare({"--cluster", "2x4xcpu:1GiB@8", "--pipeline", "1", "--data", "2", "--bill", "gpus"});
    QCOMPARE(trainingCostOf(by_devices, 0).value("price_usd_per_hour").toDouble(), 4.0);
    QCOMPARE(trainingCostOf(by_devices, 0).value("steps").toInt(), 1);
    QVERIFY(by_devices.json().value("cheapest_bound_usd").isNull()); // bounds apply to whole nodes
    QVERIFY(!by_devices.json().value("cheapest_proven").toBool());
}

void TestCompare::columnsSayWhatTheyRestOn()
{
    const QStringList arguments {"compare",        m_table,     "--global-batch", "8",         "--cluster",
                                 "2x2xcpu:1GiB@9", "--cluster", "4xcpu:1GiB",     "--samples", "8000"};
    const Finished text = m_cli->run(arguments);
    QVERIFY2(text.code == 0, text.err);
    for (const char* words :
         {"2x2xcpu:1GiB@9", "a run of 8000 samples", "recommended plan", "fastest plan", "cheapest plan", "total cost",
          "time to train", "cost per million samples", "price given with the cluster", "no price",
          "assumed: copies between processes of one machine (2026-11-21)", "assumed: 10 Gb/s Ethernet",
          "Cheapest run: 2x2xcpu:1GiB@9", "; proven: no plan that fits is faster"}) {
        QVERIFY2(text.out.contains(words), words);
    }
    const QJsonObject group =
        columnOf(m_cli->run(arguments + QStringList {"--json"}), 0).value("groups").toArray().first().toObject();
    QCOMPARE(group.value("network").toObject().value("source").toString(), QStringLiteral("assumed: 10 Gb/s Ethernet"));
    QCOMPARE(group.value("memory_bytes").toDouble(), 1024.0 * 1024 * 1024);
    const Finished run = m_cli->run(arguments + QStringList {"--json"});
    QVERIFY(trainingCostOf(run, 1).value("total_usd").isNull());
    QVERIFY(planOf(run, 1, "cheapest").isEmpty());
    QVERIFY(trainingCostOf(run, 1).value("time_seconds").toDouble() > 0);
    QCOMPARE(planOf(run, 0).value("memory_basis").toString(), QStringLiteral("given"));
    QVERIFY(planOf(run, 0).value("peak_bytes_high").toDouble() >= planOf(run, 0).value("peak_bytes").toDouble());
}

void TestCompare::clustersWithoutAPlanSayWhy()
{
    m_table = m_cli->write("large.csv", layerTable(8).replace(",16000,", ",900000,"));
    const Finished run = compare({"--cluster", "4xcpu:1MiB@1", "--cluster", "4xcpu:1GiB@1"});
    QVERIFY2(run.code == 0, run.err);
    const QJsonObject none = columnOf(run, 0);
    QCOMPARE(none.value("outcome").toString(), QStringLiteral("infeasible"));
    QVERIFY(none.value("outcome_missing_bytes").toDouble() > 0);
    QVERIFY(none.value("outcome_device").toInt() >= 0);
    QVERIFY(none.value("reason").toString().contains("shortfall"));
    QVERIFY(none.value("plans").toObject().value("recommended").isNull());
    QVERIFY(columnOf(run, 1).value("reason").toString().isEmpty());
    const Finished text = m_cli->run(
        {"compare", m_table, "--global-batch", "8", "--cluster", "4xcpu:1MiB@1", "--cluster", "4xcpu:1GiB@1"});
    QVERIFY2(text.out.contains("  shortfall "), text.out);
    QVERIFY2(text.out.contains("no plan fits: the nearest plan has a shortfall of"), text.out);
}

void TestCompare::allInfeasibleIsReportedByTheExitCode()
{
    m_table = m_cli->write("large.csv", layerTable(8).replace(",16000,", ",9000000,"));
    const Finished run = compare({"--cluster", "4xcpu:1MiB@1", "--cluster", "2xcpu:2MiB@1"});
    QCOMPARE(run.code, 3);
    QVERIFY2(run.err.contains("none of the clusters has a plan"), run.err);
    QCOMPARE(columnOf(run, 1).value("outcome").toString(), QStringLiteral("infeasible"));
}

void TestCompare::searchErrorsStayInTheirColumn()
{
    const Finished run = compare({"--cluster", "2xcpu:1GiB@1", "--cluster", "8xcpu:1GiB@1", "--pipeline", "4"});
    QVERIFY2(run.code == 0, run.err);
    QVERIFY(!columnOf(run, 0).value("reason").toString().isEmpty());
    QVERIFY(!planOf(run, 1).isEmpty());
    const Finished none = compare({"--cluster", "2xcpu:1GiB@1", "--pipeline", "4"});
    QCOMPARE(none.code, 2); // no cluster is known not to fit
    QCOMPARE(columnOf(none, 0).value("not_searched").toObject().value("code").toString(),
             QStringLiteral("option_out_of_range"));
}

// Unmeasured device types are compared with formulas.
void TestCompare::deviceTypesAreComparedByFormulas()
{
    const Finished run =
        m_cli->run({"compare", "zoo:gpt-355m", "--cluster", "2x8xA100-40GB@27", "--cluster", "4x8xL40S@14", "--cluster",
                    "1x8xH100-80GB@30", "--tokens", "7e9", "--global-batch", "256", "--json"});
    QVERIFY2(run.code == 0, run.err);
    QCOMPARE(run.json().value("unit").toString(), QStringLiteral("tokens"));
    for (int i = 0; i < 3; ++i) {
        const QJsonObject training_cost = trainingCostOf(run, i);
        const double tokens = 256.0 * 1024;
        QCOMPARE(training_cost.value("steps").toDouble(), std::ceil(7e9 / tokens));
        QCOMPARE(planOf(run, i).value("time_basis").toString(), QStringLiteral("analytic"));
        QVERIFY(columnOf(run, i).value("not_measured").isObject());
        const double rate = planOf(run, i).value("tokens_per_second").toDouble();
        QVERIFY(std::fabs(training_cost.value("time_seconds").toDouble() * rate
                              / (training_cost.value("steps").toDouble() * tokens)
                          - 1)
                < 1e-9);
    }
}

void TestCompare::spotAndEnergyAreItemsOfTheTrainingCost()
{
    const QStringList cluster {"--cluster", "4xcpu:1GiB@36", "--samples", "80000"};
    const auto lines = [](const Finished& run) {
        QStringList parts;
        for (const auto& line : trainingCostOf(run, 0).value("lines").toArray()) {
            parts << line.toObject().value("part").toString();
        }
        return parts;
    };
    const Finished plain = compare(cluster);
    QCOMPARE(lines(plain), QStringList {"computing"});
    const Finished spot =
        compare(cluster + QStringList {"--preemptions", "0.5", "--power", "500", "--energy-price", "0.4"});
    QCOMPARE(lines(spot), (QStringList {"computing", "preemption", "energy"}));
    QVERIFY(trainingCostOf(spot, 0).value("time_seconds").toDouble()
            > trainingCostOf(plain, 0).value("time_seconds").toDouble());
    const double hours = trainingCostOf(spot, 0).value("time_seconds").toDouble() / 3600;
    const QJsonObject energy = trainingCostOf(spot, 0).value("lines").toArray().at(2).toObject();
    QVERIFY(std::fabs(energy.value("usd").toDouble() / (hours * 0.5 * 0.4) - 1) < 1e-9);
    const Finished slow = compare(cluster + QStringList {"--preemptions", "0.5", "--restart-time", "2h"});
    const Finished rare = compare(
        cluster + QStringList {"--preemptions", "0.5", "--checkpoint-interval", "8h", "--checkpoint-time", "10s"});
    QVERIFY(trainingCostOf(slow, 0).value("total_usd").toDouble()
            > trainingCostOf(spot, 0).value("lines").toArray().at(0).toObject().value("usd").toDouble());
    QVERIFY(trainingCostOf(rare, 0).value("preemption_seconds").toDouble()
            > trainingCostOf(spot, 0).value("preemption_seconds").toDouble());
    const Finished never = compare(cluster + QStringList {"--preemptions", "3600"});
    QCOMPARE(never.code, 0);
    QVERIFY(trainingCostOf(never, 0).value("time_seconds").isNull());
    QVERIFY(m_cli->run(QStringList {"compare", m_table, "--global-batch", "8", "--preemptions", "3600"} + cluster)
                .out.contains("never"));
}

// Frequently interrupted nodes have a total cost with too many digits to print, or none.
void TestCompare::trainingCostsBeyondCountingAreReported()
{
    const QStringList arguments {"compare",   m_table,          "--global-batch", "8",
                                 "--cluster", "2x2xcpu:1GiB@9", "--samples",      "8000000"};
    const Finished expensive = m_cli->run(arguments + QStringList {"--preemptions", "40"});
    QCOMPARE(expensive.code, 0);
    QVERIFY2(!expensive.out.contains("$-") && expensive.out.contains("e+"), expensive.out);
    const Finished endless =
        m_cli->run(arguments + QStringList {"--preemptions", "10", "--checkpoint-interval", "100000h"});
    QVERIFY2(endless.out.contains("Cheapest run: none finishes"), endless.out);
    QVERIFY2(!endless.out.contains("proven"), endless.out);
}

void TestCompare::runsWithoutAnEndNameTheirCause()
{
    const QStringList arguments {"--cluster", "2x2xcpu:1GiB@9", "--samples", "8000000", "--preemptions", "0.05"};
    const auto reported = [&](const char* option, const char* time) {
        return m_cli
            ->run(QStringList {"compare", m_table, "--global-batch", "8"} + arguments + QStringList {option, time})
            .out;
    };
    for (const auto& [option, time] :
         {std::pair("--restart-time", "100000h"), std::pair("--restart-time", "1000h"),
          std::pair("--checkpoint-interval", "1000h"), std::pair("--checkpoint-time", "1000h")}) {
        const QByteArray text = reported(option, time);
        QVERIFY2(text.contains("Cheapest run: none finishes"), text);
        QVERIFY2(text.contains(QByteArray("average. Shorten ") + option + " ("), text);
        QVERIFY2(!text.contains("proven"), text);
        const Finished run = compare(arguments + QStringList {option, time});
        for (const char* name : {"cheapest", "fastest", "cheapest_bound_usd", "fastest_bound_seconds"}) {
            const bool is_bound = QByteArray(name).contains("bound");
            QVERIFY2(run.json().value(name).isNull() || (is_bound && time != QByteArray("100000h")), name);
        }
        QCOMPARE(run.json().value("cheapest_proven"), QJsonValue(false));
        QCOMPARE(run.json().value("fastest_proven"), QJsonValue(false));
    }
    QVERIFY(reported("--restart-time", "1h").contains("Cheapest run: 2x2xcpu"));
}

void TestCompare::fastestIsTheShortestRun()
{
    const Finished run =
        m_cli->run({"compare", "zoo:gpt-2.5b", "--cluster", "16x8xL40S@14", "--tokens", "300e9", "--global-batch", "64",
                    "--precision", "bf16-autocast", "--preemptions", "0.5", "--json"});
    QVERIFY2(run.code == 0, run.err);
    const double fastest = trainingCostOf(run, 0, "fastest").value("time_seconds").toDouble();
    QVERIFY(fastest > 0);
    for (const char* choice : {"recommended", "cheapest"}) {
        QVERIFY(fastest <= trainingCostOf(run, 0, choice).value("time_seconds").toDouble());
    }
    QVERIFY(run.json().value("fastest_bound_seconds").toDouble() <= fastest);
    QCOMPARE(run.json().value("fastest_proven"), QJsonValue(false)); // the bound assumes the interruptions of one node
}

// An interrupt (Ctrl-C) in the second of three long searches reports the results found so far.
void TestCompare::interruptedOnesReportWhatWasFound()
{
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
    QSKIP("sanitizers hold memory of their own, and how much the program holds tells when to interrupt");
#endif
    QProcess process;
    m_cli->start(process,
                 {"compare", "zoo:gpt3-175b", "--global-batch", "4096", "--vary", "zero,recompute,micro-batch,schedule",
                  "--cluster", "2x8xA100-80GB@20", "--cluster", "128x8xA100-80GB@20", "--cluster", "256x8xA100-80GB@20",
                  "--json"});
    QVERIFY(process.waitForStarted());
    const auto residentPages = [&] {
        QFile file(QStringLiteral("/proc/%1/statm").arg(process.processId()));
        return file.open(QIODevice::ReadOnly) ? file.readAll().split(' ').value(1).toLongLong() : 0;
    };
    QTRY_VERIFY_WITH_TIMEOUT(residentPages() > 40'000, patient(60'000)); // the first search uses half of it
    ::kill(static_cast<pid_t>(process.processId()), SIGINT);
    const Finished run = CommandLine::wait(process);
    QCOMPARE(run.code, 130);
    QVERIFY2(run.err == "stagecraft-cli: canceled\n", run.err);
    QCOMPARE(run.json().value("cancelled"), QJsonValue(true));
    QCOMPARE(columnOf(run, 0).value("outcome").toString(), QStringLiteral("infeasible"));
    for (const int index : {1, 2}) {
        QCOMPARE(columnOf(run, index).value("outcome").toString(), QStringLiteral("cancelled"));
        QCOMPARE(columnOf(run, index).value("reason").toString(), QStringLiteral("canceled"));
    }
    QVERIFY(run.json().value("cheapest").isNull() && run.json().value("fastest").isNull());
    QCOMPARE(run.json().value("cheapest_proven"), QJsonValue(false));
}

void TestCompare::badUsageIsRefused_data()
{
    QTest::addColumn<QStringList>("arguments");
    QTest::addColumn<QByteArray>("words");
    const auto row = [](const char* name, const QStringList& arguments, const char* words) {
        QTest::newRow(name) << arguments << QByteArray(words);
    };
    const QStringList cluster {"--cluster", "4xcpu:1GiB@1"};
    row("no cluster", {}, "--cluster");
    row("no such cluster", {"--cluster", "4xcpu:1GiB@1", "--cluster", "four"}, "four");
    row("no such offer", {"--cluster", "4xcpu:1GiB@acme"}, "acme");
    row("tokens of a table", cluster + QStringList {"--tokens", "1e9"}, "--samples");
    row("tokens and samples", cluster + QStringList {"--tokens", "1e9", "--samples", "3"}, "--samples");
    row("no samples", cluster + QStringList {"--samples", "0"}, "--samples");
    row("samples in words", cluster + QStringList {"--samples", "many"}, "many");
    row("negative preemption", cluster + QStringList {"--preemptions", "-1"}, "-1");
    row("power for nothing", cluster + QStringList {"--power", "500"}, "--energy-price");
    row("no interval", cluster + QStringList {"--checkpoint-interval", "0.001"}, "--checkpoint-interval");
    row("a restart beyond all bounds", cluster + QStringList {"--restart-time", "1e300h"}, "--restart-time");
    row("a checkpoint beyond all bounds", cluster + QStringList {"--checkpoint-time", "1e300h"}, "--checkpoint-time");
    row("an interval beyond all bounds", cluster + QStringList {"--checkpoint-interval", "1e308h"},
        "--checkpoint-interval");
    row("billed by the yard", cluster + QStringList {"--bill", "yards"}, "yards");
}

void TestCompare::badUsageIsRefused()
{
    QFETCH(QStringList, arguments);
    QFETCH(QByteArray, words);
    const Finished run = compare(arguments);
    QCOMPARE(run.code, 2);
    QVERIFY2((run.out + run.err).contains(words), run.out + run.err);
}

void TestCompare::offersAreListedWithTheirAge()
{
    const Finished listed = hardware({"offers"});
    QCOMPARE(listed.code, 0);
    const QJsonArray offers = listed.json().value("offers").toArray();
    QVERIFY(offers.size() >= 8);
    for (const auto& value : offers) {
        const QJsonObject offer = value.toObject();
        const QDate day =
            QDate::fromString(offer.value("price_usd_per_node_hour").toObject().value("date").toString(), Qt::ISODate);
        QCOMPARE(offer.value("age_days").toInt(), static_cast<int>(day.daysTo(QDate::currentDate())));
        QCOMPARE(offer.value("stale").toBool(), offer.value("age_days").toInt() > 30);
        QCOMPARE(offer.value("own"), QJsonValue(false));
        const QString id = offer.value("id").toString();
        const QByteArray shown = m_cli->run({"hardware", "show", id}).out;
        QVERIFY2(shown.contains(offer.value("price_usd_per_node_hour").toObject().value("source").toString().toUtf8()),
                 shown);
    }
    QVERIFY(m_cli->run({"hardware", "offers"}).out.contains("aws/p5.48xlarge"));
}

void TestCompare::offersAreImportedChangedAndRemoved()
{
    const QByteArray rows = "acme,box,,L40S,8,20,,our list," + daysAgo(3).toUtf8() + "\n"
        + "acme,box,spot,L40S,8,6.5,0.02,our list," + daysAgo(31).toUtf8() + "\n";
    const Finished added = hardware({"import", m_cli->write("offers.csv", offersTable(rows))});
    QVERIFY2(added.code == 0, added.out + added.err);
    QCOMPARE(added.json().value("added").toArray(), (QJsonArray {"acme/box", "acme/box:spot"}));
    QVERIFY(QFileInfo::exists(added.json().value("file").toString()));
    const QJsonArray offers = hardware({"offers"}).json().value("offers").toArray();
    QCOMPARE(offers.at(0).toObject().value("own"), QJsonValue(true));
    QCOMPARE(offers.at(0).toObject().value("stale"), QJsonValue(false));
    QCOMPARE(offers.at(1).toObject().value("age_days").toInt(), 31);
    QCOMPARE(offers.at(1).toObject().value("stale"), QJsonValue(true));
    QVERIFY(m_cli->run({"hardware", "offers"}).out.contains("31 days, stale"));

    const Finished again =
        hardware({"import", m_cli->write("offers.csv", offersTable(QByteArray(rows).replace(",20,", ",21,")))});
    QCOMPARE(again.json().value("replaced").toArray().size(), 2);
    QCOMPARE(hardware({"show", "acme/box"}).json().value("usd_per_node_hour").toDouble(), 21.0);
    QCOMPARE(hardware({"remove", "acme/box"}).code, 0);
    QCOMPARE(hardware({"show", "acme/box"}).code, 2);
    QCOMPARE(hardware({"show", "acme/box:spot"}).code, 0);
    QCOMPARE(hardware({"remove", "aws/p5.48xlarge"}).errorCode(), "option_unsupported"); // a bundled offer
}

void TestCompare::offersGiveClustersTheirPrice()
{
    const QByteArray rows = "acme,box,,cpu,4,20,,our list," + daysAgo(3).toUtf8() + "\n"
        + "acme,box,spot,cpu,4,6.5,0.02,our list," + daysAgo(40).toUtf8() + "\n";
    QCOMPARE(hardware({"import", m_cli->write("offers.csv", offersTable(rows))}).code, 0);
    const QStringList clusters {"--cluster", "4xcpu:1GiB@acme", "--cluster", "4xcpu:1GiB@acme/box:spot"};
    const Finished run = compare(clusters);
    QVERIFY2(run.code == 0, run.err);
    QCOMPARE(trainingCostOf(run, 0).value("price_usd_per_hour").toDouble(), 20.0);
    QCOMPARE(trainingCostOf(run, 1).value("price_usd_per_hour").toDouble(), 6.5);
    QCOMPARE(trainingCostOf(run, 1).value("preemptions_per_hour").toDouble(), 0.02);
    const auto groupOf = [&](int index) { return columnOf(run, index).value("groups").toArray().first().toObject(); };
    QCOMPARE(groupOf(0).value("offer_stale"), QJsonValue(false));
    QCOMPARE(groupOf(1).value("offer_stale"), QJsonValue(true));
    const Finished text = m_cli->run(QStringList {"compare", m_table, "--global-batch", "8"} + clusters);
    QVERIFY2(text.out.contains("acme/box: our list (" + daysAgo(3).toUtf8() + ")"), text.out);
    QVERIFY2(text.out.contains("40 days, stale"), text.out);
    const Finished planned =
        m_cli->run({"plan", m_table, "--global-batch", "8", "--cluster", "4xcpu:1GiB@acme", "--json"});
    QVERIFY2(planned.code == 0, planned.err);
    QVERIFY(planned.json()
                .value("candidates")
                .toArray()
                .first()
                .toObject()
                .value("estimate")
                .toObject()
                .value("cost_usd_per_step")
                .toDouble()
            > 0);
}

void TestCompare::badTablesChangeNothing_data()
{
    QTest::addColumn<QByteArray>("content");
    QTest::addColumn<QByteArray>("words");
    const auto row = [](const char* name, const QByteArray& content, const char* words) {
        QTest::newRow(name) << content << QByteArray(words);
    };
    row("nothing", "", "there are no offers");
    row("another table", "name,parameters\nlayer,3\n", "line 1");
    row("a price in words", offersTable("acme,box,,L40S,8,twenty,,list,2026-11-02\n"),
        "line 2: column \"price_usd_per_node_hour\"");
    row("one of two is bad",
        offersTable("acme,good,,L40S,8,20,,list,2026-11-02\nacme,bad,,L40S,8,20,,list,yesterday\n"),
        "line 3: column date");
    row("a device that nobody makes", offersTable("acme,box,,Abacus,8,20,,list,2026-11-02\n"), "Abacus");
}

void TestCompare::badTablesChangeNothing()
{
    QFETCH(QByteArray, content);
    QFETCH(QByteArray, words);
    const QByteArray before = m_cli->run({"hardware", "offers"}).out;
    const Finished run = hardware({"import", m_cli->write("bad.csv", content)});
    QCOMPARE(run.code, 2);
    QCOMPARE(run.errorCode(), "table_malformed");
    QVERIFY2(messageOf(run).contains("bad.csv") && messageOf(run).contains(words), messageOf(run));
    QCOMPARE(m_cli->run({"hardware", "offers"}).out, before);
    QCOMPARE(hardware({"import", m_cli->path("none.csv")}).errorCode(), "file_not_readable");
}

void TestCompare::brokenFileOfOffersIsReportedAndLeftAlone()
{
    const QByteArray row = "acme,box,,L40S,8,20,,list,2026-11-02\n";
    const QString table = m_cli->write("offers.csv", offersTable(row));
    const QString file = hardware({"import", table}).json().value("file").toString();
    QFile own(file);
    QVERIFY(own.open(QIODevice::WriteOnly | QIODevice::Truncate) && own.write("{\"for") == 5);
    own.close();
    const Finished listed = m_cli->run({"hardware", "offers"});
    QCOMPARE(listed.code, 0);
    QVERIFY2(listed.err.contains(file.toUtf8()) && listed.err.contains("offers are not loaded"), listed.err);
    QVERIFY(listed.out.contains("aws/p5.48xlarge"));
    QCOMPARE(hardware({"import", table}).errorCode(), "not_json");
    QVERIFY(own.open(QIODevice::ReadOnly) && own.readAll() == "{\"for");
}

QTEST_GUILESS_MAIN(TestCompare)
#include "tst_compare.moc"
