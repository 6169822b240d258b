// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QAbstractItemModel>
#include <QList>

namespace stagecraft {

// What of a cell or a title is copied: values in full, with a point for decimals, and units in the title; a list of
// texts where a column is copied as several. A model says nothing for what is copied as it is shown.
inline constexpr int copyRole = Qt::UserRole + 100;

QString copiedNumber(double value); // 15 digits, no groups

// A property of a table whose columns are copied with those that are hidden.
inline constexpr char copiesHidden[] = "copiesHidden";

// The rows and these columns of a table, in the order on show, as CSV with a header. In English whatever the window
// speaks: programs read it. Models make copyRole's texts when they are asked for, or under a language::English.
QString tableCsv(const QAbstractItemModel& table, const QList<int>& columns);

}
