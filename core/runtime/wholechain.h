// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"
#include "core/model/model.h"
#include "core/problem/problem.h"
#include "core/runtime/device.h"

namespace stagecraft {

// Memory of one whole training step in one process: the reference for the ledger's composition of single layers.
struct StepPeak {
    // Peak of live bytes: parameters, buffers, optimizer states, the running micro-batch's input, and everything that
    // the step allocates, excluding `samples`.
    Bytes peak;
    Bytes parameters;
    Bytes buffers;
    Bytes optimizer_state;
    Bytes input; // input of the running micro-batch
    Bytes samples; // storage that inputs are copied from, and labels, for the whole step
    double first_loss =
        0.0; // last micro-batch of the first step, before any update; the mean output if there is no loss
    double last_loss = 0.0; // same micro-batch in the measured step, after one update
    Seconds step;
};

// Builds all layers of the model with random weights and trains them on random samples for two steps of `micro_batches`
// micro-batches each, which run one after the other and accumulate gradients; the second step is measured. Errors:
// OptionUnsupported (layer tables), OptionOutOfRange (counts below 1), OutOfMemory, WorkerFailed with libtorch's
// message. One call at a time per process, like measureLayer().
Result<StepPeak> trainWholeChain(const Model& model, const Workload& workload, std::int64_t micro_batch,
                                 std::int64_t micro_batches, const RuntimeDevice& device,
                                 LayerRunOptions run_options = {});

}
