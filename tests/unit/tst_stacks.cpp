// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
// The models of training stacks, their fits, and the reader of measured runs.
#include "core/cost/stacks/calibration.h"
#include "core/cost/stacks/memoryfit.h"
#include "core/cost/stacks/timefit.h"
#include "tests/support/runs.h"

#include <QTest>

#include <cmath>
#include <limits>
#include <random>

using namespace stagecraft;
using namespace stagecraft::testing;

namespace {

// The models of nanotron's published runs and of the 8.86 B that is in none of the rows.
ModelledRun llama(int layers, double hidden, double heads, double ffn)
{
    ModelledRun run;
    run.layers = layers;
    run.hidden = run.kv_hidden = hidden;
    run.heads = heads;
    run.ffn = ffn;
    run.vocabulary = 131072;
    run.sequence = 4096;
    run.gated = true;
    run.tied = ffn < 10000;
    return run;
}

// Runs of many shapes with memories from `values`, some of them far off.
std::vector<MemorySample> plantedMemory(const MemoryValues& values, int count, int every_nth_is_off)
{
    std::mt19937 random(7);
    std::vector<MemorySample> samples;
    for (int i = 0; i < count; ++i) {
        ModelledRun run = i % 2 == 0 ? llama(16, 2048, 32, 8192) : llama(28, 3072, 32, 8192);
        run.tensor = 1 << random() % 4;
        run.pipeline = 1 << random() % 3;
        run.data = 1 << random() % 4;
        run.zero = static_cast<int>(random() % 2);
        run.micro_batch = 1 << random() % 4;
        run.micro_batches = 16;
        run.tensor_mode = run.pipeline == 1 ? TensorMode::AllReduce : TensorMode::ReduceScatter;
        const auto stages = memoryTerms(run, i % 3 == 0 ? MemoryRank::Last : MemoryRank::First);
        const bool off = every_nth_is_off > 0 && i % every_nth_is_off == 0;
        samples.push_back({stages, scaled(predictedMemory(stages, values), off ? 3.0 : 1.0)});
    }
    return samples;
}

std::vector<TimeSample> plantedTimes(const TimeValues& values, int count, int every_nth_is_off)
{
    std::mt19937 random(8);
    std::vector<TimeSample> samples;
    for (int i = 0; i < count; ++i) {
        ModelledRun run = llama(24, 1024 << random() % 4, 32, 8192);
        run.form = StackForm::Megatron;
        run.tensor = 1 << random() % 4;
        run.pipeline = 1 << random() % 3;
        run.data = 1 << random() % 6;
        run.devices = run.tensor * run.pipeline * run.data;
        run.micro_batch = 1 << random() % 3;
        run.micro_batches = 8;
        const Seconds time = stepTime(run, *deviceSheet("A100"), values);
        const bool off = every_nth_is_off > 0 && i % every_nth_is_off == 0;
        samples.push_back({run, *deviceSheet("A100"), time * (off ? 4.0 : 1.0)});
    }
    return samples;
}

template <typename Values, typename Coefficient>
double valueOf(const Values& values, const Coefficient& coefficient)
{
    return values[static_cast<std::size_t>(coefficient.correction)];
}

}

class StacksTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void parametersAreThePublishedOnes();
    void layersArePlacedByCost();
    void megatronsStagesAreEvenOrAsTold();
    void activationsAreThoseOfThePapers();
    void interleavingKeepsMoreOnTheLastRank();
    void plantedMemoryIsFound();
    void plantedTimesAreFound();
    void withoutRunsThePriorsStay();
    void fewRunsMoveLittle();
    void coefficientsStayInTheirRange();
    void figuresAreCountedByHand();
    void whatIsNoNumberEndsNoCount();
    void bandHoldsWhatItSays();
    void bandsOfFewRunsClaimLess();
    void badTablesNameLineAndColumn_data();
    void badTablesNameLineAndColumn();
    void fewColumnsAreEnough();
    void scopesAreRead();
    void wideNumbersAreNoStacks();
    void sizesAreToldByArchitecture();
};

void StacksTest::parametersAreThePublishedOnes()
{
    const auto billions = [](const ModelledRun& run) { return QString::number(modelParameters(run) / 1e9, 'f', 2); };
    QCOMPARE(billions(llama(16, 2048, 32, 8192)), QStringLiteral("1.34"));
    QCOMPARE(billions(llama(28, 3072, 32, 8192)), QStringLiteral("3.57"));
    QCOMPARE(billions(llama(32, 4096, 32, 14336)), QStringLiteral("8.86"));
    QCOMPARE(billions(llama(80, 8192, 64, 28672)), QStringLiteral("80.00"));
}

