// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "core/store/devicetable.h"

namespace stagecraft {

namespace {

void bindDevice(SQLite::Statement& statement, const MeasuredDevice& device)
{
    statement.reset();
    statement.bind(1, std::string(nameOf(device.kind)));
    statement.bind(2, device.name);
    statement.bind(3, device.memory.value);
    statement.bind(4, device.software);
    statement.bind(5, device.driver);
    statement.bind(6, device.threads);
}

}

DeviceTable::DeviceTable(SQLite::Database& sqlite)
    : m_insert(sqlite,
               "INSERT INTO device (kind, name, memory_bytes, software, driver, threads) VALUES (?, ?, ?, ?, ?, ?)"
               " ON CONFLICT DO NOTHING")
    , m_select(sqlite,
               "SELECT id FROM device WHERE kind = ? AND name = ? AND memory_bytes = ? AND software = ? AND driver = ?"
               " AND threads = ?")
{
}

std::int64_t DeviceTable::idOf(const MeasuredDevice& device)
{
    bindDevice(m_insert, device);
    m_insert.exec();
    bindDevice(m_select, device);
    m_select.executeStep();
    const std::int64_t id = m_select.getColumn(0).getInt64();
    m_select.reset();
    return id;
}

}
