// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/profile/deviceprobe.h"
#include "core/store/workspace.h"

#include <SQLiteCpp/SQLiteCpp.h>

#include <cstdint>
#include <vector>

namespace stagecraft {

// Probes of devices, as JSON. All are kept: a device may be slower today. Throws SQLite::Exception and DecodeError.
class ProbeTable {
public:
    explicit ProbeTable(SQLite::Database& sqlite);

    // False if the very same probe is there already.
    bool add(const DeviceProbe& probe, std::int64_t device);
    // The latest of each device that can be read, in the order in which the devices were first probed. None in a
    // workspace of version 1, which has no such table.
    std::vector<DeviceProbe> latest(Damage& damage) const;

private:
    SQLite::Database& m_sqlite;
};

}
