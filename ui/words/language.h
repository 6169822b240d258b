// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QLocale>
#include <QString>
#include <QStringList>

namespace stagecraft::language {

// Language codes: "en", "de", and "qps", the pseudo language of PseudoTranslator. "system" is only valid as a setting.

// Bundled languages in menu order.
QStringList available();

// Name of a language in that language: "Deutsch".
QString nativeName(const QString& code);

// Language for a setting: the system's language for "system" if it is available; English for unavailable or unknown
// ones.
QString resolved(const QString& wanted);

// True for "system", an available language or "qps".
bool isKnown(const QString& wanted);

// Sets the language of new texts, including Qt's, and the locale of numbers and dates; for the system's language, the
// locale settings of the system. Replaces the previous language; displayed texts do not change. Requires the
// application object; call it before the first window is created.
void use(const QString& code);

// During its lifetime, this thread's texts of the window are English and numbers use the C locale: for files that
// programs read, which must not follow the window's language. The number format changes in all threads, so keep it
// short.
class English {
public:
    English();
    ~English();
    English(const English&) = delete;
    English& operator=(const English&) = delete;

private:
    QLocale m_before;
};

// True while an English object exists in this thread. The second function returns the text: one of its plurals, or the
// source text.
bool isEnglishAsked();
QString englishText(const char* context, const char* source, const char* comment, int n);

// Returns a term as used inside a sentence: with a lower-case first letter, except in German and for acronyms and
// names.
QString inSentence(const QString& term);

// Code of the last use(); "en" before.
QString current();

}
