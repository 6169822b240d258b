// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/hardware/catalogue.h"
#include "core/plan/plan.h"
#include "core/runs/run.h"

#include <tl/expected.hpp>

#include <string>
#include <vector>

namespace stagecraft {

// Who trained the runs of a table, and on what, where their rows do not say it.
struct RunSetting {
    FrameworkChoice framework {};
    const CatalogueEntry* type = nullptr; // of their devices; null: the catalogue's of each row's name
};

// A measured run as a question with its plan: what its row leaves out is filled in as the framework does it.
struct PlannedRun {
    Problem problem;
    Plan plan;
    bool batch_known = true; // else as many micro-batches are taken as fill the pipeline twice

    double samples() const { return static_cast<double>(problem.workload.global_batch); } // of a step
    double tokens() const { return samples() * static_cast<double>(problem.workload.sequence); }
};

// The plan of a run, or why there is none. Safe from any thread.
tl::expected<PlannedRun, Message> plannedRun(const Run& run, const RunSetting& setting);

// The device type of a row's name, in the form that most machines have: "A100" is an A100-80GB. Null for a name that
// the catalogue does not know.
const CatalogueEntry* typeOf(const std::string& device);

// The device type of most of the runs; null where none of their devices is known.
const CatalogueEntry* usualType(const std::vector<Run>& runs);

// How long a step took, from what the row tells of its speed, or why that is not known. Rates of operations are of
// those that papers on Megatron-LM count.
tl::expected<Seconds, Message> measuredStep(const Run& run, const PlannedRun& planned);

// Which bytes the published runs of a framework count where their rows do not say it.
MemoryKind usualKind(Framework framework);

// Why the measured memory of a run cannot be compared; empty: it can.
Message memoryObstacle(const Run& run);

}
