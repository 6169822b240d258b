// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
// Numbers in keys and files with a locale that has decimal commas, which QCoreApplication sets from the user's
// settings.
#include "core/base/csv.h"
#include "core/base/format.h"
#include "core/base/numbertext.h"
#include "core/estimate/trainingcost.h"
#include "core/exchange/launcher.h"
#include "core/profile/measurement.h"
#include "tests/support/chains.h"

#include <QFile>
#include <QProcess>
#include <QTemporaryDir>
#include <QTest>

#include <clocale>
#include <cstdio>
#include <limits>

using namespace stagecraft;
using namespace stagecraft::testing;

namespace {

bool hasDecimalCommas(const char* locale)
{
    return std::setlocale(LC_ALL, locale) != nullptr && std::string_view(std::localeconv()->decimal_point) == ",";
}

// Uses a locale of the machine.
bool useInstalled()
{
    QProcess list;
    list.start(QStringLiteral("locale"), {QStringLiteral("-a")});
    list.waitForFinished();
    for (const QByteArray& name : list.readAllStandardOutput().split('\n')) {
        if (!name.isEmpty() && hasDecimalCommas(name.constData())) {
            return true;
        }
    }
    return false;
}

// Uses a locale that the test creates.
bool useMade(const QString& folder)
{
    QProcess make;
    make.start(QStringLiteral("localedef"),
               {QStringLiteral("-i"), QStringLiteral("de_DE"), QStringLiteral("-f"), QStringLiteral("UTF-8"),
                folder + QStringLiteral("/de_DE.UTF-8")});
    make.waitForFinished();
    qputenv("LOCPATH", folder.toLocal8Bit());
    return hasDecimalCommas("de_DE.UTF-8");
}

PlanDocument gptPlan()
{
    PlanDocument document;
    document.problem = problemFor(readModel(TEST_DATA "/models/gpt2-tiny.json").value(), "2xA100-80GB", 8, 2);
    document.plan = uniformPlan({0, 2, 4}, 1, 2, 4, ScheduleKind::OneForwardOneBackward, 0);
    document.created_by = "stagecraft 0.1.0";
    document.partitioner = "stagecraft";
    return document;
}

// Texts that must be equal in each language.
std::vector<std::string> texts()
{
    const PlanDocument document = gptPlan();
    std::vector<std::string> all;
    for (const LayerSpec& spec : {document.problem.model.layers.at(0).spec, document.problem.model.layers.at(1).spec}) {
        ProfilePoint point;
        point.spec = spec;
        all.push_back(pointKey(point));
        all.push_back(signatureOf(spec));
    }
    all.push_back(launcherSettings(document, Target::Megatron)->text);
    all.push_back(formatBytes(gibibytes(21.4)));
    all.push_back(formatSeconds(Seconds(0.0123)));
    all.push_back(formatNumber(1.5e30));
    all.push_back(formatDollars(Usd(3.14)));
    all.push_back(formatDollars(Usd(3e16)));
    return all;
}

}

class LocaleTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void keysAndFilesHaveNoDecimalCommas();
    void numbersAreWrittenAsPrintfDoes();
    void numbersAreReadWithPoints();

private:
    QTemporaryDir m_folder;
};

void LocaleTest::keysAndFilesHaveNoDecimalCommas()
{
    std::setlocale(LC_ALL, "C");
    const auto expected = texts();
    QVERIFY(expected.at(0).find("=0.10000000000000001") != std::string::npos);
    QVERIFY(expected.at(4).find("--attention-dropout 0.1\n") != std::string::npos);
    if (!useInstalled() && !useMade(m_folder.path())) {
        QSKIP("This machine has no locale with decimal commas and cannot make one: install the package locales.");
    }
    std::array<char, 8> text {};
    std::snprintf(text.data(), text.size(), "%.1f", 0.5);
    QCOMPARE(text.data(), "0,5"); // the locale is in effect
    const auto there = texts();
    std::setlocale(LC_ALL, "C");
    QCOMPARE(there, expected);
}

void LocaleTest::numbersAreWrittenAsPrintfDoes()
{
    std::setlocale(LC_ALL, "C");
    const auto printed = [](const char* format, int digits, double value) {
        std::array<char, 400> text {};
        std::snprintf(text.data(), text.size(), format, digits, value);
        return std::string(text.data());
    };
    for (const double value : {0.0, -0.0, 0.1, -2.5, 1e-5, 123456.789, 1e15, 1e17, 3e-320, 1.7976931348623157e308,
                               std::numeric_limits<double>::infinity()}) {
        for (const int digits : {0, 1, 2, 6, 15, 17}) {
            QCOMPARE(generalText(value, digits), printed("%.*g", digits, value));
            QCOMPARE(fixedText(value, digits), printed("%.*f", digits, value));
            QCOMPARE(scientificText(value, digits), printed("%.*e", digits, value));
        }
        QCOMPARE(csvNumber(exactText(value)).value_or(value), value);
    }
}

void LocaleTest::numbersAreReadWithPoints()
{
    QCOMPARE(csvNumber("0.5"), std::optional(0.5));
    QCOMPARE(csvNumber("0,5"), std::nullopt);
}

QTEST_GUILESS_MAIN(LocaleTest)
#include "tst_locale.moc"
