// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/memory/ledger.h"

#include <cstdint>
#include <utility>

namespace stagecraft {

// Returns the parameter bytes of a layer table's stage, for one version of the weights.
Bytes tableWeights(const ChainCosts& costs, LayerRange range);

// Computes the peak of a layer table's stage in the closed form that defines the memory of layer tables
// (docs/formats.md).
// `in_flight`: micro-batches in flight. `copies`: weight versions (stale or predicted) besides the trained one.
StagePeak tablePeak(const ChainCosts& costs, LayerRange range, std::int64_t in_flight, std::int64_t copies = 0);

// Ledger of a layer table's stage, operation by operation. Each pass peaks at the closed form for the micro-batches in
// flight during it; alive() is the same without the largest transient bytes.
class TableLedger {
public:
    TableLedger(const ChainCosts& costs, LayerRange range, std::int64_t copies = 0);

    void apply(const Operation& operation);
    MemoryBreakdown alive() const;
    StagePeak takePeak() { return std::exchange(m_peak, {}); }

private:
    StagePeak peakNow() const;

    // Closed form with nothing in flight. The form is linear in m_in_flight, so operations need not visit the layers.
    StagePeak m_none;
    MemoryBreakdown m_each; // bytes per micro-batch in flight
    std::int64_t m_in_flight = 0;
    StagePeak m_peak;
};

}
