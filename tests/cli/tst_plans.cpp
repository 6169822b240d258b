// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
// Plans and estimates of layer tables, whose costs can be checked by hand (closed form of docs/formats.md).
#include "tests/cli/commandline.h"
#include "tests/cli/statestable.h"
#include "tests/support/patience.h"

#include <QElapsedTimer>
#include <QTest>

#include <algorithm>
#include <cmath>
#include <csignal>

using namespace stagecraft::testing;

namespace {

QList<int> numbersOf(const QJsonValue& value)
{
    QList<int> numbers;
    for (const auto& number : value.toArray()) {
        numbers.append(number.toInt());
    }
    return numbers;
}

}

class TestPlans : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void init() { m_table = m_cli.write("chain.csv", statesOnly); }
    void leastPeakIsRecommended();
    void theObjectiveRecommends();
    void fourPicksComeFirst();
    void equalDevicesAreOneRow();
    void fixedDepthIsKept();
    void estimateChoosesSplitPointsAndSaysSo();
    void estimateSplitsByItsPolicies();
    void estimateOfGivenSplitPoints();
    void whatDoesNotFitIsAnAnswerOfEstimate();
    void noPlanThatFitsIsExitCodeThree();
    void planFilesHoldTheSameInBothFormats();
    void planOfAnotherModelIsRefused();
    void targetsRestrictTheSearch();
    void settingsOfFrameworksAreWritten();
    void notMeasuredShowsTheCommand();
    void quietInAPipe();
    void barsFollowTheLocale();
    void folderThatCannotBeWritten();
    void timelineAndMemoryOverTime();
    void timelineThatCannotBeWritten();
    void filesToWriteAreDistinct();
    void estimatesEndAtOnce();
    void whatTakesTooLongIsRefused();

private:
    CommandLine m_cli;
    QString m_table;
};

void TestPlans::leastPeakIsRecommended()
{
    const Finished run = m_cli.run({"plan", m_table, "--cluster", "3xcpu:8GiB", "--global-batch", "8", "--json"});
    QVERIFY2(run.code == 0, run.err);
    const QJsonObject json = run.json();
    QCOMPARE(json.value("outcome").toString(), "optimal");
    const QJsonObject best = json.value("candidates").toArray().first().toObject();
    QVERIFY(best.value("labels").toArray().contains("recommended"));
    // Layer a alone is a lower bound, and three stages reach it: a | b c | d.
    QCOMPARE(best.value("estimate").toObject().value("peak_bytes").toDouble(), 40 * MiB);
    QVERIFY(json.value("search_seconds").toDouble() >= 0);
    QVERIFY(json.value("configurations").toInt() > 1);
    QVERIFY(json.value("recommended_slowdown").toDouble() >= 1);
}

void TestPlans::theObjectiveRecommends()
{
    const auto plan = [&](const char* cluster, const char* objective) {
        return m_cli.run({"plan", m_table, "--cluster", cluster, "--global-batch", "8", "--objective", objective,
                          "--explain", "--json"});
    };
    const auto first = [](const Finished& run) { return run.json().value("candidates").toArray().first().toObject(); };
    const Finished cost = plan("4x1xcpu:8GiB@2", "cost");
    QVERIFY2(cost.code == 0, cost.err);
    QCOMPARE(cost.json().value("outcome").toString(), "optimal");
    QVERIFY(first(cost).value("labels").toArray().contains("recommended"));
    QVERIFY(first(cost).value("labels").toArray().contains("cheapest"));
    QCOMPARE(splitPointsOf(first(cost).value("plan").toObject()), (QList<int> {0, 4})); // one node never waits
    QCOMPARE(cost.json().value("recommended_extra_cost_usd_per_step").toDouble(-1), 0.0);
    QVERIFY(cost.json().value("recommended_slowdown").toDouble() > 1);
    QVERIFY(cost.json().value("explanation").toObject().value("next_more_expensive").isObject());
    QCOMPARE(cost.json().value("problem")["constraints"]["objective"].toString(), "cost");
    const Finished throughput = plan("4x1xcpu:8GiB@2", "throughput");
    QVERIFY(first(throughput).value("labels").toArray().contains("fastest"));
    QCOMPARE(throughput.json().value("recommended_slowdown").toDouble(), 1.0);
    QVERIFY(throughput.json().value("recommended_extra_cost_usd_per_step").toDouble() > 0);
    const Finished memory = plan("4x1xcpu:8GiB@2", "memory");
    QCOMPARE(first(memory).value("estimate").toObject().value("peak_bytes").toDouble(), 40 * MiB);
    QVERIFY(memory.json().value("recommended_extra_cost_usd_per_step").toDouble() > 0);
    const Finished unpriced = plan("4x1xcpu:8GiB", "cost");
    QCOMPARE(unpriced.code, 2);
    QCOMPARE(unpriced.errorCode(), "option_unsupported");
}

