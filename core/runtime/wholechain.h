// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"
#include "core/model/model.h"
#include "core/problem/problem.h"
#include "core/runtime/device.h"

namespace stagecraft {

// What one whole training step in one process needs: what the ledger's composition of single layers has to come out at.
struct StepPeak {
    // Most bytes alive: parameters, buffers, optimizer states, the input of the micro-batch that runs, and all that the
    // step makes, without `samples`.
    Bytes peak;
    Bytes parameters;
    Bytes buffers;
    Bytes optimizer_state;
    Bytes input; // of the micro-batch that runs
    Bytes samples; // where inputs are copied from, and labels, of the whole step
    double first_loss =
        0.0; // of the last micro-batch of the first step, before any update; without a loss the mean output
    double last_loss = 0.0; // of the same micro-batch in the measured step, after one update
    Seconds step;
};

// Builds all layers of the model with random weights and trains them on random samples for two steps of `micro_batches`
// micro-batches each, which run one after the other and add up their gradients; the second step is measured.
// Errors: OptionUnsupported (layer tables), OptionOutOfRange (counts below 1), OutOfMemory, WorkerFailed with
// libtorch's message. One call at a time in a process, as measureLayer().
Result<StepPeak> trainWholeChain(const Model& model, const Workload& workload, std::int64_t micro_batch,
                                 std::int64_t micro_batches, const RuntimeDevice& device,
                                 LayerRunOptions run_options = {});

}
