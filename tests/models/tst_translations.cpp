// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
// Translation files: complete, with the placeholders and mnemonics of their sources, and compiled in.
#include "core/base/error.h"
#include "ui/words/language.h"
#include "ui/words/messagetext.h"
#include "ui/words/numbers.h"
#include "ui/words/words.h"

#include <QFile>
#include <QLocale>
#include <QRegularExpression>
#include <QSet>
#include <QTest>
#include <QXmlStreamReader>

using namespace stagecraft;

namespace {

struct Entry {
    QString context;
    QString source;
    QStringList forms; // one form, or singular and plural
    bool finished = true;
    bool counts = false;
};

QList<Entry> entriesOf(const QString& code)
{
    QFile file(QStringLiteral(SOURCE_FOLDER "/resources/translations/stagecraft_%1.ts").arg(code));
    QList<Entry> all;
    if (!file.open(QIODevice::ReadOnly)) {
        return all;
    }
    QString context;
    for (QXmlStreamReader xml(&file); !xml.atEnd();) {
        if (xml.readNext() != QXmlStreamReader::StartElement) {
            continue;
        }
        if (xml.name() == QStringLiteral("name")) {
            context = xml.readElementText();
        } else if (xml.name() == QStringLiteral("message")) {
            all << Entry {
                context, {}, {}, true, xml.attributes().value(QStringLiteral("numerus")) == QStringLiteral("yes")};
        } else if (xml.name() == QStringLiteral("source")) {
            all.last().source = xml.readElementText();
        } else if (xml.name() == QStringLiteral("translation")) {
            all.last().finished = !xml.attributes().hasAttribute(QStringLiteral("type"));
            if (!all.last().counts) {
                all.last().forms << xml.readElementText();
            }
        } else if (xml.name() == QStringLiteral("numerusform")) {
            all.last().forms << xml.readElementText();
        }
    }
    return all;
}

// Returns the source texts of the core's phrases in a language file: those with plural forms, or the others.
QSet<QString> sourcesOf(const QString& code, bool counts)
{
    QSet<QString> sources;
    for (const Entry& entry : entriesOf(code)) {
        if (entry.context == QStringLiteral("Core") && entry.counts == counts) {
            sources << entry.source;
        }
    }
    return sources;
}

QStringList placeholdersOf(const QString& text)
{
    static const QRegularExpression placeholder(QStringLiteral("%L?[0-9n]"));
    QStringList all;
    for (auto matches = placeholder.globalMatch(text); matches.hasNext();) {
        all << matches.next().captured();
    }
    all.sort();
    return all;
}

qsizetype mnemonicsOf(const QString& text)
{
    static const QRegularExpression mnemonic(QStringLiteral("&\\w"));
    return text.count(mnemonic);
}

}

class TestTranslations : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void cleanup() { language::use(QStringLiteral("en")); }
    void everyTextIsTranslated_data() { languages(); }
    void everyTextIsTranslated();
    void placeholdersAndMnemonicsAgree_data() { languages(); }
    void placeholdersAndMnemonicsAgree();
    void everyPhraseIsTranslated();
    void germanIsCompiledIn();
    void countsHaveFormsForOneAndMany();
    void requestsAreResolved();
    void numbersAreTheLanguages();

private:
    static void languages()
    {
        QTest::addColumn<QString>("code");
        for (const QString& code : language::available()) {
            QTest::newRow(qPrintable(code)) << code;
        }
    }
};

void TestTranslations::everyTextIsTranslated()
{
    QFETCH(QString, code);
    const auto entries = entriesOf(code);
    QVERIFY(entries.size() > (code == QStringLiteral("en") ? 40 : 1400));
    int open = 0;
    for (const Entry& entry : entries) {
        const bool whole = entry.finished && entry.forms.size() == (entry.counts ? 2 : 1)
            && !entry.forms.contains(QString()) && !entry.source.isEmpty();
        if (!whole) {
            qInfo("%s: \"%s\"", qPrintable(entry.context), qPrintable(entry.source));
            ++open;
        }
    }
    QCOMPARE(open, 0);
}

