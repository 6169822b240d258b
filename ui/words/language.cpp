// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/words/language.h"

#include "ui/words/pseudotranslator.h"

#include <QCoreApplication>
#include <QLibraryInfo>
#include <QLocale>
#include <QTranslator>

#include <memory>

namespace stagecraft::language {

namespace {

struct Known {
    const char* code;
    const char* name; // name in that language
};
constexpr Known known[] {{"en", "English"}, {"de", "Deutsch"}};

QString& currentCode()
{
    static QString code = QStringLiteral("en");
    return code;
}

QString codeOf(const QLocale& locale)
{
    return QLocale::languageToCode(locale.language());
}

// Returns the system's locale if it has the language: Swiss users see 1’000 in a German window.
QLocale localeOf(const QString& code)
{
    const QLocale system = QLocale::system();
    return code == codeOf(system) || code == pseudoLanguage ? system : QLocale(code);
}

void install(QTranslator* translator)
{
    translator->setObjectName(QStringLiteral("language"));
    QCoreApplication::installTranslator(translator);
}

thread_local int englishAsked = 0;

// Translations of the window's texts.
class Words : public QTranslator {
public:
    using QTranslator::QTranslator;

    QString translate(const char* context, const char* source, const char* comment, int n) const override
    {
        return isEnglishAsked() ? englishText(context, source, comment, n)
                                : QTranslator::translate(context, source, comment, n);
    }
};

const QString& ownFolder()
{
    static const QString folder = QStringLiteral(":/translations");
    return folder;
}

// Qt's translations come from Qt's folder; without them its buttons are English.
void installFile(const QString& name, const QString& folder)
{
    auto* translator = new Words(QCoreApplication::instance());
    if (translator->load(name, folder)) {
        install(translator);
    } else {
        delete translator;
    }
}

}

QStringList available()
{
    QStringList codes;
    for (const Known& language : known) {
        codes << QLatin1String(language.code);
    }
    return codes;
}

QString nativeName(const QString& code)
{
    for (const Known& language : known) {
        if (code == QLatin1String(language.code)) {
            return QString::fromUtf8(language.name);
        }
    }
    return code;
}

QString resolved(const QString& wanted)
{
    const QString code = wanted == QStringLiteral("system") ? codeOf(QLocale::system()) : wanted;
    return available().contains(code) || code == pseudoLanguage ? code : QStringLiteral("en");
}

bool isKnown(const QString& wanted)
{
    return wanted == QStringLiteral("system") || wanted == pseudoLanguage || available().contains(wanted);
}

void use(const QString& code)
{
    QCoreApplication* application = QCoreApplication::instance();
    qDeleteAll(application->findChildren<QTranslator*>(QStringLiteral("language"), Qt::FindDirectChildrenOnly));
    currentCode() = code;
    QLocale::setDefault(localeOf(code));
    if (code == pseudoLanguage) {
        install(new PseudoTranslator(application));
        return;
    }
    installFile(QStringLiteral("qtbase_") + code, QLibraryInfo::path(QLibraryInfo::TranslationsPath));
    installFile(QStringLiteral("stagecraft_") + code, ownFolder()); // for English: plural forms only
}

English::English()
{
    ++englishAsked;
    QLocale::setDefault(QLocale::c());
}

English::~English()
{
    QLocale::setDefault(m_before);
    --englishAsked;
}

bool isEnglishAsked()
{
    return englishAsked > 0;
}

QString englishText(const char* context, const char* source, const char* comment, int n)
{
    static const auto plurals = [] {
        auto all = std::make_unique<QTranslator>();
        return all->load(QStringLiteral("stagecraft_en"), ownFolder()) ? std::move(all) : nullptr;
    }();
    const QString text = plurals ? plurals->translate(context, source, comment, n) : QString();
    return text.isNull() ? QString::fromUtf8(source) : text;
}

QString inSentence(const QString& term)
{
    const bool german = current() == QStringLiteral("de") && !isEnglishAsked();
    const bool acronym = term.size() > 1 && term[1].isUpper();
    const bool name = term.startsWith(QStringLiteral("Pareto"));
    return german || acronym || name ? term : term.left(1).toLower() + term.mid(1);
}

QString current()
{
    return currentCode();
}

}
