// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
// The core's English phrases in the user's language: each stands in the core, and what the core says is known again.
#include "core/estimate/estimator.h"
#include "core/schedule/schedule.h"
#include "tests/support/questions.h"
#include "ui/support/coretext.h"
#include "ui/support/errortext.h"
#include "ui/support/language.h"
#include "ui/support/pseudotranslator.h"

#include <QDirIterator>
#include <QRegularExpression>
#include <QTest>

using namespace stagecraft;

namespace {

// The sources of the core and the profiler, in which string literals that follow one another are one.
QString sourcesOfTheCore()
{
    static const QRegularExpression seam(QStringLiteral("(?<!\\\\)\"\\s*\""));
    QString all;
    for (const char* folder : {"/core", "/app/worker"}) {
        QDirIterator files(QStringLiteral(SOURCE_FOLDER) + QLatin1String(folder),
                           {QStringLiteral("*.cpp"), QStringLiteral("*.h")}, QDir::Files, QDirIterator::Subdirectories);
        while (files.hasNext()) {
            QFile file(files.next());
            if (file.open(QIODevice::ReadOnly)) {
                all += QString::fromUtf8(file.readAll());
            }
        }
    }
    return all.replace(seam, QString());
}

// In one piece, or in two that the core puts together at a comma or a colon.
bool standsIn(const QString& literals, const QString& words)
{
    static const QRegularExpression seam(QStringLiteral("(?=[,:;]( |$))"));
    const QStringList parts = words.split(seam, Qt::SkipEmptyParts);
    return literals.contains(words)
        || std::all_of(parts.begin(), parts.end(), [&](const QString& part) { return literals.contains(part); });
}

}

class TestCoreText : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void init() { language::use(pseudoLanguage); }
    void cleanupTestCase() { language::use(QStringLiteral("en")); }
    void everyPhraseStandsInTheCore();
    void phrasesAreKnownAgain_data();
    void phrasesAreKnownAgain();
    void argumentsAreTranslatedToo();
    void numbersFollowTheLocale();
    void unknownWordsStay();
    void refusalsOfSchedulesAreKnown();
    void englishIsLeftAlone();
};

void TestCoreText::everyPhraseStandsInTheCore()
{
    static const QRegularExpression placeholder(QStringLiteral("%[1-9]"));
    const QString literals = sourcesOfTheCore();
    QVERIFY(literals.size() > 1000000);
    QStringList gone;
    for (const char* phrase : corePhrases()) {
        QString source = QString::fromUtf8(phrase).replace(u'"', QStringLiteral("\\\""));
        for (const QString& piece : source.split(placeholder)) {
            const QString words = piece.trimmed();
            const QString kind = QString(words).replace(u' ', u'_');
            if (words.size() > 3 && !standsIn(literals, words) && !literals.contains(u'"' + kind + u'"')) {
                gone << QStringLiteral("\"%1\" of: %2").arg(words, source);
            }
        }
    }
    for (const QString& piece : gone) {
        qInfo("%s", qPrintable(piece));
    }
    QVERIFY(gone.isEmpty());
}

void TestCoreText::phrasesAreKnownAgain_data()
{
    QTest::addColumn<QString>("english");
    static const QRegularExpression placeholder(QStringLiteral("%([1-9])"));
    for (const char* phrase : corePhrases()) {
        QTest::newRow(phrase) << QString::fromUtf8(phrase).replace(placeholder, QStringLiteral("\\1\\1"));
    }
}

// With numbers in its places each phrase is the one that is found, not a shorter one that fits as well.
void TestCoreText::phrasesAreKnownAgain()
{
    QFETCH(QString, english);
    static const QRegularExpression placeholder(QStringLiteral("%([1-9])"));
    const QString expected = PseudoTranslator::pseudoText(QString::fromUtf8(QTest::currentDataTag()))
                                 .replace(placeholder, QStringLiteral("\\1\\1"));
    QCOMPARE(coreText(english), expected);
}

void TestCoreText::argumentsAreTranslatedToo()
{
    QCOMPARE(coreText(std::string("instead of dropout off: experts that are asked equally")),
             PseudoTranslator::pseudoText(QStringLiteral("instead of %1: %2"))
                 .replace(QStringLiteral("%1"), PseudoTranslator::pseudoText(QStringLiteral("dropout off")))
                 .replace(QStringLiteral("%2"),
                          PseudoTranslator::pseudoText(QStringLiteral("experts that are asked equally"))));
    const Error error {
        ErrorCode::ScheduleImpossible,
        {std::string("chimera"), std::string("there are fewer layers than stages (8)"), std::string("fewer places")},
        {}};
    const QString sentence = errorText(error);
    QVERIFY2(sentence.contains(PseudoTranslator::pseudoText(QStringLiteral("fewer places"))), qPrintable(sentence));
    QVERIFY2(sentence.contains(QStringLiteral("(8)")), qPrintable(sentence));
}

void TestCoreText::numbersFollowTheLocale()
{
    language::use(QStringLiteral("de"));
    const QString text =
        coreText(std::string("no plan has a peak below 21.4 GiB, which is 2.5 % less: where places hold "
                             "several stages, or layers policies of their own, plans are the best that "
                             "were found"));
    QVERIFY2(text.contains(QStringLiteral("21,4 GiB")), qPrintable(text));
    QVERIFY2(text.contains(QStringLiteral("2,5 %")), qPrintable(text));
}

void TestCoreText::unknownWordsStay()
{
    for (const char* words : {"", "gpt2", "H100-80GB", "a file.json", "1.2.3", "what nobody says in the core"}) {
        QCOMPARE(coreText(std::string(words)), QString::fromLatin1(words));
    }
}

void TestCoreText::refusalsOfSchedulesAreKnown()
{
    int refused = 0;
    for (const auto& [kind, name] : enumNames<ScheduleKind>) {
        for (const PipelineShape& shape : {PipelineShape {3, 3, 2}, PipelineShape {3, 6, 4}, PipelineShape {4, 4, 5}}) {
            const auto possible = checkShape(kind, shape);
            if (possible || possible.error().code != ErrorCode::ScheduleImpossible) {
                continue;
            }
            ++refused;
            for (const std::size_t argument : {1, 2}) {
                const auto& words = std::get<std::string>(possible.error().arguments[argument]);
                QVERIFY2(coreText(words).startsWith(u'⟦'), words.c_str());
            }
        }
    }
    QVERIFY(refused > 10);
}

void TestCoreText::englishIsLeftAlone()
{
    language::use(QStringLiteral("en"));
    for (const char* phrase : corePhrases()) {
        QCOMPARE(coreText(std::string(phrase)), QString::fromUtf8(phrase));
    }
}

QTEST_MAIN(TestCoreText)
#include "tst_coretext.moc"
