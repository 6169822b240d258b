// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "core/store/workerlinetable.h"

#include "core/base/identity.h"
#include "core/json/codec.h"

#include <nlohmann/json.hpp>

namespace stagecraft {

WorkerLineTable::WorkerLineTable(SQLite::Database& sqlite)
    : m_insert(sqlite, "INSERT INTO worker_line (job, sequence, content_hash) VALUES (?, ?, ?) ON CONFLICT DO NOTHING")
{
}

bool WorkerLineTable::take(const MeasurementLine& line)
{
    m_insert.reset();
    m_insert.bind(1, line.job);
    m_insert.bind(2, line.sequence);
    m_insert.bind(3, contentHash(jsonText(encodeJson(line.measurement))));
    return m_insert.exec() > 0;
}

}
