// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
// The core's English phrases in the user's language: each stands in the core, and what the core says is known again.
#include "core/estimate/estimator.h"
#include "core/schedule/schedule.h"
#include "tests/support/testedproblem.h"
#include "ui/words/coretext.h"
#include "ui/words/errortext.h"
#include "ui/words/language.h"
#include "ui/words/pseudotranslator.h"

#include <QDir>
#include <QDirIterator>
#include <QRegularExpression>
#include <QTest>

#include <algorithm>
#include <vector>

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

// String literals of a source: what stands between quotes outside of comments, with those that follow one another in
// one.
QStringList literalsOf(QString source)
{
    static const QRegularExpression comment(QStringLiteral("^\\s*(//|#include).*$| // .*$"),
                                            QRegularExpression::MultilineOption);
    static const QRegularExpression seam(QStringLiteral("(?<!\\\\)\"\\s*\""));
    static const QRegularExpression literal(QStringLiteral("\"((?:[^\"\\\\]|\\\\.)*)\""));
    source.remove(comment).replace(seam, QString());
    QStringList all;
    for (auto found = literal.globalMatch(source); found.hasNext();) {
        all << found.next().captured(1).replace(QStringLiteral("\\\""), QStringLiteral("\""));
    }
    return all;
}

// What checks of models, problems, plans and offers say to people, and what stays as it is: names of algorithms with
// who described them, where figures are from, and templates of answers, which the window has itself (sizingtext.cpp).
struct SpokenSource {
    const char* files; // a folder of the core, or a file
    QStringList stays {};
};

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
    void everySentenceOfTheCoreIsKnown();
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

// A sentence that is new in the core has no template yet: then it would stand in English in every language.
void TestCoreText::everySentenceOfTheCoreIsKnown()
{
    static const QRegularExpression words(QStringLiteral("[a-z]{2,} [a-z]{2,}"));
    static const QRegularExpression ends(QStringLiteral("^[\\s\".,;:()]+|[\\s\".,;:()]+$"));
    QString known;
    for (const char* phrase : corePhrases()) {
        known += QString::fromUtf8(phrase) + u'\n';
    }
    for (const ErrorCode code : allErrorCodes()) {
        known += QString::fromUtf8(errorSourceText(code)) + u'\n';
    }
    const std::vector<SpokenSource> sources {
        {"/core/model/program.cpp"},
        {"/core/model/scaling.cpp"},
        {"/core/model/shards.cpp"},
        {"/core/model/trainable.cpp"},
        {"/core/framework/limits.cpp"},
        {"/core/simulation/contextcollectives.cpp"},
        {"/core/problem", {QStringLiteral("any framework")}},
        {"/core/plan"},
        {"/core/schedule"},
        {"/core/search",
         {QStringLiteral("node of it"), QStringLiteral("nodes of it"),
          QStringLiteral("Stagecraft, the exact least peak"), QStringLiteral("gelu, gated silu")}},
        {"/core/hardware/offer.cpp"},
        {"/core/hardware/cluster.cpp"},
        {"/core/exchange/offerscsv.cpp"},
    };
    QStringList unknown;
    int looked = 0;
    for (const SpokenSource& spoken : sources) {
        const QString path = QStringLiteral(SOURCE_FOLDER) + QLatin1String(spoken.files);
        QStringList files {path};
        if (QFileInfo(path).isDir()) {
            files = QDir(path).entryList({QStringLiteral("*.cpp")}, QDir::Files);
            std::for_each(files.begin(), files.end(), [&](QString& name) { name = path + u'/' + name; });
        }
        for (const QString& name : files) {
            QFile file(name);
            QVERIFY2(file.open(QIODevice::ReadOnly), qPrintable(name));
            if (name.endsWith(QStringLiteral("sizingsentences.cpp"))) { // templates that the window has
                continue;
            }
            for (const QString& literal : literalsOf(QString::fromUtf8(file.readAll()))) {
                const QString bare = QString(literal).remove(ends);
                ++looked;
                if (bare.contains(words) && !known.contains(bare) && !spoken.stays.contains(bare)
                    && coreText(literal) == literal && coreText(bare + QStringLiteral(" 7")).startsWith(bare)) {
                    unknown << QStringLiteral("%1: \"%2\"").arg(QFileInfo(name).fileName(), literal);
                }
            }
        }
    }
    for (const QString& sentence : unknown) {
        qInfo("%s", qPrintable(sentence));
    }
    QVERIFY(looked > 500);
    QVERIFY(unknown.isEmpty());
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
    QCOMPARE(
        coreText(std::string("libtorch (how it runs this model's attention is not known here)")),
        PseudoTranslator::pseudoText(QStringLiteral("libtorch (how it runs %1 is not known here)"))
            .replace(QStringLiteral("%1"), PseudoTranslator::pseudoText(QStringLiteral("this model's attention"))));
    const Error error {ErrorCode::ScheduleImpossible,
                       {std::string("chimera"), std::string("there are fewer layers than stages (8)"),
                        std::string("fewer pipeline ranks")},
                       {}};
    const QString sentence = errorText(error);
    QVERIFY2(sentence.contains(PseudoTranslator::pseudoText(QStringLiteral("fewer pipeline ranks"))),
             qPrintable(sentence));
    QVERIFY2(sentence.contains(QStringLiteral("(8)")), qPrintable(sentence));
}

void TestCoreText::numbersFollowTheLocale()
{
    language::use(QStringLiteral("de"));
    const QString text =
        coreText(std::string("no plan has a peak below 21.4 GiB, which is 2.5 % less: where pipeline ranks hold "
                             "several stages, or layers policies of their own, plans are the best that "
                             "were found"));
    QVERIFY2(text.contains(QStringLiteral("21,4 GiB")), qPrintable(text));
    QVERIFY2(text.contains(QStringLiteral("2,5 %")), qPrintable(text));
    QCOMPARE(coreText(std::string("1024 TiB")), QStringLiteral("1.024 TiB"));
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
