// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/dialogs/savename.h"

#include <QCoreApplication>
#include <QRegularExpression>

namespace stagecraft {

namespace {

struct SaveWords {
    Q_DECLARE_TR_FUNCTIONS(SaveName)
};

}

QStringList suffixesOf(const QStringList& filters)
{
    static const QRegularExpression pattern(QStringLiteral(R"(\*\.(\w+))"));
    QStringList suffixes;
    for (const QString& filter : filters) {
        for (auto found = pattern.globalMatch(filter); found.hasNext();) {
            suffixes << found.next().captured(1);
        }
    }
    suffixes.removeDuplicates();
    return suffixes;
}

SaveName saveName(const QString& typed, const QStringList& filters, const QString& chosenFilter)
{
    static const QRegularExpression ending(QStringLiteral(R"(\.([A-Za-z][A-Za-z0-9]{0,11})$)"));
    const QStringList known = suffixesOf(filters);
    const auto match = ending.match(typed);
    if (known.isEmpty() || (match.hasMatch() && known.contains(match.captured(1), Qt::CaseInsensitive))) {
        return {typed, {}};
    }
    if (!match.hasMatch()) {
        return {typed + u'.' + suffixesOf({chosenFilter}).value(0, known.first()), {}};
    }
    QStringList endings;
    for (const QString& suffix : known) {
        endings << u'.' + suffix;
    }
    return {typed,
            SaveWords::tr("The name \"%1\" ends in .%2. Choose a name that ends in %3.")
                .arg(typed.section(u'/', -1), match.captured(1), endings.join(SaveWords::tr(" or ")))};
}

}