void TestPlans::fourPicksComeFirst()
{
    const QStringList plan {"plan", m_table, "--cluster", "3xcpu:8GiB@2", "--global-batch", "8"};
    const QString text = QString::fromUtf8(m_cli.run(plan).out);
    const auto lineOf = [&](const QString& pick) { return text.indexOf(pick); };
    QVERIFY2(lineOf("★  Least memory") >= 0, qPrintable(text));
    QVERIFY(lineOf("Least memory") < lineOf("Balanced") && lineOf("Balanced") < lineOf("Fastest"));
    QVERIFY(lineOf("Fastest") < lineOf("Cheapest") && lineOf("Cheapest") < lineOf("memory use"));
    const QJsonObject json = m_cli.run(plan + QStringList {"--objective", "throughput", "--json"}).json();
    const QJsonObject picks = json.value("picks").toObject();
    const auto candidateOf = [&](const char* pick) {
        return json.value("candidates")
            .toArray()
            .at(picks.value(pick).toObject().value("candidate").toInt())
            .toObject();
    };
    QVERIFY(picks.value("fastest").toObject().value("recommended").toBool());
    QVERIFY(!picks.value("least_memory").toObject().value("recommended").toBool());
    QCOMPARE(candidateOf("least_memory").value("estimate").toObject().value("peak_bytes").toDouble(), 40 * MiB);
    QVERIFY(candidateOf("cheapest").value("labels").toArray().contains("cheapest"));
    QVERIFY(picks.value("least_memory").toObject().value("slowdown").toDouble() >= 1);
    const QJsonValue balanced = candidateOf("balanced").value("plan");
    const Finished run = m_cli.run(plan + QStringList {"--objective", "balanced", "--json"});
    QVERIFY2(run.code == 0, run.err);
    const QJsonObject first = run.json().value("candidates").toArray().first().toObject();
    QVERIFY(first.value("labels").toArray().contains("recommended"));
    QCOMPARE(first.value("plan"), balanced); // the balanced plan of the line
    QCOMPARE(run.json().value("outcome").toString(), "optimal");
    QVERIFY(run.json().value("balanced_proven").toBool());
    QVERIFY(run.json().value("picks").toObject().value("balanced").toObject().value("recommended").toBool());
    const QByteArray reported = m_cli.run(plan + QStringList {"--objective", "balanced"}).out;
    QVERIFY2(reported.contains("★  Balanced") && reported.contains("at most 1.25x as long as the fastest"), reported);
    const Finished unpriced = m_cli.run({"plan", m_table, "--cluster", "3xcpu:8GiB", "--global-batch", "8", "--json"});
    QVERIFY(unpriced.json().value("picks").toObject().value("cheapest").isNull());
}

void TestPlans::equalDevicesAreOneRow()
{
    const QByteArray text =
        m_cli.run({"plan", m_table, "--cluster", "8xcpu:8GiB", "--global-batch", "8", "--pipeline", "1", "--data", "8"})
            .out;
    QVERIFY2(text.contains("\n0-7 (8)  "), text);
    QVERIFY2(!text.contains("\n     1  "), text);
}

void TestPlans::fixedDepthIsKept()
{
    const Finished run = m_cli.run({"plan", m_table, "--cluster", "4xcpu:8GiB", "--global-batch", "8", "--pipeline",
                                    "2", "--data", "2", "--micro-batch", "2", "--json"});
    QVERIFY2(run.code == 0, run.err);
    for (const auto& candidate : run.json().value("candidates").toArray()) {
        const QJsonObject plan = candidate.toObject().value("plan").toObject();
        QCOMPARE(plan.value("stages").toArray().size(), 2);
        QCOMPARE(plan.value("micro_batch").toInt(), 2);
        QCOMPARE(plan.value("micro_batches").toInt(), 2);
        QCOMPARE(plan.value("stages").toArray().first().toObject().value("data_parallel").toInt(), 2);
    }
    const QJsonObject best = run.json().value("candidates").toArray().first().toObject();
    // Two equal splits: 40 | 10 10 30, or 40 10 | 10 30.
    QCOMPARE(best.value("estimate").toObject().value("peak_bytes").toDouble(), 50 * MiB);
}

