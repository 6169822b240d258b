// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "core/base/error.h"
#include "tests/models/plans.h"
#include "ui/app/commandline.h"
#include "ui/app/settings.h"
#include "ui/style/flatpainting.h"
#include "ui/style/theme.h"
#include "ui/words/gaptobestwords.h"
#include "ui/words/language.h"
#include "ui/words/messagetext.h"
#include "ui/words/moneywords.h"
#include "ui/words/numbers.h"
#include "ui/words/planrole.h"
#include "ui/words/significantfigures.h"
#include "ui/words/words.h"

#include <QApplication>
#include <QTableView>
#include <QTemporaryDir>
#include <QTest>

#include <cmath>

using namespace stagecraft;

class TestSupport : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void init()
    {
        language::use(QStringLiteral("en"));
        QLocale::setDefault(QLocale(QLocale::English, QLocale::UnitedStates));
    }
    void numbersHaveThreeFigures_data();
    void numbersHaveThreeFigures();
    void numbersFollowTheLocale();
    void figuresGoAsFarAsBoundsAreCertain();
    void figuresAreWholeOrNotThere();
    void unitsFollowTheSize();
    void errorsNameThePlaceAndTheArguments();
    void settingsFallBackToTheirDefaults();
    void recentFilesAreTenAndDistinct();
    void partsHaveColorsOfTheirOwn();
    void wordsOnPartsAreReadable();
    void quietWordsAreReadable();
    void outcomesAreSentences();
    void theBestIsProvenOrNot();
    void theBalancedPlanIsNoLeastPeak();
    void amountsAreReadAsWritten();
    void commandLinesCanBePasted();
    void commandLinesNameConstraints();
};

void TestSupport::numbersHaveThreeFigures_data()
{
    QTest::addColumn<double>("value");
    QTest::addColumn<QString>("text");
    QTest::newRow("zero") << 0.0 << "0";
    QTest::newRow("one") << 1.0 << "1.00";
    QTest::newRow("tenths") << 21.44 << "21.4";
    QTest::newRow("carry") << 9.996 << "10.0";
    QTest::newRow("carry into thousands") << 999.6 << "1,000";
    QTest::newRow("whole") << 123.4 << "123";
    QTest::newRow("large") << 12345.0 << "12,300";
    QTest::newRow("small") << 0.0031249 << "0.00312";
    QTest::newRow("tiny") << 3.14159e-7 << "3.14E-07";
    QTest::newRow("negative") << -2.555 << "-2.56";
    QTest::newRow("not a number") << std::nan("") << "?";
}

void TestSupport::numbersHaveThreeFigures()
{
    QFETCH(double, value);
    QTEST(numberText(value), "text");
}

void TestSupport::numbersFollowTheLocale()
{
    QLocale::setDefault(QLocale(QLocale::German, QLocale::Germany));
    QCOMPARE(numberText(21.44), QStringLiteral("21,4"));
    QCOMPARE(countText(124439808), QStringLiteral("124.439.808"));
    QCOMPARE(bytesText(gibibytes(1.5)), QStringLiteral("1,50 GiB"));
}

void TestSupport::figuresGoAsFarAsBoundsAreCertain()
{
    const auto text = [](double value, double low, double high) {
        return roundedSecondsText(Seconds(value), significantFigures(value, low, high));
    };
    QCOMPARE(text(164.705322, 94, 234), QStringLiteral("2 min 45 s"));
    QCOMPARE(text(1.647053221, 0.94, 2.34), QStringLiteral("1.65 s"));
    // measured, or from a layer table
    QCOMPARE(text(1.647053221, 1.647053221, 1.647053221), QStringLiteral("1.64705322 s"));
    QCOMPARE(text(1.647053221, 1.6470, 1.6471), QStringLiteral("1.64705 s"));
    QCOMPARE(significantFigures(0, 0, 1), 3);
    QCOMPARE(significantFigures(INFINITY, 1, INFINITY), 3);
    QCOMPARE(figuresText(9123.456, significantFigures(9123.456, 5000, 13000)), QStringLiteral("9,120"));
}

