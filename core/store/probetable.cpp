// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "core/store/probetable.h"

#include "core/base/identity.h"
#include "core/json/codec.h"

#include <nlohmann/json.hpp>

namespace stagecraft {

ProbeTable::ProbeTable(SQLite::Database& sqlite) : m_sqlite(sqlite) {}

bool ProbeTable::add(const DeviceProbe& probe, std::int64_t device)
{
    const auto json = encodeJson(probe);
    (void)decodeJson<DeviceProbe>(json, "probe"); // nothing goes in that would not come out again
    const std::string payload = jsonText(json);
    SQLite::Statement insert(m_sqlite, R"sql(
        INSERT INTO probe (device_id, device_index, measured_at, content_hash, payload) VALUES (?, ?, ?, ?, ?)
        ON CONFLICT DO NOTHING)sql");
    insert.bind(1, device);
    insert.bind(2, probe.device_index);
    insert.bind(3, probe.measured_at);
    insert.bind(4, contentHash(payload));
    insert.bind(5, payload);
    return insert.exec() > 0;
}

std::vector<DeviceProbe> ProbeTable::latest() const
{
    std::vector<DeviceProbe> probes;
    if (!m_sqlite.tableExists("probe")) {
        return probes;
    }
    SQLite::Statement select(m_sqlite, R"sql(
        SELECT id, payload FROM (
            SELECT id, payload, min(id) OVER device AS first,
                   row_number() OVER (device ORDER BY measured_at DESC, id DESC) AS age
            FROM probe
            WINDOW device AS (PARTITION BY device_id, device_index))
        WHERE age = 1 ORDER BY first)sql");
    while (select.executeStep()) {
        const std::string path = "probe " + select.getColumn(0).getString();
        probes.push_back(decodeJson<DeviceProbe>(parseJson(select.getColumn(1).getString()), path));
    }
    return probes;
}

}
