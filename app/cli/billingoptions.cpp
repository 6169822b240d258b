// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "app/cli/billingoptions.h"

#include "app/cli/options.h"
#include "core/base/csv.h"
#include "core/base/numbertext.h"

#include <cmath>
#include <tuple>

namespace stagecraft {

namespace {

CLI::Option* addNumberOption(CLI::App& command, const std::string& name, std::optional<double>& value, double least,
                             double most, const std::string& description)
{
    return command
        .add_option_function<std::string>(
            name, [&value](const std::string& text) { value = csvNumber(text); }, description)
        ->check(numberBetween(least, most))
        ->type_name("X");
}

tl::unexpected<Error> unsupported(const char* option, const char* value, const char* needed)
{
    return failure(ErrorCode::OptionUnsupported, {std::string(option), std::string(value), std::string(needed)});
}

}

void BillingChoice::add(CLI::App& command)
{
    const auto tokens = addNumberOption(command, "--tokens", m_tokens, 1, mostTrained,
                                        "Number of training tokens, as in 300e9 [those of one step]");
    addNumberOption(command, "--samples", m_samples, 1, mostTrained,
                    "Number of training samples, for images and layer tables")
        ->excludes(tokens);
    addEnumOption(command, "--bill", m_unit, "Billing unit: " + knownNames<BilledUnit>() + " [nodes]");
    addNumberOption(command, "--preemptions", m_preemptions, 0, mostPreemptions,
                    "Interruptions per spot node and hour; also applies to nodes without an offer [the offer's]");
    addDurationOption(command, "--checkpoint-interval", m_checkpoint_interval,
                      "Training time between two checkpoints [30min]");
    addDurationOption(command, "--checkpoint-time", m_checkpoint_time,
                      "Time that training stops to write a checkpoint [60s]");
    addDurationOption(command, "--restart-time", m_restart_time,
                      "Time from an interruption until training continues [10min]");
    addNumberOption(command, "--power", m_power, 0, mostPower,
                    "Watts per node, if energy is billed separately [the offer's]");
    addNumberOption(command, "--energy-price", m_energy_price, 0, mostEnergyPrice,
                    "USD per kilowatt hour [the offer's]");
}

Result<BillingOptions> BillingChoice::options(const Model& model) const
{
    const bool has_tokens = model.sample == SampleKind::Tokens;
    if (m_tokens && !has_tokens) {
        return unsupported("--tokens", "given with a model without tokens", "--samples");
    }
    if (m_samples && has_tokens) {
        return unsupported("--samples", "given with a model of tokens", "--tokens");
    }
    if (m_power.has_value() != m_energy_price.has_value()) {
        return unsupported(m_power ? "--power" : "--energy-price", "given alone",
                           "--power and --energy-price together");
    }
    BillingOptions billing;
    billing.amount = static_cast<std::int64_t>(std::ceil(m_tokens.value_or(m_samples.value_or(0))));
    billing.unit = m_unit.value_or(billing.unit);
    billing.checkpoint_interval = m_checkpoint_interval.value_or(billing.checkpoint_interval);
    billing.checkpoint_time = m_checkpoint_time.value_or(billing.checkpoint_time);
    billing.restart_time = m_restart_time.value_or(billing.restart_time);
    for (const auto& [option, wait, least] :
         {std::tuple {"--checkpoint-interval", billing.checkpoint_interval, leastCheckpointInterval},
          std::tuple {"--checkpoint-time", billing.checkpoint_time, Seconds(0)},
          std::tuple {"--restart-time", billing.restart_time, Seconds(0)}}) {
        if (!(wait >= least && wait <= longestWait)) {
            return failure(ErrorCode::OptionOutOfRange, {std::string(option), wait, least, longestWait});
        }
    }
    if (m_preemptions) {
        billing.preemptions_per_node_hour = PerHour(*m_preemptions);
    }
    if (m_power) {
        billing.power_per_node = Watts(*m_power);
        billing.energy_price = UsdPerKilowattHour(*m_energy_price);
    }
    return billing;
}

}