// Figures are shown in full or not at all: text may be elided, but "43.8 m" is another figure than "43.8 ms".
void TestSupport::figuresAreWholeOrNotThere()
{
    const QFontMetrics metrics(QApplication::font());
    const auto fitted = [&](const char* text, const char* room) {
        return flat::fitted(QString::fromUtf8(text), metrics, metrics.horizontalAdvance(QString::fromUtf8(room)));
    };
    QCOMPARE(fitted("43.8 ms", "43.8 ms"), QStringLiteral("43.8 ms"));
    for (const char* figure : {"43.8 ms", "$0.0123", "+18.2 %", "PP4 TP2 DP1 +SP", "1 × 16"}) {
        QCOMPARE(fitted(figure, "43.8"), QStringLiteral("…"));
    }
    QVERIFY(fitted("Recommended", "Recom…").startsWith(QStringLiteral("Rec")));
    // Text is not cut within a number, and words after figures get the remaining space.
    QCOMPARE(fitted("Layers per stage: 2, 37 × 1, 1234", "Layers per stage: 2, 37 × 1, 12…"),
             QStringLiteral("Layers per stage: 2, 37 × 1, …"));
    QCOMPARE(fitted("Stage of 1,234.5 MB", "Stage of 1,2…"), QStringLiteral("Stage of …"));
    QVERIFY(fitted("450 GB/s, 5.00 us; NVIDIA data sheet", "450 GB/s, 5.00 us; NVIDIA d…")
                .startsWith(QStringLiteral("450 GB/s, 5.00 us; NVIDIA")));
    QTableView table;
    table.resize(300, 200);
    const int end = table.viewport()->width();
    const auto inCell = [&](int left, const char* text, int width = 90) {
        return flat::fittedIn({left, 0, width, 20}, &table, QString::fromUtf8(text), metrics, end - left);
    };
    QCOMPARE(inCell(end - 90, "0 %"), QStringLiteral("0 %"));
    QCOMPARE(inCell(end - 50, "0 %"), QString());
    QVERIFY(!inCell(end - 50, "Recommended").isEmpty());
    QVERIFY(!inCell(end - 50, "1F1B, interleaved").isEmpty()); // a name
    const QString some = inCell(end - 12 * metrics.horizontalAdvance(u'0'), "4, 8, 12, 16, 20, 24", 300);
    // a list keeps whole entries
    QVERIFY(some.startsWith(QStringLiteral("4, 8, 12")) && some.endsWith(QStringLiteral(" …")));
    QCOMPARE(inCell(end - 50, "4, 8, 12, 16, 20"), QString()); // or none, without an ellipsis
}

void TestSupport::unitsFollowTheSize()
{
    QCOMPARE(shortenings(bytesText(gibibytes(63.5))),
             (QStringList {QStringLiteral("63.5 GiB"), QStringLiteral("63.5GiB"), QStringLiteral("63.5G")}));
    const QFontMetrics metrics {QFont()};
    const QString link = QStringLiteral("450 GB/s, 2.00 µs; an assumption");
    const int room = metrics.horizontalAdvance(QStringLiteral("450 GB/s, 2.00"));
    QCOMPARE(flat::fitted(link, metrics, room), QStringLiteral("450 GB/s …")); // no number is cut or lost
    QCOMPARE(flat::longestFitting({link, QStringLiteral("450")}, metrics, 1), QString());
    QCOMPARE(bytesText(Bytes(96)), QStringLiteral("96 B"));
    QCOMPARE(bytesText(Bytes(1536)), QStringLiteral("1.50 KiB"));
    QCOMPARE(bytesText(gibibytes(21.4)), QStringLiteral("21.4 GiB"));
    QCOMPARE(exactBytesText(gibibytes(1)), QStringLiteral("1.00 GiB (1,073,741,824 bytes)"));
    QCOMPARE(exactBytesText(Bytes(96)), QStringLiteral("96 bytes"));
    QCOMPARE(secondsText(Seconds(0.0123)), QStringLiteral("12.3 ms"));
    QCOMPARE(secondsText(Seconds(0.0000123)), QStringLiteral("12.3 µs"));
    QCOMPARE(secondsText(Seconds(0.00099999999)), QStringLiteral("1.00 ms"));
    QCOMPARE(secondsText(Seconds(0.99999)), QStringLiteral("1.00 s"));
    QCOMPARE(secondsText(Seconds(130)), QStringLiteral("2 min 10 s"));
    QCOMPARE(secondsText(Seconds(11100)), QStringLiteral("3 h 5 min"));
    QCOMPARE(percentText(0.1234), QStringLiteral("12.3 %"));
    QCOMPARE(percentText(6.66e-16), QStringLiteral("0 %")); // rounding error of a subtraction
    QCOMPARE(shortCountText(124439808), QStringLiteral("124 M"));
}

