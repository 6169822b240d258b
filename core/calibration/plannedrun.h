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

// Framework and device type of a table of runs whose rows do not state them.
struct RunSetting {
    FrameworkChoice framework {};
    const CatalogueEntry* type = nullptr; // device type of the runs; null: the catalogue type of each row's name
};

// A measured run as a problem with its plan; values that its row lacks are the framework's defaults.
struct PlannedRun {
    Problem problem;
    Plan plan;
    bool batch_known = true; // if false, the number of micro-batches is assumed to fill the pipeline twice

    double samples() const { return static_cast<double>(problem.workload.global_batch); } // samples per step
    double tokens() const { return samples() * static_cast<double>(problem.workload.sequence); }
};

// Returns the plan of a run, or the reason why there is none. Safe from any thread.
tl::expected<PlannedRun, Message> plannedRun(const Run& run, const RunSetting& setting);

// Returns the device type of a row's name in its most common form: "A100" is an A100-80GB. Null if the catalogue has no
// such name.
const CatalogueEntry* typeOf(const std::string& device);

// Returns the most frequent device type of the runs; null if none of their devices is known.
const CatalogueEntry* usualType(const std::vector<Run>& runs);

// Returns the step time from the row's throughput, or the reason why it is unknown. FLOP rates count FLOPs as in the
// papers on Megatron-LM.
tl::expected<Seconds, Message> measuredStep(const Run& run, const PlannedRun& planned);

// Returns the kind of bytes that published runs of a framework report unless their rows state it.
MemoryKind usualKind(Framework framework);

// Returns the reason why the measured memory of a run cannot be compared; empty if it can.
Message memoryObstacle(const Run& run);

}
