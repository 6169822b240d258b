// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
// Text for users is only in core/words; each phrase is complete and has a unique name and its arguments.
#include "core/base/english.h"
#include "core/json/codec.h"
#include "core/words/common.h"
#include "tests/support/sources.h"

#include <nlohmann/json.hpp>

#include <QFile>
#include <QRegularExpression>
#include <QSet>
#include <QTest>

using namespace stagecraft;
using namespace stagecraft::testing;

namespace {

// Text that is not a sentence of the program: names of layers and papers, sources of figures, table cells, sentences of
// older files, commands, output of other programs, and output of the worker and dry runs for manual use.
const QStringList otherWords {
    "app/worker/main.cpp",
    "app/worker/options.cpp",
    "app/worker/supervisor.cpp",
    "core/base/workspacemark.cpp",
    "core/cost/prior/layerprior.cpp",
    "core/cost/profilecommand.cpp",
    "core/dryrun/launchcommand.cpp",
    "core/hardware/librarymemory.cpp",
    "core/json/clustercodec.cpp",
    "core/memory/state.cpp",
    "core/model/families/qwen3vl.cpp",
    "core/model/families/t5.cpp",
    "core/model/scriptedlayer",
    "core/model/zoo/amoebanet.cpp",
    "core/profile/measurement",
    "core/runs/runcells.cpp",
    "core/runs/runsreader.cpp",
    "core/runs/runstructure.cpp",
    "core/runtime/device.cpp",
    "core/runtime/dry/library/",
    "core/runtime/dry/nvrtc/",
    "core/runtime/failures.cpp",
    "core/runtime/layers/vision.cpp",
    "core/runtime/probe/proberank.cpp",
    "core/search/baselines/baseline.cpp",
    "core/store/fileheader.cpp",
};

// The same kinds of text in files that also contain sentences: names of clusters, sources of texts, amounts.
const QStringList otherTexts {
    "links of a node",          " node of it",    " nodes of it", "standard input",
    "the report of the script", "dry run note: ", "without end",  "more than a century",
};

QString withoutComments(const QString& code)
{
    static const QRegularExpression comment(QStringLiteral("^\\s*(//|#include).*$| // .*$"),
                                            QRegularExpression::MultilineOption);
    return QString(code).remove(comment);
}

// Literals of a source of the core or the worker with two consecutive lower-case words.
QStringList literalsWithWords(const Source& source)
{
    static const QRegularExpression code(QStringLiteral("\\.(h|cpp)$"));
    static const QRegularExpression literal(QStringLiteral("\"((?:[^\"\\\\\\n]|\\\\.)*)\""));
    static const QRegularExpression words(QStringLiteral("[a-z]{2,} [a-z]{2,}"));
    QStringList found;
    if (!source.isInAny({"core", "app/worker"}) || !code.match(source.path).hasMatch()) {
        return found;
    }
    const QString text = withoutComments(source.text);
    for (auto literals = literal.globalMatch(text); literals.hasNext();) {
        const QString content = literals.next().captured(1);
        if (content.contains(words)) {
            found << content;
        }
    }
    return found;
}

QStringList sentencesIn(const Source& source)
{
    const bool excepted = std::any_of(otherWords.begin(), otherWords.end(),
                                      [&](const QString& other) { return source.path.startsWith(other); });
    QStringList found;
    for (const QString& text : excepted ? QStringList() : literalsWithWords(source)) {
        if (!otherTexts.contains(text)) {
            found << QStringLiteral("%1: \"%2\" belongs into core/words").arg(source.path, text);
        }
    }
    return found;
}

QSet<int> placesOf(const char* english)
{
    static const QRegularExpression place(QStringLiteral("%([1-9])"));
    QSet<int> places;
    for (auto matches = place.globalMatch(QString::fromUtf8(english)); matches.hasNext();) {
        places.insert(matches.next().captured(1).toInt());
    }
    return places;
}

// True if braces are paired and not nested.
bool hasWholeHints(const QString& english)
{
    static const QRegularExpression hint(QStringLiteral("\\{[^{}]+\\}"));
    return !QString(english).remove(hint).contains(QRegularExpression(QStringLiteral("[{}]")));
}

// One argument of each type.
ArgumentList someArguments()
{
    return {std::string("a"),
            2,
            3.5,
            Bytes(4),
            Seconds(5),
            Usd(6),
            ArgumentList {7, std::string("b")},
            Message(words::common::the_framework)};
}

}

class WordsTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void coreHasNoSentences();
    void plantedSentenceIsFound();
    void exceptionsAreUsed();
    void codesAreUnique();
    void codesOfFilesStayKnown();
    void phrasesAreWhole();
    void everyLineIsListed();
    void messagesGoThroughFiles();
    void sentencesOfOlderVersionsStay();
    void codesOfNewerVersionsAreShown();
};

void WordsTest::coreHasNoSentences()
{
    const QStringList found = violationsOfAllSources(sentencesIn);
    QVERIFY2(found.isEmpty(), qPrintable('\n' + found.join('\n')));
}