void TestSupport::errorsNameThePlaceAndTheArguments()
{
    const Error error {ErrorCode::FieldOutOfRange,
                       {std::string("n_layer"), std::int64_t(-3), std::int64_t(1), std::int64_t(10000)},
                       "a.json"};
    QCOMPARE(errorText(error), QStringLiteral("a.json: the field \"n_layer\" is -3 but must be between 1 and 10,000"));
    // Text of an argument is not interpreted as a placeholder.
    const Error tricky {ErrorCode::FieldWrongType, {std::string("%2"), std::string("a number")}, {}};
    QCOMPARE(errorText(tricky), QStringLiteral("the field \"%2\" must be a number"));
    const Error turned {ErrorCode::FieldOutOfRange, {std::string("\u202eab\x1b"), std::int64_t(1)}, "\u2066.json"};
    QVERIFY2(errorText(turned).startsWith(QStringLiteral("\\u2066.json: ")), qPrintable(errorText(turned)));
    QVERIFY2(errorText(turned).contains(QStringLiteral("\\u202eab\\x1b")), qPrintable(errorText(turned)));
    // Errors in the window name fields, not options.
    static constexpr PhraseOf<0> policy {
        Phrase {"test", "policy", "the policy without a host bandwidth{ (--host-bandwidth)}"}};
    const Error option {ErrorCode::OptionUnsupported, {policy, std::string("swap"), std::string("none")}, {}};
    QCOMPARE(errorText(option),
             QStringLiteral("The policy without a host bandwidth cannot be \"swap\"; possible: none"));
    QVERIFY(!errorText({ErrorCode::ScriptUntrusted, {}, {}}).contains(QStringLiteral("--")));
    // Missing arguments do not crash the program.
    QVERIFY(errorText({ErrorCode::FieldOutOfRange, {}, {}}).contains(u'?'));
}

void TestSupport::settingsFallBackToTheirDefaults()
{
    QTemporaryDir folder;
    Settings settings(folder.filePath(QStringLiteral("settings.ini")));
    QStringList keys;
    for (const SettingEntry& entry : Settings::table()) {
        QCOMPARE(&entry - Settings::table().data(),
                 static_cast<std::ptrdiff_t>(entry.setting)); // the table is in order
        QCOMPARE(settings.value(entry.setting), entry.fallback);
        QCOMPARE(entry.fallback.typeId(), static_cast<int>(entry.type));
        keys += QLatin1String(entry.key);
    }
    keys.removeDuplicates();
    QCOMPARE(keys.size(), static_cast<qsizetype>(Settings::table().size()));
    settings.setValue(Setting::Appearance, QStringLiteral("dark"));
    QCOMPARE(settings.value(Setting::Appearance).toString(), QStringLiteral("dark"));
}

