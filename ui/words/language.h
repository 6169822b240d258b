// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QLocale>
#include <QString>
#include <QStringList>

namespace stagecraft::language {

// Languages go by their codes: "en", "de", and "qps", the pseudo language of PseudoTranslator. "system" is a wish only.

// Those that the program comes with, in the order of a menu.
QStringList available();

// "Deutsch": in the language itself.
QString nativeName(const QString& code);

// Language for a setting: the system's language for "system" if it is available; English for unavailable or unknown
// ones.
QString resolved(const QString& wanted);

// True for "system", an available language or "qps".
bool isKnown(const QString& wanted);

// From now on texts are in this language, Qt's own too, and numbers and dates as it writes them; those of the system's
// language as the system is set. Replaces what was used before; what is already shown stays. Needs the application
// object, and belongs before the first window.
void use(const QString& code);

// While it lives, texts of the window that are asked for in this thread are English and numbers written as in C: for
// files that programs read, which must not follow the window's language. Numbers follow in all threads: not for long.
class English {
public:
    English();
    ~English();
    English(const English&) = delete;
    English& operator=(const English&) = delete;

private:
    QLocale m_before;
};

// True while an English object exists in this thread; then the text: one of its plurals, or the source text.
bool isEnglishAsked();
QString englishText(const char* context, const char* source, const char* comment, int n);

// A term inside a sentence: begins in lower case, except in German and for acronyms and names.
QString inSentence(const QString& term);

// The code of the last use(); English before.
QString current();

}