void TestPlans::estimateChoosesSplitPointsAndSaysSo()
{
    const QStringList arguments {"estimate",   m_table, "--cluster",       "4xcpu:8GiB",
                                 "--pipeline", "4",     "--micro-batches", "4"};
    const Finished run = m_cli.run(arguments + QStringList {"--json"});
    QVERIFY2(run.code == 0, run.err);
    QCOMPARE(numbersOf(run.json().value("cuts")), (QList<int> {0, 1, 2, 3, 4}));
    QCOMPARE(run.json().value("partitioner").toString(), "stagecraft");
    QCOMPARE(run.json().value("devices").toArray().size(), 4);
    QCOMPARE(run.json().value("peak_bytes").toDouble(), 40 * MiB);
    QVERIFY(m_cli.run(arguments).out.contains("--cuts not given"));
}

// `estimate` splits according to its policies: swapped layers need other split points than resident ones. Parameters in
// host memory need no ZeRO without replicas.
void TestPlans::estimateSplitsByItsPolicies()
{
    const QStringList arguments {"estimate",   "zoo:gpt?layers=14&hidden=256&heads=4&vocabulary=20000",
                                 "--cluster",  "4xV100-16GB",
                                 "--pipeline", "4",
                                 "--json",     "--micro-batch",
                                 "4",          "--micro-batches",
                                 "8"};
    const auto peak = [&](const QStringList& options) {
        const Finished run = m_cli.run(arguments + options);
        return run.code == 0 ? run.json().value("peak_bytes").toDouble() : -1;
    };
    const auto split_points = [&](const QStringList& options) {
        return numbersOf(m_cli.run(arguments + options).json().value("cuts"));
    };
    const QList<int> kept = split_points({});
    QStringList text;
    for (const int split_point : kept) {
        text.append(QString::number(split_point));
    }
    const QStringList swap {"--policy", "swap"};
    QVERIFY(kept != split_points(swap));
    QVERIFY(peak(swap) > 0 && peak(swap) < peak(swap + QStringList {"--cuts", text.join(',')}));
    const auto said = [&](const QStringList& options) {
        return m_cli.run((arguments + options).replaceInStrings("--json", "--memory-reserve=0")).out;
    };
    QVERIFY(said(swap).contains(" (--cuts not given: lowest peak)"));
    QVERIFY(said({"--policy", "karma"}).contains("(--cuts not given: lowest peak if all layers swap)"));
    QVERIFY(
        said(swap + QStringList {"--schedule", "zbv"}).contains("under 1f1b if all layers keep their activations)"));
    QVERIFY(peak({"--offload", "parameters"}) > 0);
    QCOMPARE(split_points({"--offload", "parameters"}), split_points({"--offload", "parameters", "--zero", "3"}));
}

void TestPlans::estimateOfGivenSplitPoints()
{
    const Finished run = m_cli.run({"estimate", m_table, "--cluster", "2xcpu:8GiB", "--cuts", "0,3,4", "--micro-batch",
                                    "2", "--micro-batches", "3", "--json"});
    QVERIFY2(run.code == 0, run.err);
    const QJsonArray devices = run.json().value("devices").toArray();
    QCOMPARE(devices.size(), 2);
    QCOMPARE(devices[0].toObject().value("peak_bytes").toDouble(), 60 * MiB);
    QCOMPARE(devices[1].toObject().value("peak_bytes").toDouble(), 30 * MiB);
    QCOMPARE(run.json().value("partitioner").toString(), "given");
    QCOMPARE(run.json().value("plan").toObject().value("micro_batches").toInt(), 3);
    QVERIFY(run.json().value("fits").toBool());
    // The parts add up to the peak.
    const QJsonObject parts = devices[0].toObject().value("breakdown").toObject();
    double sum = 0;
    for (const auto& part : parts) {
        sum += part.toDouble();
    }
    QCOMPARE(parts.size(), 8);
    QCOMPARE(sum, 60 * MiB);
    // Invalid split points are a usage error.
    QCOMPARE(m_cli.run({"estimate", m_table, "--cluster", "2xcpu:8GiB", "--cuts", "0,3"}).code, 2);
    QCOMPARE(m_cli.run({"estimate", m_table, "--cluster", "2xcpu:8GiB", "--cuts", "0,3,3,4"}).code, 2);
}

