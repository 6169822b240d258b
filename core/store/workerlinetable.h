// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/store/workspace.h"

#include <SQLiteCpp/SQLiteCpp.h>

namespace stagecraft {

// Lines of workers that were taken, so that none is taken twice. The content counts: the same request run again, on
// another machine perhaps, numbers other lines with the same numbers. Throws SQLite::Exception.
class WorkerLineTable {
public:
    explicit WorkerLineTable(SQLite::Database& sqlite);

    // Notes the line; false if it was taken before.
    bool take(const MeasurementLine& line);
    // Lines with this content may be taken again.
    void forget(const Measurement& measurement);

private:
    SQLite::Statement m_insert;
    SQLite::Statement m_delete;
};

}
