// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/words/coretext.h"

#include <QCoreApplication>
#include <QHash>
#include <QLocale>
#include <QRegularExpression>

#include <algorithm>
#include <vector>

namespace stagecraft {

namespace {

// A template with placeholders, as a pattern of what it makes.
struct Phrase {
    const char* source;
    QRegularExpression pattern;
    std::vector<int> places; // which placeholder each group of the pattern is
    qsizetype fixed = 0; // letters outside of placeholders
};

const QRegularExpression& placeholder()
{
    static const QRegularExpression one(QStringLiteral("%([1-9])"));
    return one;
}

Phrase phraseOf(const char* source)
{
    Phrase phrase {source, {}, {}, 0};
    const QString text = QString::fromUtf8(source);
    QString pattern;
    qsizetype at = 0;
    for (auto matches = placeholder().globalMatch(text); matches.hasNext();) {
        const auto match = matches.next();
        const QString piece = text.mid(at, match.capturedStart() - at);
        pattern += QRegularExpression::escape(piece) + QStringLiteral("(.+?)");
        phrase.fixed += piece.size();
        phrase.places.push_back(match.captured(1).toInt());
        at = match.capturedEnd();
    }
    pattern += QRegularExpression::escape(text.mid(at));
    phrase.fixed += text.size() - at;
    phrase.pattern.setPattern(QRegularExpression::anchoredPattern(pattern));
    phrase.pattern.setPatternOptions(QRegularExpression::DotMatchesEverythingOption); // last words have lines
    return phrase;
}

// Whole sentences apart from templates, and those with the most words of their own first: they say most exactly.
struct Book {
    QHash<QString, const char*> whole;
    std::vector<Phrase> templates;

    Book()
    {
        for (const char* source : corePhrases()) {
            const QString text = QString::fromUtf8(source);
            if (text.contains(placeholder())) {
                templates.push_back(phraseOf(source));
            } else {
                whole.insert(text, source);
            }
        }
        std::stable_sort(templates.begin(), templates.end(),
                         [](const Phrase& a, const Phrase& b) { return a.fixed > b.fixed; });
    }
};

const Book& book()
{
    static const Book all;
    return all;
}

QString translatedPhrase(const char* source)
{
    return QCoreApplication::translate("Core", source);
}

// "2.5" and "21.4 GiB" with the user's point, "1024 TiB" with the user's groups; nothing else is a number for sure.
QString numberInWords(const QString& word)
{
    static const QRegularExpression number(QStringLiteral("^(\\d+)\\.(\\d+)( [A-Za-z]+)?$"));
    static const QRegularExpression bytes(QStringLiteral("^(\\d{4,15})( [KMGT]iB)$"));
    if (const auto whole = bytes.match(word); whole.hasMatch()) {
        return QLocale().toString(whole.captured(1).toLongLong()) + whole.captured(2);
    }
    const auto match = number.match(word);
    if (!match.hasMatch()) {
        return word;
    }
    const double value = QString(match.captured(1) + u'.' + match.captured(2)).toDouble();
    return QLocale().toString(value, 'f', static_cast<int>(match.capturedLength(2))) + match.captured(3);
}

}

QString coreText(const QString& english)
{
    if (english.isEmpty()) {
        return english;
    }
    if (const char* source = book().whole.value(english)) {
        return translatedPhrase(source);
    }
    for (const Phrase& phrase : book().templates) {
        const auto match = phrase.pattern.match(english);
        if (!match.hasMatch()) {
            continue;
        }
        QStringList arguments(9);
        for (std::size_t i = 0; i < phrase.places.size(); ++i) {
            arguments[phrase.places[i] - 1] = coreText(match.captured(static_cast<int>(i) + 1));
        }
        const QString words = translatedPhrase(phrase.source);
        QString text;
        qsizetype at = 0;
        for (auto places = placeholder().globalMatch(words); places.hasNext();) {
            const auto place = places.next();
            text += words.mid(at, place.capturedStart() - at) + arguments[place.captured(1).toInt() - 1];
            at = place.capturedEnd();
        }
        return text + words.mid(at);
    }
    return numberInWords(english);
}

QString coreText(const std::string& english)
{
    return coreText(QString::fromStdString(english));
}

QString layerKindText(const std::string& kind)
{
    const QString words = QString::fromStdString(kind).replace(u'_', u' ');
    const char* source = book().whole.value(words); // no template: tables ask for every cell
    return source ? translatedPhrase(source) : words;
}

}
