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

    // Gives each row the key that its measurement has today. Of rows that come to be the same one stays, of those that
    // succeeded the first. Damaged rows stay as they are.
    void renewKeys();

    StoredMeasurements all() const;
    std::vector<MeasurementSummary> summary() const;
    ReadableSummary readableSummary() const;

private:
    struct Row {
        std::int64_t id = 0;
        std::int64_t device = 0;
        std::string status;
        std::string point_key;
        std::string signature;
    };

    std::vector<Row> wronglyKept() const;
    template <typename Take>
    Damage each(const Take& take) const;

    SQLite::Database& m_sqlite;
};

}
