// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/words/pseudotranslator.h"

#include "ui/words/language.h"

#include <QRegularExpression>

#include <string_view>

namespace stagecraft {

namespace {

QChar accented(QChar letter)
{
    constexpr std::u16string_view plain = u"aceginorsuyzACEGINORSUYZ";
    constexpr std::u16string_view marked = u"âçéğïñöřšûýžÂÇÉĞÏÑÖŘŠÛÝŽ";
    static_assert(plain.size() == marked.size());
    const auto at = plain.find(letter.unicode());
    return at == std::u16string_view::npos ? letter : QChar(marked[at]);
}

}

QString PseudoTranslator::translate(const char* context, const char* source, const char* comment, int n) const
{
    // This source is not a text, but a setting that Qt's translations answer.
    if (std::string_view(source) == "QT_LAYOUT_DIRECTION") {
        return {};
    }
    if (language::isEnglishAsked()) {
        return language::englishText(context, source, comment, n);
    }
    return pseudoText(QString::fromUtf8(source));
}

QString PseudoTranslator::pseudoText(const QString& source)
{
    static const QRegularExpression kept(QStringLiteral("%L?[0-9n]|<[^>]*>|&[a-z]+;|&."));
    if (source.isEmpty()) {
        return source;
    }
    QString text = QStringLiteral("⟦");
    qsizetype at = 0;
    for (auto matches = kept.globalMatch(source); matches.hasNext() || at < source.size();) {
        const auto match = matches.hasNext() ? matches.next() : QRegularExpressionMatch();
        const qsizetype end = match.hasMatch() ? match.capturedStart() : source.size();
        for (; at < end; ++at) {
            text += accented(source[at]);
        }
        text += match.captured();
        at += match.capturedLength();
    }
    const qsizetype longer = (source.size() * 2 + 4) / 5;
    return text + QString(longer, u'~') + QStringLiteral("⟧");
}

}