void TestPlans::whatDoesNotFitIsAnAnswerOfEstimate()
{
    const QStringList arguments {"estimate", m_table, "--cluster", "2xcpu:45MiB", "--pipeline", "2"};
    const Finished run = m_cli.run(arguments + QStringList {"--json"});
    QVERIFY2(run.code == 0, run.err);
    QCOMPARE(run.json().value("fits"), QJsonValue(false));
    const QByteArray text = m_cli.run(arguments).out;
    QVERIFY2(text.contains("The plan does not fit: upper bound ") && text.contains(" exceeds capacity 45.0 MiB."),
             text);
}

void TestPlans::noPlanThatFitsIsExitCodeThree()
{
    const QString plan = m_cli.path("never.json");
    const QStringList arguments {"plan", m_table, "--cluster", "2xcpu:45MiB", "--global-batch", "4", "-o", plan};
    const Finished run = m_cli.run(arguments + QStringList {"--json"});
    QCOMPARE(run.code, 3);
    QCOMPARE(run.json().value("outcome").toString(), "infeasible");
    // The lowest peak is 50 MiB, on one device or on both.
    QCOMPARE(run.json().value("outcome_missing_bytes").toDouble(), 5 * MiB);
    const int device = run.json().value("outcome_device").toInt(-1);
    QVERIFY(device >= 0);
    QVERIFY2(run.err.contains("device " + QByteArray::number(device)) && run.err.contains("5242880 bytes"), run.err);
    QVERIFY2(run.err.contains("upper bound 50.0 MiB exceeds capacity 45.0 MiB"), run.err); // no other shortfall
    QVERIFY(!QFile::exists(plan));

    const Finished text = m_cli.run(arguments);
    QCOMPARE(text.code, 3);
    QVERIFY2(text.out.contains("does not fit") && text.out.contains("upper bound 50.0 MiB, shortfall 5.00 MiB"),
             text.out);
}

// Both formats of a plan file contain the same plan. 60 of 100 MiB and 30 of 50 are the same share; in bytes 50 and 40
// are lower.
void TestPlans::planFilesHoldTheSameInBothFormats()
{
    const QString json = m_cli.path("plan.json");
    const QString yaml = m_cli.path("plan.yaml");
    const QString back = m_cli.path("back.json");
    const Finished planned = m_cli.run({"plan", m_table, "--cluster", "3xcpu:8GiB", "--global-batch", "8", "--schedule",
                                        "gpipe", "-o", json, "--json"});
    QVERIFY2(planned.code == 0, planned.err);
    QCOMPARE(read(json).value("format").toString(), "stagecraft-plan");
    const QJsonObject best = planned.json().value("candidates").toArray().first().toObject();
    QCOMPARE(read(json).value("plan"), best.value("plan"));
    QCOMPARE(read(json).value("estimate"), best.value("estimate"));

    QCOMPARE(m_cli.run({"export", json, "--format", "yaml", "-o", yaml}).code, 0);
    QCOMPARE(m_cli.run({"export", yaml, "--format", "json", "-o", back}).code, 0);
    QVERIFY(!read(json).isEmpty());
    QCOMPARE(read(back), read(json));

    // The estimate of a plan file has the same numbers, with and without its model.
    for (const QStringList& more : {QStringList {}, QStringList {m_table}}) {
        const Finished estimated = m_cli.run(QStringList {"estimate"} + more + QStringList {"--plan", yaml, "--json"});
        QVERIFY2(estimated.code == 0, estimated.err);
        QCOMPARE(estimated.json().value("devices"), best.value("estimate").toObject().value("devices"));
        QCOMPARE(estimated.json().value("step_seconds"), best.value("estimate").toObject().value("step_seconds"));
        QCOMPARE(numbersOf(estimated.json().value("cuts")), splitPointsOf(best.value("plan").toObject()));
    }
}

