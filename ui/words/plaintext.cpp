// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/words/plaintext.h"

#include <QTextDocument>

namespace stagecraft {

namespace {

constexpr qsizetype mostLettersOfAName = 40;

}

QString shortName(const QString& name)
{
    constexpr qsizetype end = 12;
    return name.size() <= mostLettersOfAName ? name : name.left(mostLettersOfAName - end - 1) + u'…' + name.right(end);
}

QString withShortWords(const QString& text)
{
    if (text.size() <= mostLettersOfAName) {
        return text;
    }
    QString all;
    qsizetype begin = 0;
    for (qsizetype i = 0; i <= text.size(); ++i) {
        if (i == text.size() || text[i].isSpace()) {
            all += shortName(text.mid(begin, i - begin));
            all += i < text.size() ? QString(text[i]) : QString();
            begin = i + 1;
        }
    }
    return all;
}

QString plainToolTip(const QString& text)
{
    return Qt::mightBeRichText(text) ? Qt::convertFromPlainText(text, Qt::WhiteSpaceNormal) : text;
}

}
