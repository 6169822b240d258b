// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
// Measured runs read from tables, and the errors of predictions.
#include "core/base/english.h"
#include "core/runs/errorfigures.h"
#include "tests/support/runs.h"

#include <QTest>

#include <cmath>
#include <limits>
#include <random>

using namespace stagecraft;
using namespace stagecraft::testing;

class RunsTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void figuresAreCountedByHand();
    void whatIsNoNumberEndsNoCount();
    void bandContainsItsShareOfErrors();
    void badTablesNameLineAndColumn_data();
    void badTablesNameLineAndColumn();
    void fewColumnsAreEnough();
    void frameworksAreNamed();
    void scopesAreRead();
    void wideNumbersAreLeftOut();
};

void RunsTest::figuresAreCountedByHand()
{
    const ErrorFigures figures = errorFigures({110, 180, 330, 400}, {100, 200, 300, 400});
    QCOMPARE(figures.count, 4);
    QCOMPARE(reported(figures.mean_error), QStringLiteral("7.5"));
    QCOMPARE(reported(figures.median_error), QStringLiteral("10.0"));
    QCOMPARE(reported(figures.worst_error), QStringLiteral("10.0"));
    QCOMPARE(reported(figures.bias), QStringLiteral("5.0"));
    QCOMPARE(*figures.rank_correlation, 1.0);
    QCOMPARE(*errorFigures({3, 2, 1}, {1, 2, 3}).rank_correlation, -1.0);
    QVERIFY(!errorFigures({1, 2}, {1, 2}).rank_correlation);
    QVERIFY(!errorFigures({1, 1, 1}, {1, 2, 3}).rank_correlation);
    QCOMPARE(errorFigures({}, {}).count, 0);
    QCOMPARE(quantile({4, 1, 3, 2}, 0.9), 3.7);
}

// NaN does not block counting: ranks of values that equal nothing, not even themselves, once looped forever.
void RunsTest::whatIsNoNumberEndsNoCount()
{
    constexpr double none = std::numeric_limits<double>::quiet_NaN();
    constexpr double infinite = std::numeric_limits<double>::infinity();
    for (const std::vector<double>& predicted :
         {std::vector {none, none, none, none}, std::vector {1.0, none, 2.0, none},
          std::vector {infinite, 1.0, none, infinite}}) {
        QCOMPARE(errorFigures(predicted, {1, 2, 3, 4}).count, 4);
        conformalBand(predicted, {1, 2, 3, 4});
    }
    // Numbers keep their order, NaN comes after them.
    QCOMPARE(quantile({3, none, 1, 2, none}, 0.25), 2.0);
}

void RunsTest::bandContainsItsShareOfErrors()
{
    std::mt19937 random(3);
    std::normal_distribution<> noise(0, 0.1);
    std::vector<double> predicted(400, 1.0);
    std::vector<double> measured;
    for (std::size_t i = 0; i < predicted.size(); ++i) {
        measured.push_back(std::exp(noise(random)));
    }
    const Band band = conformalBand(predicted, measured);
    QVERIFY(band.low > 0.75 && band.low < 0.88);
    QVERIFY(band.high > 1.14 && band.high < 1.33);
    QCOMPARE(conformalBand({1, 1, 1}, {0.5, 1, 2}), (Band {0.5, 2}));
}

void RunsTest::badTablesNameLineAndColumn_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("error");
    const QString head = header;
    const auto row = [](const std::string& text) { return QString::fromStdString(text); };
    const auto without = [&](const char* column) { return QString(head).replace(column, "other_"); };
    QTest::newRow("empty") << QString() << "line 1: there are no runs";
    QTest::newRow("comments only") << "# a\n# b\n"
                                   << "line 2: there are no runs";
    QTest::newRow("no rows") << head << "line 1: there are no runs";
    QTest::newRow("no hidden") << without("hidden") << "line 1: the column \"hidden\" is missing in the header line";
    QTest::newRow("no micro_batch") << "# x\n" + without("micro_batch")
                                    << "line 2: the column \"micro_batch\" is missing in the header line";
    QTest::newRow("no devices") << without("n_gpus").replace(",dp,", ",e,")
                                << "line 1: the column \"n_gpus\" or \"dp\" is missing in the header line";
    QTest::newRow("nothing measured") << without("measured_peak_mem_GiB").replace("measured_throughput", "e")
                                      << "line 1: the column \"measured_peak_mem_GiB\" or \"measured_throughput\" is "
                                         "missing in the header line";
    QTest::newRow("twice") << QString(head).replace("heads", "hidden") << "line 1: the column \"hidden\" appears twice";
    QTest::newRow("text") << head + row(rowText("much"))
                          << "line 2: the column \"measured_peak_mem_GiB\" (\"much\") is not a number above 0";
    QTest::newRow("nan") << head + row(rowText("nan"))
                         << "line 2: the column \"measured_peak_mem_GiB\" (\"nan\") is not a number above 0";
    QTest::newRow("negative") << head + row(rowText()) + row(rowText("-1"))
                              << "line 3: the column \"measured_peak_mem_GiB\" (\"-1\") is not a number above 0";
    QTest::newRow("infinite") << head + row(rowText("inf"))
                              << "line 2: the column \"measured_peak_mem_GiB\" (\"inf\") is not a number above 0";
    QTest::newRow("half a layer")
        << head + row(rowText("1", "", "4", "1.5"))
        << "line 2: the column \"layers\" (\"1.5\") is not a whole number from 1 to 2147483647";
    QTest::newRow("negative degree") << head + row(rowText("1", "", "-4"))
                                     << "line 2: the column \"tp\" (\"-4\") is not a whole number from 1 to 2147483647";
    QTest::newRow("too few fields") << head + "m,16\n"
                                    << "line 2: it has 2 fields, but the header line has 19";
}

