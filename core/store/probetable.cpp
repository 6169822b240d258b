// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "core/store/probetable.h"

#include "core/base/identity.h"
#include "core/store/storedvalue.h"
#include "core/words/store.h"

namespace stagecraft {

ProbeTable::ProbeTable(SQLite::Database& sqlite) : m_sqlite(sqlite) {}

bool ProbeTable::add(const DeviceProbe& probe, std::int64_t device)
{
    const auto json = encodeJson(probe);
    (void)decodeJson<DeviceProbe>(json, "probe"); // reject values that could not be read again
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

std::vector<DeviceProbe> ProbeTable::latest(Damage& damage) const
{
    std::vector<DeviceProbe> probes;
    if (!m_sqlite.tableExists("probe")) {
        return probes;
    }
    SQLite::Statement select(m_sqlite, R"sql(
        SELECT id, CASE WHEN length(payload) <= ? THEN payload END, min(id) OVER device AS first
        FROM probe
        WINDOW device AS (PARTITION BY device_id, device_index)
        ORDER BY first, measured_at DESC, id DESC)sql");
    select.bind(1, mostLettersOfAValue);
    std::int64_t found = -1; // device whose latest probe was found, identified by its first one
    while (select.executeStep()) {
        const std::int64_t device = select.getColumn(2).getInt64();
        if (device == found) {
            continue;
        }
        const auto name = [&] { return say(words::store::probe, select.getColumn(0).getInt64()); };
        if (auto probe = storedValue<DeviceProbe>(select.getColumn(1), damage, name)) {
            probes.push_back(*std::move(probe));
            found = device;
        }
    }
    return probes;
}

}
