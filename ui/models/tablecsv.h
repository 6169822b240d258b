// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QAbstractItemModel>
#include <QList>

namespace stagecraft {

// Text of a cell or title for copies: exact values with a decimal point, units in the title. A QStringList is copied as
// several columns. Invalid: copy the displayed text.
inline constexpr int copyRole = Qt::UserRole + 100;

QString copiedNumber(double value); // 15 digits, no groups

// Property of tables that copy hidden columns too.
inline constexpr char copiesHidden[] = "copiesHidden";

// The given columns of a table as CSV with a header, in display order. Always in English, since programs read it:
// models must create the text of copyRole on request, or under language::English.
QString tableCsv(const QAbstractItemModel& table, const QList<int>& columns);

}
