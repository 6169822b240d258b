// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

class QPrinter;
class QTableView;

namespace stagecraft {

// Returns the visible rows and columns of a table as CSV, in display order and with exact values.
QString tableCsv(const QTableView& table);

void copyTable(const QTableView& table); // copies tableCsv() to the clipboard

// Prints the table as displayed, on several sheets if needed. A long table is truncated with a note. Returns false if
// the printer cannot start.
bool printTable(const QTableView& table, QPrinter& printer);

}