void TestPlans::planOfAnotherModelIsRefused()
{
    const QString plan = m_cli.path("plan.yaml");
    QCOMPARE(m_cli.run({"plan", m_table, "--cluster", "3xcpu:8GiB", "--global-batch", "8", "-o", plan}).code, 0);
    const Finished run = m_cli.run({"estimate", "zoo:resnet50", "--plan", plan, "--json"});
    QCOMPARE(run.code, 2);
    QCOMPARE(run.errorCode(), "plan_invalid");

    m_cli.write("newer.json", R"({"format": "stagecraft-plan", "version": 99})");
    const Finished newer =
        m_cli.run({"export", m_cli.path("newer.json"), "--format", "yaml", "-o", m_cli.path("x.yaml"), "--json"});
    QCOMPARE(newer.code, 2);
    QCOMPARE(newer.errorCode(), "format_newer");
    QVERIFY2(newer.err.contains("99") && newer.err.contains("up to 2"), newer.err);
}

void TestPlans::targetsRestrictTheSearch()
{
    // Layer a alone and a with b have the same peak; smaller split points win. By layers and by parameters all layers
    // have the same weight.
    const QStringList arguments {"plan", m_table, "--cluster", "2xcpu:8GiB", "--global-batch", "1", "--pipeline", "2"};
    const auto recommended = [&](const QString& target) {
        const Finished run = m_cli.run(arguments + QStringList {"--target", target, "--json"});
        return run.json().value("candidates").toArray().first().toObject();
    };
    QCOMPARE(splitPointsOf(recommended("any").value("plan").toObject()), QList<int>({0, 1, 4}));
    QCOMPARE(splitPointsOf(recommended("deepspeed").value("plan").toObject()), QList<int>({0, 2, 4}));
    const Finished refused = m_cli.run(arguments + QStringList {"--cuts", "0,1,4", "--target", "deepspeed", "--json"});
    QCOMPARE(refused.code, 2);
    QVERIFY2(refused.err.contains("DeepSpeed") && refused.err.contains("0,2,4 (uniform)"), refused.err);
    const Finished zero =
        m_cli.run({"plan", "zoo:gpt?layers=4&hidden=64&heads=4", "--cluster", "2xA100-80GB", "--global-batch", "4",
                   "--data", "2", "--zero", "3", "--target", "megatron", "--json"});
    QCOMPARE(zero.code, 2);
    QVERIFY2(zero.err.contains("the ZeRO stage of a plan for Megatron-LM cannot be \"3\""), zero.err);
    // If one replica is possible, the requested option is kept, and a note states that it has no effect.
    const QStringList free {"plan",           "zoo:gpt?layers=4&hidden=64&heads=4",
                            "--cluster",      "2xA100-80GB",
                            "--global-batch", "4",
                            "--zero",         "3",
                            "--target",       "megatron"};
    const Finished reported = m_cli.run(free);
    QVERIFY2(reported.code == 0
                 && reported.out.contains("Note: plans that the target does not support are skipped: the ZeRO"),
             reported.out + reported.err);
    QCOMPARE(m_cli.run(free + QStringList {"--json"}).json().value("left_out_for_target").toArray().size(), 1);
}

