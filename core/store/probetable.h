// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/profile/deviceprobe.h"
#include "core/store/workspace.h"

#include <SQLiteCpp/SQLiteCpp.h>

#include <cstdint>
#include <vector>

namespace stagecraft {

// Probes of devices, as JSON. All are kept, since the speed of a device may change. Throws SQLite::Exception and
// DecodeError.
class ProbeTable {
public:
    explicit ProbeTable(SQLite::Database& sqlite);

    // Returns false if the identical probe exists already.
    bool add(const DeviceProbe& probe, std::int64_t device);
    // Returns the latest readable probe of each device, ordered by each device's first probe. Empty for a workspace of
    // version 1, which has no such table.
    std::vector<DeviceProbe> latest(Damage& damage) const;

private:
    SQLite::Database& m_sqlite;
};

}
