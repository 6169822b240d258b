// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/profile/measurement.h"
#include "tests/support/programs.h"

#include <QByteArray>
#include <QFile>

// Contents of workspace files for tests.
namespace stagecraft::testing {

inline QByteArray contentOf(const QString& path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray("(not readable)");
}

// Measurement of a block of GPT-2 small.
inline Measurement measurementAt(std::int64_t micro_batch, MeasurementStatus status = MeasurementStatus::Done)
{
    Measurement measurement;
    measurement.point.spec = blockOf(768, 12, 3072);
    measurement.point.micro_batch = micro_batch;
    measurement.point.sequence = 512;
    measurement.device = {DeviceKind::Cpu, "CPU", Bytes(1 << 30), "libtorch 2.11.0", "", 2};
    measurement.status = status;
    measurement.memory.saved = Bytes(1000 * micro_batch);
    measurement.measured_at = "2026-10-02T08:00:00Z";
    return measurement;
}

}