void TestPlans::settingsOfFrameworksAreWritten()
{
    const QString plan = m_cli.path("plan.json");
    const Finished planned =
        m_cli.run({"plan", "zoo:gpt?layers=6&hidden=64&heads=4", "--cluster", "4xA100-80GB", "--global-batch", "8",
                   "--precision", "bf16-master", "--vary", "zero", "--target", "megatron", "-o", plan, "--json"});
    QVERIFY2(planned.code == 0, planned.err);
    QCOMPARE(read(plan).value("problem").toObject().value("target").toString(), "megatron");
    for (const QString& format : {QString("megatron"), QString("deepspeed")}) {
        const QString file = m_cli.path("settings." + format);
        const Finished run = m_cli.run({"export", plan, "--format", format, "-o", file, "--json"});
        QVERIFY2(run.code == 0, run.err);
        QVERIFY(QFile::exists(file));
        for (const auto& note : run.json().value("not_expressed").toArray()) {
            QVERIFY2(run.err.contains("not expressed in the exported settings: " + note.toString().toUtf8()), run.err);
        }
    }
    const Finished other = m_cli.run({"export", plan, "--format", "torchtitan", "-o", m_cli.path("x.toml"), "--json"});
    QVERIFY2(other.code == 2 && other.err.contains("like Llama"), other.err); // the framework does not support GPT
    QVERIFY(!QFile::exists(m_cli.path("x.toml")));

    // Reasons of a framework to reject a plan that was made without a framework.
    const QString of_sgd = m_cli.path("sgd.json");
    const Finished sgd =
        m_cli.run({"plan", "zoo:gpt?layers=6&hidden=64&heads=4", "--cluster", "4xA100-80GB", "--global-batch", "8",
                   "--precision", "bf16-master", "--optimizer", "sgd", "--zero", "1", "--data", "2", "-o", of_sgd});
    QVERIFY2(sgd.code == 0, sgd.err);
    const Finished undivided = m_cli.run({"export", of_sgd, "--format", "megatron", "-o", m_cli.path("sgd.args")});
    QVERIFY2(undivided.err.contains("ZeRO stage of a plan for Megatron-LM is 1; possible: 0 (with the optimizer "
                                    "sgd)"),
             undivided.err);

    const QString of_table = m_cli.path("table.json");
    QCOMPARE(m_cli.run({"plan", m_table, "--cluster", "2xcpu:8GiB", "--global-batch", "1", "-o", of_table}).code, 0);
    const Finished refused =
        m_cli.run({"export", of_table, "--format", "megatron", "-o", m_cli.path("table.args"), "--json"});
    QCOMPARE(refused.code, 2);
    QCOMPARE(refused.errorCode(), "option_unsupported");
    QVERIFY(!QFile::exists(m_cli.path("table.args")));
}

void TestPlans::notMeasuredShowsTheCommand()
{
    const QStringList arguments {"plan", "zoo:resnet50",  "--cluster", "4xcpu:8GiB", "--global-batch",
                                 "8",    "--micro-batch", "2"};
    const Finished run = m_cli.run(arguments + QStringList {"--json"});
    QVERIFY2(run.code == 0, run.err);
    const QJsonObject missing = run.json().value("not_measured").toObject();
    QCOMPARE(missing.value("message").toString(),
             QStringLiteral("18 of 18 layers not measured: predicted by formulas"));
    QVERIFY(missing.value("command").toString().startsWith(
        QStringLiteral("stagecraft-cli profile zoo:resnet50 --micro-batch 2")));
    const QJsonArray candidates = run.json().value("candidates").toArray();
    QCOMPARE(candidates.first().toObject().value("estimate").toObject().value("memory_basis").toString(),
             QStringLiteral("analytic"));
    const Finished text = m_cli.run(arguments);
    QVERIFY2(text.out.contains(" layers not measured: predicted by formulas. To measure, run: stagecraft-cli profile"),
             text.out);
    const Finished estimate = m_cli.run(
        {"estimate", "zoo:resnet50", "--cluster", "4xcpu:8GiB", "--pipeline", "2", "--micro-batch", "2", "--json"});
    QCOMPARE(estimate.json().value("not_measured").toObject(), missing);
    QVERIFY(m_cli.run({"plan", m_table, "--cluster", "4xcpu:8GiB", "--global-batch", "8", "--json"})
                .json()
                .value("not_measured")
                .isNull());
    // A named workspace must exist.
    const Finished named = m_cli.run(arguments + QStringList {"--workspace", m_cli.path("none.stagecraft"), "--json"});
    QCOMPARE(named.code, 2);
    QCOMPARE(named.errorCode(), "file_not_readable");
    QVERIFY(!QFile::exists(m_cli.path("none.stagecraft")));
}

void TestPlans::quietInAPipe()
{
    const Finished run = m_cli.run({"plan", m_table, "--cluster", "4xcpu:8GiB", "--global-batch", "8"});
    QCOMPARE(run.code, 0);
    QVERIFY2(run.err.isEmpty(), run.err);
    QVERIFY(!run.out.contains('\r') && !run.out.contains('\033'));
    QVERIFY(run.out.contains("recommended"));
}

void TestPlans::barsFollowTheLocale()
{
    const QStringList arguments {"plan", m_table, "--cluster", "4xcpu:100MiB", "--global-batch", "8"};
    QVERIFY(m_cli.run(arguments).out.contains("█"));
    CommandLine plain;
    plain.setEnvironment("LC_ALL", "C");
    const Finished run = plain.run(arguments);
    QCOMPARE(run.code, 0);
    QVERIFY2(run.err.isEmpty(), run.err); // Qt prints no locale warning either
    QVERIFY(run.out.contains("####") && run.out.contains("* "));
    QVERIFY(std::all_of(run.out.begin(), run.out.end(), [](char c) { return static_cast<signed char>(c) >= 0; }));
}

