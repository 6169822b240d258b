// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QTranslator>

namespace stagecraft {

inline const QString pseudoLanguage = QStringLiteral("qps");

// Translates English into a pseudo language for tests: each text accented, 40 % longer and between ⟦ and ⟧. Displayed
// text without brackets is not translatable; clipped text has too little space for other languages.
class PseudoTranslator : public QTranslator {
    Q_OBJECT
public:
    using QTranslator::QTranslator;

    QString translate(const char* context, const char* source, const char* comment, int n) const override;
    bool isEmpty() const override { return false; }

    // Keeps placeholders, mnemonics, tags and entities.
    static QString pseudoText(const QString& source);
};

}
