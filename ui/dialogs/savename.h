// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <QStringList>

namespace stagecraft {

// A name to save under, as the user typed it, against the filters of the dialog ("Picture (*.png)").
struct SaveName {
    QString name; // with a suffix
    QString complaint; // why it is no name to save under; empty if it is one
};

// Suffixes that the filters know, without dots: "png", "svg".
QStringList suffixesOf(const QStringList& filters);

// A name without a suffix gets that of the chosen filter. Only a dot with letters, and digits behind them, begins a
// suffix: "llama-3.1-70b" has none.
SaveName saveName(const QString& typed, const QStringList& filters, const QString& chosenFilter);

}
