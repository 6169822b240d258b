// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/words/messagetext.h"

#include "core/base/shortened.h"
#include "core/base/terminaltext.h"
#include "ui/words/moneywords.h"
#include "ui/words/numbers.h"

#include <QCoreApplication>

namespace stagecraft {

namespace {

QString argumentText(const Argument& argument);

struct ArgumentText {
    QString operator()(const std::string& text) const
    {
        return QString::fromStdString(terminalText(shortened(text, mostOfAnArgument)));
    }
    QString operator()(std::int64_t number) const { return countText(number); }
    QString operator()(double number) const { return numberText(number); }
    QString operator()(Bytes bytes) const { return bytesText(bytes); }
    QString operator()(Seconds seconds) const { return secondsText(seconds); }
    QString operator()(Usd amount) const { return numberText(amount.value); }
    QString operator()(const Message& message) const { return messageText(message); }
    QString operator()(const ArgumentList& list) const
    {
        QStringList texts;
        for (const Argument& one : list) {
            texts << argumentText(one);
        }
        return QString::fromStdString(shortened(texts.join(QStringLiteral(", ")).toStdString(), mostOfAnArgument));
    }
};

QString argumentText(const Argument& argument)
{
    return std::visit(ArgumentText {}, argument);
}

// lupdate finds the texts in core/words/*.inc (cmake/translations.cmake).
QString translated(const Phrase& phrase, int count = -1)
{
    return QCoreApplication::translate("Core", phrase.english, nullptr, count);
}

QString sentence(const Phrase& phrase, const ArgumentList& arguments)
{
    const auto* count = arguments.empty() ? nullptr : std::get_if<std::int64_t>(&arguments.front());
    const bool counts = phrase.one != nullptr && count != nullptr;
    const QString pattern = counts ? translated(phrase, formFor(*count)) : translated(phrase);
    return QString::fromStdString(filled(withoutHints(pattern.toStdString()), arguments.size(),
                                         [&](std::size_t i) { return argumentText(arguments[i]).toStdString(); }));
}

}

QString messageText(const Message& message)
{
    if (message.empty()) {
        return {};
    }
    // Text from other sources is not translated.
    return verbatimText(message) != nullptr ? argumentText(message.arguments.front())
                                            : sentence(*message.phrase, message.arguments);
}

QString phraseText(const Phrase& phrase)
{
    return QString::fromStdString(withoutHints(translated(phrase).toStdString()));
}

QString layerKindText(const std::string& kind)
{
    const Phrase* phrase = findPhrase("kind." + kind);
    return phrase != nullptr ? translated(*phrase) : QString::fromStdString(kind).replace(u'_', u' ');
}

QString errorSentence(const Error& error)
{
    return sentence(phraseOf(error.code), error.arguments);
}

QString errorText(const Error& error)
{
    QString text = errorSentence(error);
    // "The schedule cannot be ...": capitalizes text of the program, but not a user's name.
    const bool words = !error.arguments.empty() && std::holds_alternative<Message>(error.arguments.front())
        && phraseText(phraseOf(error.code)).startsWith(QStringLiteral("%1"));
    if (error.where.empty() && words && !text.isEmpty()) {
        text.replace(0, 1, text.front().toUpper());
    }
    return error.where.empty() ? text
                               : QStringLiteral("%1: %2").arg(QString::fromStdString(terminalText(error.where)), text);
}

}
