// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QTranslator>

namespace stagecraft {

inline const QString pseudoLanguage = QStringLiteral("qps");

// Makes English into a language that nobody speaks: each text accented, 40 % longer and between ⟦ and ⟧. What shows
// without the brackets was not made for translation, and what is cut has too little room for other languages.
class PseudoTranslator : public QTranslator {
    Q_OBJECT
public:
    using QTranslator::QTranslator;

    QString translate(const char* context, const char* source, const char* comment, int n) const override;
    bool isEmpty() const override { return false; }

    // Placeholders, mnemonics, tags and entities stay as they are.
    static QString pseudoText(const QString& source);
};

}
