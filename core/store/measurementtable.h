// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/store/workspace.h"

#include <SQLiteCpp/SQLiteCpp.h>

#include <cstdint>
#include <vector>

namespace stagecraft {

// Measurements, one a point and device; the whole as JSON, beside it what queries need. Throws SQLite::Exception and
// DecodeError.
class MeasurementTable {
public:
    explicit MeasurementTable(SQLite::Database& sqlite);

    // Adds it, or replaces one that did not succeed. False if nothing changed.
    bool put(const Measurement& measurement, std::int64_t device);
    // False if there was none at this point.
    bool remove(const ProfilePoint& point, std::int64_t device);

    std::vector<Measurement> all() const;
    std::vector<MeasurementSummary> summary() const;

private:
    SQLite::Database& m_sqlite;
};

}
