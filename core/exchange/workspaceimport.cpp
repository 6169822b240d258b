// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "core/exchange/workspaceimport.h"

#include "core/words/launcher.h"

#include <algorithm>
#include <filesystem>
#include <map>
#include <utility>

namespace stagecraft {

namespace {

// Index for many lookups.
class Present {
public:
    explicit Present(const std::vector<Measurement>& measurements)
    {
        for (const Measurement& measurement : measurements) {
            m_at[pointKey(measurement.point)].push_back(&measurement);
        }
    }

    // Returns the measurement of the same point and device; null if there is none.
    const Measurement* find(const Measurement& other) const
    {
        const auto at = m_at.find(pointKey(other.point));
        if (at == m_at.end()) {
            return nullptr;
        }
        const auto same = std::find_if(at->second.begin(), at->second.end(),
                                       [&](const Measurement* m) { return m->device == other.device; });
        return same == at->second.end() ? nullptr : *same;
    }

private:
    std::map<std::string, std::vector<const Measurement*>> m_at; // keyed by point
};

bool isBetter(const Measurement& measurement, const Measurement* present)
{
    return present == nullptr
        || (measurement.status == MeasurementStatus::Done && present->status != MeasurementStatus::Done);
}

}

Result<ImportSummary> importWorkspace(Workspace& workspace, const std::string& path, std::stop_token stop)
{
    std::error_code status;
    if (std::filesystem::equivalent(path, workspace.path(), status)) {
        return failure(ErrorCode::OptionUnsupported,
                       {words::launcher::file_to_import, path, words::launcher::another_workspace});
    }
    const auto other = Workspace::open(path, OpenMode::ReadOnly, std::move(stop));
    if (!other) {
        return failure(other.error());
    }
    const auto found = other->storedMeasurements();
    if (!found) {
        return failure(found.error());
    }
    Damage damage = found->damage;
    const auto probes = other->latestProbes(&damage);
    if (!probes) {
        return failure(probes.error());
    }
    const auto descriptions = other->descriptions(&damage);
    if (!descriptions) {
        return failure(descriptions.error());
    }
    const auto traces = other->traces(&damage);
    if (!traces) {
        return failure(traces.error());
    }
    const auto present = workspace.measurements();
    if (!present) {
        return failure(present.error());
    }
    const Present known(*present);
    std::vector<MeasurementLine> lines;
    for (const Measurement& measurement : found->measurements) {
        if (isBetter(measurement, known.find(measurement))) {
            lines.push_back({measurement, {}, 0});
        }
    }
    const auto added = workspace.addLines(lines, *probes, *descriptions, *traces);
    if (!added) {
        return failure(added.error());
    }
    ImportSummary summary;
    summary.measurements = static_cast<int>(found->measurements.size());
    summary.added = added->measurements;
    summary.probes = static_cast<int>(probes->size());
    summary.probes_added = added->probes;
    summary.descriptions = static_cast<int>(descriptions->size());
    summary.descriptions_added = added->descriptions;
    summary.traces = static_cast<int>(traces->size());
    summary.traces_added = added->traces;
    summary.damage = std::move(damage);
    return summary;
}

}
