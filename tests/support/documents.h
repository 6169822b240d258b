// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/session/document.h"
#include "core/store/workspace.h"
#include "tests/support/patience.h"
#include "tests/support/programs.h"

#include <QSignalSpy>

// Documents with planning sessions and measurements, and the contents of their files.
namespace stagecraft::testing {

inline Problem problemWith(std::int64_t global_batch)
{
    Problem problem;
    problem.model = readModel(TEST_DATA "/models/gpt2-tiny.json").value();
    problem.workload.global_batch = global_batch;
    problem.workload.sequence = problem.model.default_sequence;
    problem.cluster = parseCluster("4xcpu:8GiB").value();
    return problem;
}

inline Measurement measurementAt(std::int64_t micro_batch, MeasurementStatus status = MeasurementStatus::Done)
{
    Measurement measurement;
    measurement.point = pointOf(embeddingOf(100, 64, 32), {64}, micro_batch, 64);
    measurement.device = {DeviceKind::Cpu, "a processor", Bytes(1 << 30), "libtorch 2.11.0", "", 2};
    measurement.status = status;
    measurement.measured_at = "2026-11-21T12:00:00Z";
    return measurement;
}

// Opens a document and waits for the result; true for opened().
inline bool openAndWait(Document& document, const QString& path)
{
    QSignalSpy opened(&document, &Document::opened);
    QSignalSpy failed(&document, &Document::failed);
    document.open(path);
    return comes([&] { return opened.size() + failed.size() > 0; }) && failed.isEmpty();
}

inline std::optional<Problem> storedProblem(const QString& path)
{
    return Workspace::open(path.toStdString(), OpenMode::ReadOnly).value().problem().value();
}

inline std::size_t storedMeasurements(const QString& path)
{
    return Workspace::open(path.toStdString(), OpenMode::ReadOnly).value().measurements().value().size();
}

}
