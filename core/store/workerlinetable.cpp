// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "core/store/workerlinetable.h"

#include "core/base/identity.h"
#include "core/json/codec.h"

#include <nlohmann/json.hpp>

namespace stagecraft {

namespace {

std::string hashOf(const Measurement& measurement)
{
    return contentHash(jsonText(encodeJson(measurement)));
}

}

WorkerLineTable::WorkerLineTable(SQLite::Database& sqlite)
    : m_insert(sqlite, "INSERT INTO worker_line (job, sequence, content_hash) VALUES (?, ?, ?) ON CONFLICT DO NOTHING")
    , m_delete(sqlite, "DELETE FROM worker_line WHERE content_hash = ?")
{
}

bool WorkerLineTable::take(const MeasurementLine& line)
{
    m_insert.reset();
    m_insert.bind(1, line.job);
    m_insert.bind(2, line.sequence);
    m_insert.bind(3, hashOf(line.measurement));
    return m_insert.exec() > 0;
}

void WorkerLineTable::forget(const Measurement& measurement)
{
    m_delete.reset();
    m_delete.bind(1, hashOf(measurement));
    m_delete.exec();
}

}