void StacksTest::layersArePlacedByCost()
{
    const auto firsts = [](ModelledRun run, int deepest) {
        std::vector<int> layers;
        for (run.pipeline = 2; run.pipeline <= deepest; run.pipeline *= 2) {
            const auto stages = stageLayers(run);
            int sum = 0;
            int heads = 0;
            for (const StageLayers& stage : stages) {
                sum += stage.layers;
                heads += stage.head ? 1 : 0;
            }
            if (sum != run.layers || heads != 1) {
                layers.push_back(-1);
            }
            layers.push_back(stages.front().layers);
        }
        return layers;
    };
    QCOMPARE(firsts(llama(16, 2048, 32, 8192), 8), (std::vector {10, 5, 3}));
    QCOMPARE(firsts(llama(28, 3072, 32, 8192), 16), (std::vector {16, 8, 4, 2}));
    QCOMPARE(firsts(llama(80, 8192, 64, 28672), 32), (std::vector {41, 21, 11, 6, 3}));
}

void StacksTest::megatronsStagesAreEvenOrAsTold()
{
    ModelledRun run = llama(12, 512, 8, 2048);
    run.form = StackForm::Megatron;
    run.pipeline = 4;
    QCOMPARE(stageLayers(run), (std::vector<StageLayers> {{3, false}, {3, false}, {3, false}, {3, true}}));
    run.first_layers = run.last_layers = 2;
    QCOMPARE(stageLayers(run), (std::vector<StageLayers> {{2, false}, {4, false}, {4, false}, {2, true}}));
}

// One layer of GPT-3 175B at a sequence of 2,048: the table of Korthikanti et al. (arXiv 2205.05198).
void StacksTest::activationsAreThoseOfThePapers()
{
    ModelledRun run = llama(96, 12288, 96, 4 * 12288);
    run.form = StackForm::Megatron;
    run.gated = false;
    run.sequence = 2048;
    const auto mebibytes = [&](int tensor, bool sequence_parallel, bool fused, Recomputation recomputation) {
        run.tensor = tensor;
        run.sequence_parallel = sequence_parallel;
        run.fused_attention = fused;
        run.recomputation = recomputation;
        return activationBytes(run).kept * run.sequence / (1 << 20);
    };
    QCOMPARE(mebibytes(1, false, false, Recomputation::None), 2736.0);
    QCOMPARE(mebibytes(1, false, true, Recomputation::None), 816.0);
    QCOMPARE(mebibytes(1, false, false, Recomputation::SelectiveAttention), 816.0);
    QCOMPARE(mebibytes(8, false, false, Recomputation::None), 552.0);
    QCOMPARE(mebibytes(8, true, false, Recomputation::None), 342.0);
    QCOMPARE(mebibytes(8, false, true, Recomputation::None), 312.0);
    QCOMPARE(mebibytes(8, true, true, Recomputation::None), 102.0);
    QCOMPARE(mebibytes(8, false, true, Recomputation::Full), 48.0);
    QCOMPARE(activationBytes(run).live * run.sequence / (1 << 20), 312.0);
}

void StacksTest::interleavingKeepsMoreOnTheLastRank()
{
    ModelledRun run = llama(12, 512, 8, 2048);
    run.form = StackForm::Megatron;
    run.pipeline = 4;
    run.micro_batches = 8;
    QCOMPARE(layersInFlight(run, 3, 0), 12.0);
    QCOMPARE(layersInFlight(run, 3, 3), 3.0);
    run.chunks = 3; // (3 - 1) x 4 + 1 chunks of one layer
    QCOMPARE(layersInFlight(run, 3, 3), 9.0);
}

void StacksTest::plantedMemoryIsFound()
{
    const MemoryValues planted {1.5, 9, 9, 60, 12, 0.8};
    const auto coefficients = memoryCoefficients(StackForm::Nanotron, MemoryKind::Allocated);
    QCOMPARE(coefficients.size(), planted.size());
    for (const int off : {0, 8}) {
        for (const MemoryCoefficient& coefficient : fitMemory(coefficients, plantedMemory(planted, 160, off))) {
            const double wanted = valueOf(planted, coefficient);
            QVERIFY2(std::abs(coefficient.value - wanted) < 0.1 * wanted,
                     qPrintable(QString::fromUtf8(nameOf(coefficient.correction).data())
                                + QStringLiteral(" is %1, planted %2").arg(coefficient.value).arg(wanted)));
        }
    }
}

