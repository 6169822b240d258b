// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <QStringList>

namespace stagecraft {

// File name that the user typed, checked against the filters of the dialog ("Picture (*.png)").
struct SaveName {
    QString name; // with a suffix
    QString complaint; // error of the name; empty if it is valid
};

// Returns the suffixes in the filters, without dots: "png", "svg".
QStringList suffixesOf(const QStringList& filters);

// Adds the suffix of the chosen filter to a name without one. Only a dot followed by a letter, and letters or digits
// after it, begins a suffix: "llama-3.1-70b" has none.
SaveName saveName(const QString& typed, const QStringList& filters, const QString& chosenFilter);

}