void TestSupport::recentFilesAreTenAndDistinct()
{
    QTemporaryDir folder;
    Settings settings(folder.filePath(QStringLiteral("settings.ini")));
    for (int i = 0; i < 12; ++i) {
        settings.addRecent(Setting::RecentWorkspaces, QStringLiteral("/w/%1.stagecraft").arg(i));
    }
    settings.addRecent(Setting::RecentWorkspaces, QStringLiteral("/w/9.stagecraft"));
    const QStringList recent = settings.value(Setting::RecentWorkspaces).toStringList();
    QCOMPARE(recent.size(), 10);
    QCOMPARE(recent.first(), QStringLiteral("/w/9.stagecraft"));
    QCOMPARE(recent.count(QStringLiteral("/w/9.stagecraft")), 1);
    settings.removeRecent(Setting::RecentWorkspaces, QStringLiteral("/w/9.stagecraft"));
    QVERIFY(!settings.value(Setting::RecentWorkspaces).toStringList().contains(QStringLiteral("/w/9.stagecraft")));
}

void TestSupport::partsHaveColorsOfTheirOwn()
{
    for (const QColor window : {QColor(Qt::white), QColor(Qt::black)}) {
        const QPalette palette(window, window);
        QList<QRgb> seen;
        for (const MemoryPart part : memoryParts) {
            const QRgb color = theme::part(part, palette).rgb();
            QVERIFY(!seen.contains(color));
            seen << color;
        }
    }
}

namespace {

double luminance(const QColor& color)
{
    const auto linear = [](double c) { return c <= 0.03928 ? c / 12.92 : std::pow((c + 0.055) / 1.055, 2.4); };
    return 0.2126 * linear(color.redF()) + 0.7152 * linear(color.greenF()) + 0.0722 * linear(color.blueF());
}

double contrast(const QColor& a, const QColor& b)
{
    const double one = luminance(a) + 0.05;
    const double two = luminance(b) + 0.05;
    return std::max(one, two) / std::min(one, two);
}

}

void TestSupport::wordsOnPartsAreReadable()
{
    const QPalette palette(Qt::white, Qt::white);
    for (const MemoryPart part : memoryParts) {
        const QColor color = theme::part(part, palette);
        QVERIFY2(contrast(theme::textOn(color), color) >= 4.5, qPrintable(partName(part)));
    }
}

// Muted and red text is readable on light and dark surfaces (WCAG AA).
void TestSupport::quietWordsAreReadable()
{
    for (const Appearance appearance : {Appearance::Light, Appearance::Dark}) {
        theme::apply(appearance);
        const QPalette palette = QApplication::palette();
        QCOMPARE(theme::isDark(palette), appearance == Appearance::Dark);
        for (const auto surface : {QPalette::Base, QPalette::Window}) {
            QVERIFY(contrast(theme::mutedText(palette), palette.color(surface)) >= 4.5);
            QVERIFY(contrast(theme::bad(palette), palette.color(surface)) >= 4.5);
        }
        QVERIFY(contrast(palette.color(QPalette::Text), theme::selection(palette)) >= 7);
        QVERIFY(contrast(palette.color(QPalette::HighlightedText), palette.color(QPalette::Highlight)) >= 4.5);
        QVERIFY(contrast(theme::accent(palette), palette.color(QPalette::Base)) >= 3);
    }
}

void TestSupport::outcomesAreSentences()
{
    auto result = *test::plansFrom(test::fourPlans);
    result.certificate.peak = gibibytes(3);
    QCOMPARE(
        outcomeSentence(result),
        QStringLiteral("Lowest peak: 3.00 GiB (proven optimal). Step time 20.0 % above the fastest plan found that "
                       "fits, with 40.0 % less memory. 4 configurations searched."));
    result.fastest_bound = Seconds(2);
    QCOMPARE(speedSentence(result),
             QStringLiteral("Step time 20.0 % above the fastest plan that fits, with 40.0 % less memory."));
    QCOMPARE(slowdownText(result), QStringLiteral("+20.0 %"));
    QCOMPARE(costSentence(result), QString()); // no prices
    result.configurations = 12345;
    result.left_out = 67;
    QVERIFY2(outcomeSentence(result).endsWith(
                 QStringLiteral(" 12,345 configurations searched. 67 configurations skipped (unsupported).")),
             qPrintable(outcomeSentence(result)));
    result.configurations = 1;
    result.left_out = 0;
    result.outcome = {OutcomeKind::Infeasible, 2, gibibytes(1.5), {}};
    QCOMPARE(outcomeSentence(result),
             QStringLiteral("No plan fits. Smallest shortfall: 1.50 GiB on device 2. 1 configuration searched."));
    QVERIFY(searchEffort(result).contains(QStringLiteral("38.0 ms")));
}