// Placeholders and mnemonics agree with the source, as do spaces at the ends (of texts that are concatenated), line
// breaks, and braces around hints.
void TestTranslations::placeholdersAndMnemonicsAgree()
{
    QFETCH(QString, code);
    int wrong = 0;
    for (const Entry& entry : entriesOf(code)) {
        const QString& source = entry.source;
        for (const QString& form : entry.forms) {
            const bool agree = placeholdersOf(form) == placeholdersOf(source)
                && mnemonicsOf(form) == mnemonicsOf(source) && form.startsWith(u' ') == source.startsWith(u' ')
                && form.endsWith(u' ') == source.endsWith(u' ') && form.count(u'\n') == source.count(u'\n')
                && form.count(u'{') == source.count(u'{') && form.count(u'}') == source.count(u'}');
            if (!agree) {
                qInfo("\"%s\" is not \"%s\"", qPrintable(form), qPrintable(source));
                ++wrong;
            }
        }
    }
    QCOMPARE(wrong, 0);
}

void TestTranslations::everyPhraseIsTranslated()
{
    static const QRegularExpression words(QStringLiteral("[a-z]{2}"));
    const QSet<QString> plain = sourcesOf(QStringLiteral("de"), false);
    const QSet<QString> counted = sourcesOf(QStringLiteral("de"), true);
    const QSet<QString> english = sourcesOf(QStringLiteral("en"), true);
    for (const Phrase* phrase : allPhrases()) {
        const QString text = QString::fromUtf8(phrase->english);
        if (text.contains(words)) {
            const bool counts = phrase->one != nullptr;
            QVERIFY2((counts ? counted : plain).contains(text), phrase->english);
            QVERIFY2(!counts || english.contains(text), phrase->english);
        }
    }
}

void TestTranslations::germanIsCompiledIn()
{
    language::use(QStringLiteral("de"));
    QCOMPARE(language::current(), QStringLiteral("de"));
    const Error error {ErrorCode::FileTooLarge, {Bytes(3 << 20), Bytes(1 << 20)}, "a.json"};
    QCOMPARE(
        errorText(error),
        QStringLiteral("a.json: die Datei hat 3,00 MiB, mehr als die 1,00 MiB, die eine solche Datei brauchen kann"));
    QCOMPARE(basisName(Basis::Measured), QStringLiteral("gemessen"));
    for (const ErrorCode code : allErrorCodes()) {
        const Phrase& phrase = phraseOf(code);
        QVERIFY2(phraseText(phrase) != QString::fromStdString(withoutHints(phrase.english)), phrase.english);
    }
}

void TestTranslations::countsHaveFormsForOneAndMany()
{
    SearchResult result;
    result.elapsed = Seconds(0.038);
    for (const auto& [code, one, many] :
         {std::tuple {"en", "1 configuration in 38.0 ms", "2 configurations in 38.0 ms"},
          std::tuple {"de", "1 Konfiguration in 38,0 ms", "2 Konfigurationen in 38,0 ms"}}) {
        language::use(QLatin1String(code));
        result.configurations = 1;
        QCOMPARE(searchEffort(result), QString::fromUtf8(one));
        result.configurations = 2;
        QCOMPARE(searchEffort(result), QString::fromUtf8(many));
    }
}

void TestTranslations::requestsAreResolved()
{
    QCOMPARE(language::resolved(QStringLiteral("de")), QStringLiteral("de"));
    QCOMPARE(language::resolved(QStringLiteral("tlh")), QStringLiteral("en"));
    QVERIFY(language::available().contains(language::resolved(QStringLiteral("system"))));
    QVERIFY(language::isKnown(QStringLiteral("system")));
    QVERIFY(language::isKnown(QStringLiteral("qps")));
    QVERIFY(!language::isKnown(QStringLiteral("tlh")));
    QCOMPARE(language::nativeName(QStringLiteral("de")), QStringLiteral("Deutsch"));
}

void TestTranslations::numbersAreTheLanguages()
{
    language::use(QStringLiteral("de"));
    QCOMPARE(bytesText(Bytes(qint64(1.5 * 1073741824))), QStringLiteral("1,50 GiB"));
    QCOMPARE(countText(12345), QStringLiteral("12.345"));
    language::use(QStringLiteral("en"));
    QCOMPARE(bytesText(Bytes(qint64(1.5 * 1073741824))), QStringLiteral("1.50 GiB"));
    QCOMPARE(countText(12345), QStringLiteral("12,345"));
}

QTEST_MAIN(TestTranslations)
#include "tst_translations.moc"