void StacksTest::plantedTimesAreFound()
{
    TimeValues planted {};
    planted[static_cast<std::size_t>(TimeCorrection::Share)] = 0.7;
    planted[static_cast<std::size_t>(TimeCorrection::Small)] = 0.2;
    planted[static_cast<std::size_t>(TimeCorrection::Link)] = 0.4;
    planted[static_cast<std::size_t>(TimeCorrection::Exposed)] = 0.3;
    for (const int off : {0, 10}) {
        for (const auto& coefficient :
             fitTime(timeCoefficients(StackForm::Megatron), plantedTimes(planted, 150, off))) {
            const double wanted = valueOf(planted, coefficient);
            QVERIFY2(std::abs(coefficient.value - wanted) < 0.12 * wanted,
                     qPrintable(QString::fromUtf8(nameOf(coefficient.correction).data())
                                + QStringLiteral(" is %1, planted %2").arg(coefficient.value).arg(wanted)));
        }
    }
}

void StacksTest::withoutRunsThePriorsStay()
{
    for (const auto& [form, name] : enumNames<StackForm>) {
        for (const auto& coefficient : fitMemory(memoryCoefficients(form, MemoryKind::Allocated), {})) {
            QVERIFY(std::abs(coefficient.value - coefficient.prior) < 1e-12);
        }
        for (const auto& coefficient : fitTime(timeCoefficients(form), {})) {
            QCOMPARE(coefficient.value, coefficient.prior);
        }
    }
}

// One run cannot tell six coefficients apart: none strays far from what it was thought to be.
void StacksTest::fewRunsMoveLittle()
{
    const MemoryValues planted {1.5, 9, 9, 60, 12, 0.8};
    const auto coefficients = memoryCoefficients(StackForm::Nanotron, MemoryKind::Allocated);
    for (const auto& coefficient : fitMemory(coefficients, plantedMemory(planted, 1, 0))) {
        QVERIFY(std::abs(coefficient.value - coefficient.prior) <= 2 * coefficient.deviation);
    }
}

void StacksTest::coefficientsStayInTheirRange()
{
    const MemoryValues far {9, 90, 90, 900, 90, 9};
    const auto coefficients = memoryCoefficients(StackForm::Nanotron, MemoryKind::Allocated);
    for (const auto& coefficient : fitMemory(coefficients, plantedMemory(far, 100, 0))) {
        QVERIFY(coefficient.value >= coefficient.least && coefficient.value <= coefficient.most);
    }
}

void StacksTest::figuresAreCountedByHand()
{
    const ErrorFigures figures = errorFigures({110, 180, 330, 400}, {100, 200, 300, 400});
    QCOMPARE(figures.count, 4);
    QCOMPARE(told(figures.mean_error), QStringLiteral("7.5"));
    QCOMPARE(told(figures.median_error), QStringLiteral("10.0"));
    QCOMPARE(told(figures.worst_error), QStringLiteral("10.0"));
    QCOMPARE(told(figures.bias), QStringLiteral("5.0"));
    QCOMPARE(*figures.rank_correlation, 1.0);
    QCOMPARE(*errorFigures({3, 2, 1}, {1, 2, 3}).rank_correlation, -1.0);
    QVERIFY(!errorFigures({1, 2}, {1, 2}).rank_correlation);
    QVERIFY(!errorFigures({1, 1, 1}, {1, 2, 3}).rank_correlation);
    QCOMPARE(errorFigures({}, {}).count, 0);
    QCOMPARE(quantile({4, 1, 3, 2}, 0.9), 3.7);
}

// Ranks of what equals nothing, not even itself, once took forever.
void StacksTest::whatIsNoNumberEndsNoCount()
{
    constexpr double none = std::numeric_limits<double>::quiet_NaN();
    constexpr double infinite = std::numeric_limits<double>::infinity();
    for (const std::vector<double>& predicted :
         {std::vector {none, none, none, none}, std::vector {1.0, none, 2.0, none},
          std::vector {infinite, 1.0, none, infinite}}) {
        QCOMPARE(errorFigures(predicted, {1, 2, 3, 4}).count, 4);
        conformalBand(predicted, {1, 2, 3, 4});
    }
    // Numbers keep their order, the others come after them.
    QCOMPARE(quantile({3, none, 1, 2, none}, 0.25), 2.0);
}