// The proof of the balanced plan is about the lowest peak of plans that are fast enough, not of all plans.
void TestSupport::theBalancedPlanIsNoLeastPeak()
{
    auto result = *test::plansFrom(R"(
        stagecraft recommended,balanced,front   2 2   5.0  8  2.4
        stagecraft fastest,front                1 4   7.0  8  2.0
        stagecraft front                        4 1   3.0  8  7.0
    )");
    result.certificate.peak = gibibytes(3);
    QVERIFY2(outcomeSentence(result).startsWith(QStringLiteral(
                 "Lowest peak within the allowed slowdown: 5.00 GiB (proven optimal). Step time 20.0 % above")),
             qPrintable(outcomeSentence(result)));
    result.certificate.peak = gibibytes(5);
    QVERIFY(outcomeSentence(result).startsWith(QStringLiteral("Lowest peak: 5.00 GiB (proven optimal).")));
}

// The best plan states whether it is proven, and otherwise how much better another one may be.
void TestSupport::theBestIsProvenOrNot()
{
    auto result = *test::plansFrom("stagecraft recommended,fastest,cheapest 4 1 3.0 8 2.0");
    result.candidates.front().estimate.cost_per_step = Usd(0.5);
    QCOMPARE(speedSentence(result), QStringLiteral("Fastest plan found; the lower bound of the step time is unknown."));
    QCOMPARE(costSentence(result), QStringLiteral("Cheapest plan found; the lower bound of the cost is unknown."));
    result.fastest_bound = Seconds(1.5);
    result.cheapest_bound = Usd(0.25);
    QCOMPARE(speedSentence(result),
             QStringLiteral("Fastest plan found; no plan that fits can take less than 75.0 % of its step time."));
    QCOMPARE(costSentence(result),
             QStringLiteral("Cheapest plan found; no plan that fits can cost less than 50.0 % of its cost per step."));
    result.fastest_bound = Seconds(2);
    result.cheapest_bound = Usd(0.5);
    QCOMPARE(speedSentence(result), QStringLiteral("No plan that fits is faster (proven)."));
    QCOMPARE(costSentence(result), QStringLiteral("No plan that fits is cheaper (proven)."));
    QCOMPARE(slowdownText(result) + extraCostText(result), QString());
    result.outcome.kind = OutcomeKind::BestFound;
    result.outcome.detail = verbatim("a limit");
    QCOMPARE(outcomeSentence(result),
             QStringLiteral("Best plan found: peak 3.00 GiB; a limit. No plan that fits is faster (proven). No "
                            "plan that fits is cheaper (proven). 1 configuration searched."));
}

