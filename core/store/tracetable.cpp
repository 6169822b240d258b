// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "core/store/tracetable.h"

#include "core/base/identity.h"
#include "core/json/tracecodec.h"
#include "core/snapshot/curvebytes.h"
#include "core/store/storedvalue.h"
#include "core/words/common.h"
#include "core/words/store.h"

namespace stagecraft {

namespace {

struct Encoded {
    std::string payload;
    std::string curve;
    std::string hash; // hash of both
};

Encoded encoded(const MemoryTrace& trace)
{
    const auto json = encodeJson(trace);
    (void)decodeJson<MemoryTrace>(json, "trace"); // reject values that could not be read again
    Encoded made {jsonText(json), encodeCurve(trace.curve), {}};
    made.hash = contentHash(made.payload + made.curve);
    return made;
}

}

TraceTable::TraceTable(SQLite::Database& sqlite) : m_sqlite(sqlite) {}

bool TraceTable::add(const MemoryTrace& trace)
{
    const Encoded made = encoded(trace);
    SQLite::Statement insert(m_sqlite, R"sql(
        INSERT INTO memory_trace (name, device_index, recorded_at, content_hash, payload, curve)
        VALUES (?, ?, ?, ?, ?, ?)
        ON CONFLICT DO NOTHING)sql");
    insert.bind(1, trace.name);
    insert.bind(2, trace.device);
    insert.bind(3, trace.recorded_at);
    insert.bind(4, made.hash);
    insert.bind(5, made.payload);
    insert.bindNoCopy(6, made.curve.data(), static_cast<int>(made.curve.size()));
    return insert.exec() > 0;
}

bool TraceTable::remove(const MemoryTrace& trace)
{
    SQLite::Statement remove(m_sqlite, "DELETE FROM memory_trace WHERE content_hash = ?");
    remove.bind(1, encoded(trace).hash);
    return remove.exec() > 0;
}

std::vector<MemoryTrace> TraceTable::all(Damage& damage) const
{
    std::vector<MemoryTrace> traces;
    if (!m_sqlite.tableExists("memory_trace")) {
        return traces;
    }
    SQLite::Statement select(m_sqlite, R"sql(
        SELECT id, CASE WHEN length(payload) <= ? THEN payload END, CASE WHEN length(curve) <= ? THEN curve END
        FROM memory_trace ORDER BY id)sql");
    select.bind(1, mostLettersOfAValue);
    select.bind(2, mostLettersOfAValue);
    while (select.executeStep()) {
        const auto name = [&] { return say(words::store::memory_snapshot, select.getColumn(0).getInt64()); };
        auto trace = storedValue<MemoryTrace>(select.getColumn(1), damage, name);
        if (!trace) {
            continue;
        }
        auto curve = decodeCurve(select.getColumn(2).getString());
        if (!curve) {
            damage.add([&] { return say(words::common::at, name(), words::store::curve_damaged); });
            continue;
        }
        trace->curve = *std::move(curve);
        traces.push_back(*std::move(trace));
    }
    return traces;
}

}