void StacksTest::bandHoldsWhatItSays()
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
    const double coverage = bandCoverage(predicted, measured);
    QVERIFY(coverage > 0.94 && coverage < 0.97);
    QCOMPARE(conformalBand({1, 1, 1}, {0.5, 1, 2}), (Band {0.5, 2}));
    // The band of the others is that without the run.
    for (const std::size_t runs : {1, 2, 3, 38, 39, 40, 41, 80, 150}) {
        const std::vector<double> some(measured.begin(), measured.begin() + static_cast<std::ptrdiff_t>(runs));
        const std::vector<double> ones(runs, 1.0);
        const std::vector<Band> bands = bandsOfOthers(ones, some);
        for (std::size_t i = 0; i < runs; ++i) {
            std::vector<double> others = some;
            others.erase(others.begin() + static_cast<std::ptrdiff_t>(i));
            QCOMPARE(bands[i], conformalBand(std::vector<double>(runs - 1, 1.0), others));
        }
    }
}

// Of few runs the band is their range, and a range of n holds (n - 1) / (n + 1) of what comes: counted on many draws.
void StacksTest::bandsOfFewRunsClaimLess()
{
    std::mt19937 random(4);
    std::normal_distribution<> noise(0, 0.1);
    for (const int runs : {2, 5, 14, 32, 38, 39, 150}) {
        constexpr int draws = 4000;
        int inside = 0;
        for (int draw = 0; draw < draws; ++draw) {
            const std::vector<double> predicted(static_cast<std::size_t>(runs), 1.0);
            std::vector<double> measured;
            for (int i = 0; i < runs; ++i) {
                measured.push_back(std::exp(noise(random)));
            }
            const Band band = conformalBand(predicted, measured);
            const double next = std::exp(noise(random));
            inside += band.low <= next && next <= band.high ? 1 : 0;
        }
        const double share = static_cast<double>(inside) / draws;
        QVERIFY2(std::abs(share - bandShare(runs)) < 0.03,
                 qPrintable(QStringLiteral("%1 runs: %2, told %3").arg(runs).arg(share).arg(bandShare(runs))));
    }
    QCOMPARE(bandShare(1), 0.0);
    QCOMPARE(bandShare(39), 0.95);
    QCOMPARE(bandText(150), std::string("the 95 % band of 150 runs"));
    QCOMPARE(bandText(14), std::string("the range of 14 runs (which holds 86.7 % of such runs; 95 % take 39)"));
    QVERIFY(bandText(0).find('%') == std::string::npos);
    // Slow runs beside them are as likely, and outside.
    QCOMPARE(bandShare(129, 21), 0.95 * 129 / 150);
    QCOMPARE(bandText(129, 21),
             std::string("the 95 % band of the 129 runs that were not slow (of all 150 it holds 81.7 % or more: 21 "
                         "took far longer, which no plan tells)"));
}

void StacksTest::badTablesNameLineAndColumn_data()
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
    QTest::newRow("no hidden") << without("hidden")
                               << "line 1: the column \"hidden\" is missing in the line with the columns";
    QTest::newRow("no micro_batch") << "# x\n" + without("micro_batch")
                                    << "line 2: the column \"micro_batch\" is missing in the line with the columns";
    QTest::newRow("no devices") << without("n_gpus").replace(",dp,", ",e,")
                                << "line 1: the column \"n_gpus\" or \"dp\" is missing in the line with the columns";
    QTest::newRow("nothing measured") << without("measured_peak_mem_GiB").replace("measured_throughput", "e")
                                      << "line 1: the column \"measured_peak_mem_GiB\" or \"measured_throughput\" is "
                                         "missing in the line with the columns";
    QTest::newRow("twice") << QString(head).replace("heads", "hidden")
                           << "line 1: the column \"hidden\" is there twice";
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
                                    << "line 2: it has 2 fields, the line with the columns has 19";
}

void StacksTest::badTablesNameLineAndColumn()
{
    QFETCH(QString, text);
    QFETCH(QString, error);
    QCOMPARE(QString::fromStdString(errorOf(text.toStdString())), "folder/r.csv: " + error);
}

void StacksTest::fewColumnsAreEnough()
{
    const std::string text = "# of mine\nlayers,hidden,seq,vocab,n_gpus,micro_batch,measured_peak_mem_GiB\n"
                             "24,1024,1024,50304,8,4,9.5\n24,1024,1024,50304,8,8,14.5\r\n\n24,1024,2048,50304,8,8,30\n";
    const auto runs = parseRuns(text, "mine.csv");
    QVERIFY2(runs, runs ? "" : describe(runs.error()).c_str());
    QCOMPARE(runs->size(), std::size_t(3));
    QCOMPARE(runs->at(1).line, 4);
    QCOMPARE(runs->at(1).file, std::string("mine.csv"));
    const auto modelled = modelledRun(runs->front(), StackForm::Nanotron);
    QVERIFY2(modelled, modelled ? "" : modelled.error().c_str());
    QCOMPARE(modelled->heads, 8.0);
    QCOMPARE(modelled->ffn, 4096.0);
    QVERIFY(!modelled->gated);
    QCOMPARE(modelled->data, 8);
    QCOMPARE(modelled->recomputation, Recomputation::None);
    const auto stack = calibrate(*runs, {"mine", {}, "", false}, {});
    QVERIFY2(stack, stack ? "" : describe(stack.error()).c_str());
    QVERIFY(stack->memory_evidence->few_runs);
    QVERIFY(!stack->time_evidence);
}