void TestSupport::amountsAreReadAsWritten()
{
    for (const auto& [text, amount] :
         {std::pair {"300e9", 300'000'000'000}, std::pair {"300 B", 300'000'000'000},
          std::pair {"0.3T", 300'000'000'000}, std::pair {"1,234,567", 1'234'567L}, std::pair {"20k", 20'000L},
          std::pair {"2.5", 3L}, std::pair {"", 0L}, std::pair {"1e18", 1'000'000'000'000'000'000L}}) {
        QCOMPARE(amountFrom(QString::fromLatin1(text)).value_or(-1), std::int64_t(amount));
    }
    for (const char* wrong : {"0", "-1", "1e19", "nan", "inf", "B", "1 x", "300 billions"}) {
        QVERIFY2(!amountFrom(QString::fromLatin1(wrong)), wrong);
    }
    for (const std::int64_t amount :
         {std::int64_t(1), std::int64_t(999), std::int64_t(20'000), std::int64_t(1'234'567),
          std::int64_t(1'500'000'000'000), std::int64_t(300'000'000'001), std::int64_t(999'999'999'999'999'999)}) {
        QCOMPARE(amountFrom(amountText(amount)).value_or(-1), amount);
    }
    QCOMPARE(amountText(300'000'000'000), QStringLiteral("300 B"));
    QCOMPARE(durationText(Seconds(86400 * 33.84)), QStringLiteral("33.8 days"));
    QCOMPARE(durationText(Seconds(INFINITY)), QStringLiteral("never"));
}

void TestSupport::commandLinesCanBePasted()
{
    QCOMPARE(shellQuoted(QStringLiteral("4xcpu:8GiB")), QStringLiteral("4xcpu:8GiB"));
    QCOMPARE(shellQuoted(QStringLiteral("my model's.json")), QStringLiteral("'my model'\\''s.json'"));
    Problem problem;
    problem.model = readModel(TEST_DATA "/models/gpt2-tiny.json").value();
    problem.model.source = "/data/my models/gpt2.json";
    problem.cluster.name = "4xcpu:8GiB";
    problem.workload = {16, 512, Precision::Fp32, OptimizerKind::AdamW, AttentionKind::Sdpa};
    const Plan plan = test::plansFrom(test::fourPlans)->candidates[1].plan;
    QCOMPARE(estimateCommand(problem, plan, QStringLiteral("/w/a.stagecraft")),
             QStringLiteral(
                 "stagecraft-cli estimate '/data/my models/gpt2.json' --workspace /w/a.stagecraft --cluster 4xcpu:8GiB "
                 "--pipeline 2 "
                 "--tensor 1 --data 2 --micro-batch 1 --micro-batches 8 --schedule 1f1b --cuts 0,3,6 --sequence 512 "
                 "--precision fp32 --optimizer adamw --attention sdpa"));
    Plan differs = plan;
    differs.stages[0].degrees = {1, 4};
    differs.stages[1].degrees = {2, 1};
    QCOMPARE(degreesText(plan), QStringLiteral("PP2 TP1 DP2"));
    QCOMPARE(degreesText(differs), QStringLiteral("PP2 TP1,2 DP4,1"));
    QVERIFY(stagesText(differs).endsWith(QStringLiteral("Stage 1: layers 3–5 · TP2 DP1")));
    QCOMPARE(estimateCommand(problem, differs, QStringLiteral("/w/a b.stagecraft")),
             QStringLiteral("stagecraft-cli estimate --plan plan.json --workspace '/w/a b.stagecraft'"));
    problem.workload.dropout = DropoutUse::Off;
    QVERIFY(estimateCommand(problem, plan, {}).contains(QStringLiteral(" --optimizer adamw --dropout off ")));
}

// Command lines omit default settings and contain those that change the estimate; searched settings have the plan's
// values.
void TestSupport::commandLinesNameConstraints()
{
    Problem problem;
    problem.model = readModel(TEST_DATA "/models/gpt2-tiny.json").value();
    problem.constraints.vary = {Dimension::Zero, Dimension::Recompute, Dimension::Offload};
    problem.constraints.gradients = GradientHandling::BucketViews;
    problem.constraints.host_bandwidth = BytesPerSecond(12.5e9);
    problem.constraints.memory_reserve = Bytes(1'000'000'001);
    Plan plan = withPolicies(test::plansFrom(test::fourPlans)->candidates[1].plan, *parsePolicies("full@1-2"));
    plan.zero_stage = 1;
    plan.training.offload = StateOffload::PipelinedOptimizer;
    const QString command = estimateCommand(problem, plan, {});
    QVERIFY2(command.contains(QStringLiteral(" --zero 1 --gradients ddp-view --policy full@1-2 "
                                             "--offload pipelined-optimizer --host-bandwidth 12.5 "
                                             "--memory-reserve 1000000001B ")),
             qPrintable(command));
}

QTEST_MAIN(TestSupport)
#include "tst_support.moc"
