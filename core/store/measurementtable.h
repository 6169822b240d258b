// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/store/workspace.h"

#include <SQLiteCpp/SQLiteCpp.h>

#include <cstdint>
#include <vector>

namespace stagecraft {

// Measurements, one per point and device: the whole as JSON, plus columns for queries. Throws SQLite::Exception and
// DecodeError.
class MeasurementTable {
public:
    explicit MeasurementTable(SQLite::Database& sqlite);

    // Adds a measurement, or replaces one that did not succeed. Returns false if nothing changed.
    bool put(const Measurement& measurement, std::int64_t device);
    // Returns false if there was none at this point.
    bool remove(const ProfilePoint& point, std::int64_t device);

    // Updates each row's key to the current one of its measurement. Of rows that become duplicates one is kept,
    // preferably the first success. Damaged rows are unchanged.
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
