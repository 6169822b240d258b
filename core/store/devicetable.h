// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/profile/measurement.h"

#include <SQLiteCpp/SQLiteCpp.h>

#include <cstdint>

namespace stagecraft {

// Distinct devices that measured. Throws SQLite::Exception.
class DeviceTable {
public:
    explicit DeviceTable(SQLite::Database& sqlite);

    // Returns the id of the device; adds it if it is new.
    std::int64_t idOf(const MeasuredDevice& device);

private:
    SQLite::Statement m_insert;
    SQLite::Statement m_select;
};

}