void TestPlans::folderThatCannotBeWritten()
{
    const Finished run = m_cli.run({"plan", m_table, "--cluster", "4xcpu:8GiB", "--global-batch", "8", "-o",
                                    m_cli.path("no/such/folder/plan.json"), "--json"});
    QCOMPARE(run.code, 1);
    QCOMPARE(run.errorCode(), "file_not_writable");
}

void TestPlans::timelineAndMemoryOverTime()
{
    const QString trace = m_cli.path("timeline.json");
    const QString memory = m_cli.path("memory.csv");
    const Finished run =
        m_cli.run({"estimate", m_table, "--cluster", "2xcpu:8GiB", "--cuts", "0,2,4", "--micro-batches", "4",
                   "--timeline", trace, "--memory-over-time", memory, "--json"});
    QVERIFY2(run.code == 0, run.err);
    QFile file(trace);
    QVERIFY(file.open(QIODevice::ReadOnly));
    int passes = 0;
    double end = 0;
    QMap<int, double> highest;
    const QJsonObject json = QJsonDocument::fromJson(file.readAll()).object();
    for (const auto& value : json.value("traceEvents").toArray()) {
        const QJsonObject event = value.toObject();
        const QString kind = event.value("cat").toString();
        passes += kind == "forward" || kind == "backward";
        end = std::max(end, event["ts"].toDouble() + event["dur"].toDouble());
        if (event["name"].toString() == "allocated bytes") {
            double& most = highest[event["pid"].toInt()];
            most = std::max(most, event["args"]["bytes"].toDouble());
        }
    }
    QCOMPARE(passes, 2 * 2 * 4);
    QVERIFY(std::fabs(end - run.json().value("step_seconds").toDouble() * 1e6) < 1);
    QFile table(memory);
    QVERIFY(table.open(QIODevice::ReadOnly));
    QCOMPARE(table.readLine().trimmed(),
             QByteArray(
                 "time_seconds,pipeline_rank,alive_bytes,highest_bytes,is_peak,phase,micro_batch,layer,largest_part"));
    QMap<int, double> marked;
    while (!table.atEnd()) {
        const QList<QByteArray> cells = table.readLine().trimmed().split(',');
        QCOMPARE(cells.size(), 9);
        QCOMPARE(cells[5].isEmpty(), cells[4] == "0");
        if (cells[4] == "1") {
            marked[cells[1].toInt()] = cells[3].toDouble();
        }
    }
    // Estimate, trace and table have the same peaks.
    const QJsonArray devices = run.json().value("devices").toArray();
    QCOMPARE(devices.size(), 2);
    for (int place = 0; place < 2; ++place) {
        const double peak = devices[place].toObject().value("peak_bytes").toDouble();
        QCOMPARE(highest[place], peak);
        QCOMPARE(marked[place], peak);
    }
}

void TestPlans::timelineThatCannotBeWritten()
{
    const QStringList plan {"estimate", m_table, "--cluster", "2xcpu:8GiB", "--cuts", "0,2,4", "--json"};
    for (const QString option : {"--timeline", "--memory-over-time"}) {
        const Finished nowhere = m_cli.run(plan + QStringList {option, m_cli.path("none/such/file")});
        const Finished output = m_cli.run(plan + QStringList {"-o", m_cli.path("none/such/plan.json")});
        QCOMPARE(nowhere.code, output.code);
        QVERIFY(nowhere.code != 0);
        QCOMPARE(nowhere.errorCode(), "file_not_writable");
        const Finished full = m_cli.run(plan + QStringList {option, "/dev/full"});
        QCOMPARE(full.code, output.code);
        QCOMPARE(full.errorCode(), "disk_full");
    }
}