void RunsTest::badTablesNameLineAndColumn()
{
    QFETCH(QString, text);
    QFETCH(QString, error);
    QCOMPARE(QString::fromStdString(errorOf(text.toStdString())), "folder/r.csv: " + error);
}

void RunsTest::fewColumnsAreEnough()
{
    const std::string text = "# of mine\nlayers,hidden,seq,vocab,n_gpus,micro_batch,measured_peak_mem_GiB\n"
                             "24,1024,1024,50304,8,4,9.5\n24,1024,1024,50304,8,8,14.5\r\n\n24,1024,2048,50304,8,8,30\n";
    const auto runs = parseRuns(text, "mine.csv");
    QVERIFY2(runs, runs ? "" : describe(runs.error()).c_str());
    QCOMPARE(runs->size(), std::size_t(3));
    QCOMPARE(runs->at(1).line, 4);
    QCOMPARE(runs->at(1).file, std::string("mine.csv"));
    QVERIFY(runs->front().recomputation == Recomputation::None && !runs->front().framework);
}

// The framework has a separate column.
void RunsTest::frameworksAreNamed()
{
    const auto read = [](const std::string& framework) {
        return parseRuns("layers,hidden,seq,n_gpus,micro_batch,measured_peak_mem_GiB,framework\n24,1024,1024,8,4,9.5,"
                             + framework + "\n",
                         "r.csv")
            ->front();
    };
    QCOMPARE(read("megatron-core").framework, std::optional(Framework::MegatronCore));
    QCOMPARE(read("").framework, std::optional<Framework>());
    QVERIFY(describe(read("keras").obstacle).find("the column \"framework\" (\"keras\") is not one of ") == 0);
}

void RunsTest::scopesAreRead()
{
    const auto scope = [](const char* text) {
        return parseRuns(std::string(header) + rowText("8", text), "r.csv")->front().scope;
    };
    QCOMPARE(scope("rank 0 (first PP stage), torch peak (page does not say allocated or reserved)"),
             (MemoryScope {MemoryRank::First, MemoryKind::Unstated}));
    QCOMPARE(scope("last rank (last PP stage), torch allocated_bytes.all.peak"),
             (MemoryScope {MemoryRank::Last, MemoryKind::Allocated}));
    QCOMPARE(scope("max over all GPUs, torch max reserved"), (MemoryScope {MemoryRank::Most, MemoryKind::Reserved}));
    QCOMPARE(scope("SUM over all used GPUs of torch max_memory_cached"),
             (MemoryScope {MemoryRank::Sum, MemoryKind::Reserved}));
    QCOMPARE(scope("pipeline rank 12"), (MemoryScope {MemoryRank::Other, MemoryKind::Unstated}));
    QCOMPARE(scope("nvidia-smi"), (MemoryScope {MemoryRank::Most, MemoryKind::Device}));
    QCOMPARE(scope(""), MemoryScope());
}

// Runs in 32 bits are excluded, because they say nothing about training in 16 bits.
void RunsTest::wideNumbersAreLeftOut()
{
    const auto obstacle = [](const std::string& format) {
        const std::string text = "layers,hidden,seq,vocab,n_gpus,micro_batch,dtype,measured_peak_mem_GiB\n"
                                 "24,1024,1024,50304,8,4,\""
            + format + "\",9.5\n";
        return describe(parseRuns(text, "r.csv")->front().obstacle);
    };
    for (const char* format : {"fp32", "FP32", "float32", "tf32", "fp64", "float"}) {
        QCOMPARE(obstacle(format), std::string("trained in ") + format + ", but frameworks train in 16 bits");
    }
    const auto eight = [](const std::string& format) {
        return parseRuns("layers,hidden,seq,n_gpus,micro_batch,dtype,measured_peak_mem_GiB\n24,1024,1024,8,4,\""
                             + format + "\",9.5\n",
                         "r.csv")
            ->front()
            .fp8;
    };
    for (const char* format : {"float8 rowwise", "fp32 params, fp8 products", "bf16 + FP8-hybrid"}) {
        QVERIFY2(eight(format) == Fp8Recipe::Tensorwise, format);
    }
    QVERIFY(eight("mxfp8_cublas") == Fp8Recipe::Mxfp8 && eight("bf16+fp8-hybrid/blockwise") == Fp8Recipe::Blockwise);
    for (const char* format : {"", "bf16", "fp32", "bfloat16, fp32 grad accumulation"}) {
        QVERIFY2(eight(format) == Fp8Recipe::None, format);
    }
    for (const char* format : {"", "bf16", "fp16", "bfloat16, fp32 grad accumulation",
                               "bf16 compute, fp32 params/grads/optimizer (FSDP2 mixed precision)", "float8 rowwise",
                               "fp32 params, fp8 products"}) {
        QCOMPARE(obstacle(format), std::string());
    }
}

QTEST_APPLESS_MAIN(RunsTest)
#include "tst_runs.moc"