void WordsTest::plantedSentenceIsFound()
{
    QCOMPARE(sentencesIn({"core/plan/planted.cpp", "return \"it has no stages\";"}).size(), 1);
    QCOMPARE(sentencesIn({"app/worker/planted.cpp", "return \"it \\\"has no stages\\\"\";"}).size(), 1);
    QVERIFY(sentencesIn({"core/plan/planted.cpp", "return words::plan::no_stages; // it \"has no stages\""}).isEmpty());
    QVERIFY(sentencesIn({"app/cli/planted.cpp", "return \"it has no stages\";"}).isEmpty());
    QVERIFY(sentencesIn({"core/words/planted.inc", "PHRASE(no_stages, \"it has no stages\")"}).isEmpty());
}

void WordsTest::exceptionsAreUsed()
{
    const QList<Source> sources = allSources();
    for (const QString& other : otherWords) {
        const bool used = std::any_of(sources.begin(), sources.end(), [&](const Source& source) {
            return source.path.startsWith(other) && !literalsWithWords(source).isEmpty();
        });
        QVERIFY2(used, qPrintable(other));
    }
    QStringList literals;
    for (const Source& source : sources) {
        literals += literalsWithWords(source);
    }
    for (const QString& text : otherTexts) {
        QVERIFY2(literals.contains(text), qPrintable(text));
    }
}

void WordsTest::codesAreUnique()
{
    QSet<QString> codes;
    for (const Phrase* phrase : allPhrases()) {
        const QString code = QString::fromStdString(phrase->code());
        QVERIFY2(!codes.contains(code), qPrintable(code));
        codes.insert(code);
        QCOMPARE(findPhrase(phrase->code()), phrase);
    }
    QCOMPARE(findPhrase("nonsense"), nullptr);
}

// Files of users contain these codes: notes of models, sources of figures, and messages of measurements.
void WordsTest::codesOfFilesStayKnown()
{
    QFile file(QStringLiteral(TEST_DATA "/stored-codes.txt"));
    QVERIFY(file.open(QIODevice::ReadOnly));
    const QList<QByteArray> codes = file.readAll().trimmed().split('\n');
    QVERIFY(codes.contains("worker.child_killed") && codes.contains("model.quantized"));
    for (const QByteArray& code : codes) {
        QVERIFY2(findPhrase(code.toStdString()) != nullptr, code.constData());
    }
}

void WordsTest::phrasesAreWhole()
{
    for (const Phrase* phrase : allPhrases()) {
        const std::string code = phrase->code();
        const QSet<int> places = placesOf(phrase->english);
        for (int i = 1; i <= places.size(); ++i) {
            QVERIFY2(places.contains(i), code.c_str()); // %1 to the last without a gap
        }
        QVERIFY2(hasWholeHints(QString::fromUtf8(phrase->english)), code.c_str());
        QVERIFY2(phrase->one == nullptr || (placesOf(phrase->one) == places && places.contains(1)), code.c_str());
    }
}

// Every file of phrases is in the list, and none of its texts is hidden from lupdate.
void WordsTest::everyLineIsListed()
{
    static const QRegularExpression entry(QStringLiteral("^(PHRASE|COUNTED|ERROR_PHRASE)\\((.*)\\)$"),
                                          QRegularExpression::MultilineOption);
    static const QRegularExpression hidden(QStringLiteral("^PHRASE\\(\\w+, \"[^\"]*[a-z]{2}"));
    std::size_t entries = 0;
    for (const Source& source : allSources()) {
        if (!source.isIn("core/words") || !source.path.endsWith(".inc")) {
            continue;
        }
        for (auto matches = entry.globalMatch(source.text); matches.hasNext();) {
            const QString line = matches.next().captured();
            QVERIFY2(!hidden.match(line).hasMatch(), qPrintable(line));
            ++entries;
        }
    }
    QCOMPARE(entries, allPhrases().size());
}

void WordsTest::messagesGoThroughFiles()
{
    for (const Phrase* phrase : allPhrases()) {
        const Message message(*phrase, someArguments());
        QVERIFY2(decodeJson<Message>(encodeJson(message), {}) == message, phrase->english);
    }
}

void WordsTest::sentencesOfOlderVersionsStay()
{
    const nlohmann::json old = "its step is no amount";
    const auto message = decodeJson<Message>(old, {});
    QCOMPARE(describe(message), std::string("its step is no amount"));
    QVERIFY(encodeJson(message) == old);
    QVERIFY(decodeJson<Message>(nlohmann::json(""), {}).empty());
}

void WordsTest::codesOfNewerVersionsAreShown()
{
    const nlohmann::json newer = {{"code", "plan.of_tomorrow"}, {"arguments", nlohmann::json::array()}};
    QVERIFY(describe(decodeJson<Message>(newer, {})).find("plan.of_tomorrow") != std::string::npos);
}

QTEST_APPLESS_MAIN(WordsTest)
#include "tst_words.moc"