void TestPlans::filesToWriteAreDistinct()
{
    const QStringList estimate {"estimate", m_table, "--cluster", "2xcpu:8GiB", "--cuts", "0,2,4", "--json"};
    const QString out = m_cli.path("out.json");
    const auto refused = [&](const QStringList& more, const QByteArray& sentence) {
        const Finished run = m_cli.run(estimate + more);
        return run.code == 2 && run.errorCode() == "option_unsupported" && run.err.contains(sentence);
    };
    const QString detour = m_cli.path("none/../out.json"); // canonically the same path, even if it does not exist
    QVERIFY(refused({"-o", out, "--timeline", detour}, "a file other than that of --output"));
    QVERIFY(!QFile::exists(out));
    m_cli.write("out.json", "mine");
    QVERIFY(QFile::link(out, m_cli.path("link")));
    QVERIFY(refused({"-o", out, "--memory-over-time", m_cli.path("link")}, "a file other than that of --output"));
    QVERIFY(refused({"--timeline", out, "--memory-over-time", out}, "a file other than that of --timeline"));
    QVERIFY(refused({"--workspace", out, "-o", out}, "a file other than that of --workspace"));
    QFile file(out);
    QVERIFY(file.open(QIODevice::ReadOnly));
    QCOMPARE(file.readAll(), QByteArray("mine"));
    QCOMPARE(
        m_cli.run({"plan", m_table, "--cluster", "2xcpu:8GiB", "--global-batch", "4", "--workspace", out, "-o", out})
            .code,
        2);
    // A device file accepts all outputs.
    QCOMPARE(m_cli.run(estimate + QStringList {"-o", "/dev/null", "--timeline", "/dev/null"}).code, 0);
}

// An interrupt (Ctrl-C) ends a simulation of 13 million operations, which takes many seconds.
void TestPlans::estimatesEndAtOnce()
{
    const QString trace = m_cli.path("trace.json");
    QProcess process;
    m_cli.start(process,
                {"estimate", TEST_DATA "/sixteen-layers.csv", "--cluster", "16xcpu:8GiB", "--cuts",
                 "0,1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16", "--micro-batches", "400000", "--timeline", trace,
                 "--json"});
    QVERIFY(process.waitForStarted());
    const auto residentPages = [&] {
        QFile file(QStringLiteral("/proc/%1/statm").arg(process.processId()));
        return file.open(QIODevice::ReadOnly) ? file.readAll().split(' ').value(1).toLongLong() : 0;
    };
    QTRY_VERIFY_WITH_TIMEOUT(residentPages() > 64'000, patient(60'000)); // only the simulation uses that many: 250 MiB
    QElapsedTimer timer;
    timer.start();
    ::kill(static_cast<pid_t>(process.processId()), SIGINT);
    const Finished run = CommandLine::wait(process);
    QVERIFY2(timer.elapsed() < 5'000, qPrintable(QString::number(timer.elapsed()) + " ms"));
    QCOMPARE(run.code, 130);
    QCOMPARE(run.errorCode(), "cancelled");
    QVERIFY2(run.err == "stagecraft-cli: canceled\n", run.err);
    QVERIFY(!QFile::exists(trace));
}

// A simulation over the limit is rejected before it starts, with the number of micro-batches and the limit.
void TestPlans::whatTakesTooLongIsRefused()
{
    const QStringList cluster {
        TEST_DATA "/sixteen-layers.csv", "--cluster", "16xcpu:8GiB", "--pipeline", "16", "--json"};
    const QStringList split_points {"--cuts", "0,1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16"};
    const QByteArray large(
        "(1000000 micro-batches x 16 stages x 2 passes; nearest possible: 468750 micro-batches) is 32000000");
    const QByteArray steady("(100000 micro-batches x 16 stages x 2 passes x 10 steps; nearest possible: 46875 "
                            "micro-batches) is 32000000");
    QElapsedTimer timer;
    timer.start();
    for (const auto& [command, operations] :
         {std::pair(QStringList {"estimate", "--micro-batches", "1000000"}, large),
          std::pair(QStringList {"estimate", "--micro-batches", "1000000"} + split_points, large),
          std::pair(QStringList {"plan", "--global-batch", "1000000", "--data", "1"}, large),
          std::pair(QStringList {"estimate", "--micro-batches", "100000", "--schedule", "pipedream"} + split_points,
                    steady)}) {
        const Finished run = m_cli.run(command + cluster);
        QCOMPARE(run.code, 2);
        QCOMPARE(run.errorCode(), "option_out_of_range");
        QVERIFY2(run.err.contains(operations + " but must be between 1 and 15000000"), run.err);
    }
    QVERIFY2(timer.elapsed() < 20'000, qPrintable(QString::number(timer.elapsed()) + " ms"));
}

QTEST_GUILESS_MAIN(TestPlans)
#include "tst_plans.moc"