void StacksTest::scopesAreRead()
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

// A run in 32 bits tells nothing of a stack that trains in 16: it is skipped, and counted.
void StacksTest::wideNumbersAreNoStacks()
{
    const auto obstacle = [](const std::string& format) {
        const std::string text = "layers,hidden,seq,vocab,n_gpus,micro_batch,dtype,measured_peak_mem_GiB\n"
                                 "24,1024,1024,50304,8,4,\""
            + format + "\",9.5\n";
        return parseRuns(text, "r.csv")->front().obstacle;
    };
    for (const char* format : {"fp32", "FP32", "float32", "tf32", "fp64", "float"}) {
        QCOMPARE(obstacle(format), std::string("trained in ") + format + ", stacks in 16 bits");
    }
    const auto eight = [](const std::string& format) {
        return parseRuns("layers,hidden,seq,n_gpus,micro_batch,dtype,measured_peak_mem_GiB\n24,1024,1024,8,4,\""
                             + format + "\",9.5\n",
                         "r.csv")
            ->front()
            .eight_bit;
    };
    for (const char* format : {"float8 rowwise", "fp32 params, fp8 products", "mxfp8_cublas", "bf16 + FP8-hybrid"}) {
        QVERIFY2(eight(format), format);
    }
    for (const char* format : {"", "bf16", "fp32", "bfloat16, fp32 grad accumulation"}) {
        QVERIFY2(!eight(format), format);
    }
    for (const char* format : {"", "bf16", "fp16", "bfloat16, fp32 grad accumulation",
                               "bf16 compute, fp32 params/grads/optimizer (FSDP2 mixed precision)", "float8 rowwise",
                               "fp32 params, fp8 products"}) {
        QCOMPARE(obstacle(format), std::string());
    }
    std::string text = "layers,hidden,seq,vocab,n_gpus,micro_batch,dtype,measured_peak_mem_GiB\n";
    for (const char* row : {"1,bf16,5", "2,bf16,6", "4,bf16,9.5", "4,fp32,20", "8,fp32,40"}) {
        text += std::string("24,1024,1024,50304,8,") + row + "\n";
    }
    const auto stack = calibrate(parseRuns(text, "r.csv").value(), {"mine", StackForm::Nanotron, "", false}, {});
    QVERIFY2(stack, stack ? "" : describe(stack.error()).c_str());
    QCOMPARE(stack->memory_evidence->fitted.count, 3);
    QCOMPARE(stack->rows.back().memory_skipped, std::string("trained in fp32, stacks in 16 bits"));
}

void StacksTest::sizesAreToldByArchitecture()
{
    ModelledRun run = llama(16, 2048, 32, 8192);
    const std::string size = architectureOf(run);
    run.vocabulary = 50000;
    run.sequence = 512;
    run.tensor = 4;
    QCOMPARE(architectureOf(run), size);
    run.layers = 17;
    QVERIFY(architectureOf(run) != size);
    run.layers = 16;
    run.ffn = 8000;
    QVERIFY(architectureOf(run) != size);

    // Of one model under four names no size can be left out.
    std::string text = header;
    for (const char* name : {"a", "b", "c", "d"}) {
        text += name + rowText("8").substr(1);
    }
    auto runs = parseRuns(text, "r.csv").value();
    const auto one = calibrate(runs, {"mine", StackForm::Nanotron, "", false}, {});
    QVERIFY2(one, one ? "" : describe(one.error()).c_str());
    QCOMPARE(one->memory_evidence->fitted.count, 4);
    QCOMPARE(one->memory_evidence->size_left_out.count, 0);
    runs.back().layers = 20;
    const auto two = calibrate(runs, {"mine", StackForm::Nanotron, "", false}, {});
    QCOMPARE(two->memory_evidence->size_left_out.count, 4);
}

QTEST_APPLESS_MAIN(StacksTest)
#include "tst_stacks.moc"
