// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/memory/ledger.h"

#include <cstdint>
#include <utility>

namespace stagecraft {

// Of one version of the weights of a layer table's stage.
Bytes tableWeights(const ChainCosts& costs, LayerRange range);

// The closed form that defines the memory of layer tables (docs/formats.md): a stage with so many micro-batches in
// flight. `copies`: of the weights, beside those that are trained: stale or predicted versions.
StagePeak tablePeak(const ChainCosts& costs, LayerRange range, std::int64_t in_flight, std::int64_t copies = 0);

// The same, operation by operation, with the micro-batches that are in flight then: each pass peaks at the closed form
// of what is in flight during it, and without the largest transient bytes that is what is alive.
class TableLedger {
public:
    TableLedger(const ChainCosts& costs, LayerRange range, std::int64_t copies = 0);

    void apply(const Operation& operation);
    MemoryBreakdown alive() const;
    StagePeak takePeak() { return std::exchange(m_peak, {}); }

private:
    StagePeak peakNow() const;

    // The closed form is linear in what is in flight, so that an operation need not look at the layers again.
    StagePeak m_none;
    MemoryBreakdown m_each; // of a micro-batch in flight
    std::int64_t m_in_flight = 0;
    StagePeak m_peak;
};

}
