// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"
#include "core/estimate/trainingcost.h"
#include "core/model/model.h"

#include <optional>
#include <string>

namespace CLI {
class App;
}

namespace stagecraft {

// Length of a training run and how it is billed.
class BillingChoice {
public:
    void add(CLI::App& command);
    // Errors: OptionUnsupported if tokens are given for a model of samples or the reverse, or if only one of power and
    // energy price is given; OptionOutOfRange.
    Result<BillingOptions> options(const Model& model) const;

private:
    std::optional<double> m_tokens;
    std::optional<double> m_samples;
    std::optional<BilledUnit> m_unit;
    std::optional<double> m_preemptions;
    std::optional<Seconds> m_checkpoint_interval;
    std::optional<Seconds> m_checkpoint_time;
    std::optional<Seconds> m_restart_time;
    std::optional<double> m_power;
    std::optional<double> m_energy_price;
};

}
