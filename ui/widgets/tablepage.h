// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

class QPrinter;
class QTableView;

namespace stagecraft {

// The rows and columns of a table that are on show, in their order, as CSV: values in full.
QString tableCsv(const QTableView& table);

void copyTable(const QTableView& table); // that, to the clipboard

// The table as it is shown, over as many sheets as it takes; of a long one the beginning, and a line that says so.
// False: the printer could not begin.
bool printTable(const QTableView& table, QPrinter& printer);

}
