// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "core/store/measurementtable.h"

#include "core/store/storedvalue.h"
#include "core/words/store.h"

#include <algorithm>

namespace stagecraft {

MeasurementTable::MeasurementTable(SQLite::Database& sqlite) : m_sqlite(sqlite) {}

bool MeasurementTable::put(const Measurement& measurement, std::int64_t device)
{
    const auto json = encodeJson(measurement);
    (void)decodeJson<Measurement>(json, "measurement"); // reject values that could not be read again
    SQLite::Statement insert(m_sqlite, R"sql(
        INSERT INTO measurement (point_key, device_id, signature, micro_batch, sequence, status, measured_at, payload)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?)
        ON CONFLICT (point_key, device_id) DO UPDATE
        SET status = excluded.status, measured_at = excluded.measured_at, payload = excluded.payload
        WHERE measurement.status <> 'done' AND measurement.payload <> excluded.payload)sql");
    insert.bind(1, pointKey(measurement.point));
    insert.bind(2, device);
    insert.bind(3, signatureOf(measurement.point.spec));
    insert.bind(4, measurement.point.micro_batch);
    insert.bind(5, measurement.point.sequence);
    insert.bind(6, std::string(nameOf(measurement.status)));
    insert.bind(7, measurement.measured_at);
    insert.bind(8, jsonText(json));
    return insert.exec() > 0;
}

bool MeasurementTable::remove(const ProfilePoint& point, std::int64_t device)
{
    SQLite::Statement statement(m_sqlite, "DELETE FROM measurement WHERE point_key = ? AND device_id = ?");
    statement.bind(1, pointKey(point));
    statement.bind(2, device);
    return statement.exec() > 0;
}

void MeasurementTable::renewKeys()
{
    SQLite::Statement update(m_sqlite, "UPDATE OR IGNORE measurement SET point_key = ?, signature = ? WHERE id = ?");
    SQLite::Statement removeOther(m_sqlite, R"sql(
        DELETE FROM measurement
        WHERE point_key = ? AND device_id = ? AND (status <> 'done' OR id > ?) AND ? = 'done')sql");
    SQLite::Statement removeThis(m_sqlite, "DELETE FROM measurement WHERE id = ?");
    for (const Row& row : wronglyKept()) {
        const auto updated = [&] {
            update.reset();
            update.bind(1, row.point_key);
            update.bind(2, row.signature);
            update.bind(3, row.id);
            return update.exec() > 0;
        };
        if (updated()) {
            continue;
        }
        removeOther.reset();
        removeOther.bind(1, row.point_key);
        removeOther.bind(2, row.device);
        removeOther.bind(3, row.id);
        removeOther.bind(4, row.status);
        removeOther.exec();
        if (!updated()) {
            removeThis.reset();
            removeThis.bind(1, row.id);
            removeThis.exec();
        }
    }
}

// Returns rows whose key differs from that of their measurement, with the correct key; successes first.
std::vector<MeasurementTable::Row> MeasurementTable::wronglyKept() const
{
    SQLite::Statement select(m_sqlite, R"sql(
        SELECT id, device_id, status, point_key, signature, payload FROM measurement
        WHERE length(payload) <= ? ORDER BY status <> 'done', id)sql");
    select.bind(1, mostLettersOfAValue);
    std::vector<Row> rows;
    while (select.executeStep()) {
        try {
            const auto measurement = decodeJson<Measurement>(parseJson(select.getColumn(5).getString()), "measurement");
            Row row {select.getColumn(0).getInt64(), select.getColumn(1).getInt64(), select.getColumn(2).getString(),
                     pointKey(measurement.point), signatureOf(measurement.point.spec)};
            if (row.point_key != select.getColumn(3).getString() || row.signature != select.getColumn(4).getString()) {
                rows.push_back(std::move(row));
            }
        } catch (const DecodeError&) { // damaged rows are reported by all()
            continue;
        }
    }
    return rows;
}

// Calls take() for each readable measurement.
template <typename Take>
Damage MeasurementTable::each(const Take& take) const
{
    Damage damage;
    SQLite::Statement select(m_sqlite,
                             "SELECT id, CASE WHEN length(payload) <= ? THEN payload END FROM measurement ORDER BY id");
    select.bind(1, mostLettersOfAValue);
    while (select.executeStep()) {
        const auto name = [&] { return say(words::store::measurement, select.getColumn(0).getInt64()); };
        if (auto measurement = storedValue<Measurement>(select.getColumn(1), damage, name)) {
            take(*std::move(measurement));
        }
    }
    return damage;
}

StoredMeasurements MeasurementTable::all() const
{
    StoredMeasurements stored;
    stored.damage = each([&](Measurement measurement) { stored.measurements.push_back(std::move(measurement)); });
    return stored;
}

std::vector<MeasurementSummary> MeasurementTable::summary() const
{
    SQLite::Statement select(m_sqlite, R"sql(
        SELECT kind, name, memory_bytes, software, driver, threads,
               sum(status = ?), sum(status = ?), sum(status = ?), min(measured_at), max(measured_at)
        FROM measurement JOIN device ON device.id = measurement.device_id
        GROUP BY device.id ORDER BY device.id)sql");
    int index = 0;
    for (const auto status : {MeasurementStatus::Done, MeasurementStatus::OutOfMemory, MeasurementStatus::Failed}) {
        select.bind(++index, std::string(nameOf(status)));
    }
    std::vector<MeasurementSummary> summary;
    while (select.executeStep()) {
        MeasurementSummary row;
        row.device.kind = fromName<DeviceKind>(select.getColumn(0).getString()).value_or(DeviceKind::Cpu);
        row.device.name = select.getColumn(1).getString();
        row.device.memory = Bytes(select.getColumn(2).getInt64());
        row.device.software = select.getColumn(3).getString();
        row.device.driver = select.getColumn(4).getString();
        row.device.threads = select.getColumn(5).getInt();
        row.done = select.getColumn(6).getInt64();
        row.out_of_memory = select.getColumn(7).getInt64();
        row.failed = select.getColumn(8).getInt64();
        row.first_at = select.getColumn(9).getString();
        row.last_at = select.getColumn(10).getString();
        summary.push_back(std::move(row));
    }
    return summary;
}

ReadableSummary MeasurementTable::readableSummary() const
{
    ReadableSummary readable {summary(), {}};
    for (MeasurementSummary& device : readable.devices) {
        device.done = device.out_of_memory = device.failed = 0;
    }
    readable.damage = each([&](const Measurement& measurement) {
        const auto device =
            std::find_if(readable.devices.begin(), readable.devices.end(),
                         [&](const MeasurementSummary& known) { return known.device == measurement.device; });
        if (device != readable.devices.end()) {
            const MeasurementStatus status = measurement.status;
            ++(status == MeasurementStatus::Done              ? device->done
                   : status == MeasurementStatus::OutOfMemory ? device->out_of_memory
                                                              : device->failed);
        }
    });
    return readable;
}

}
