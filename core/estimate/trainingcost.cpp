// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "core/estimate/trainingcost.h"

#include "core/base/format.h"
#include "core/base/numbertext.h"
#include "core/words/common.h"
#include "core/words/estimate.h"

#include <algorithm>
#include <cmath>

namespace stagecraft {

namespace {

constexpr double secondsPerDay = 86400;

// Devices that a plan uses of one group of nodes.
struct GroupUse {
    const ClusterGroup* group = nullptr;
    int devices = 0;

    int nodes() const { return (devices + group->devices_per_node - 1) / group->devices_per_node; }
    // Nodes to bill: whole ones, or the fraction that the devices make up.
    double billed(BilledUnit unit) const
    {
        return unit == BilledUnit::Nodes ? nodes() : static_cast<double>(devices) / group->devices_per_node;
    }
};

// Returns the used groups. A group's devices fill node after node.
std::vector<GroupUse> usesOf(const Cluster& cluster, const Plan& plan)
{
    std::vector<GroupUse> uses(cluster.groups.size());
    for (std::size_t i = 0; i < uses.size(); ++i) {
        uses[i].group = &cluster.groups[i];
    }
    for (const DeviceRange& range : deviceRanges(plan)) {
        uses.at(static_cast<std::size_t>(range.group)).devices += range.count;
    }
    std::erase_if(uses, [](const GroupUse& use) { return use.devices == 0; });
    return uses;
}

Argument countOf(double count)
{
    return count == std::floor(count) ? Argument(static_cast<std::int64_t>(count)) : Argument(count);
}

// Appends a message to those before, if any.
void append(Message& all, Message next)
{
    all = all.empty() ? std::move(next) : say(words::common::both, std::move(all), std::move(next));
}

Message sourceOf(const Offer& offer)
{
    Message source = offer.source().empty() ? Message(words::estimate::no_source) : offer.source();
    return offer.date().empty() ? source : say(words::estimate::dated_source, std::move(source), offer.date());
}

// Returns the source of a group's price: "given" if the user changed it after taking the offer.
Message priceSource(const ClusterGroup& group)
{
    if (!group.offer || !offerFault(*group.offer).empty() || hourlyPrice(*group.offer) != *group.price_per_node) {
        return words::estimate::given_price;
    }
    const Offer& offer = *group.offer;
    return offer.price_per_node ? say(words::common::at, offer.id(), sourceOf(offer))
                                : say(words::estimate::bought_price, offer.id(), offer.purchase_price->value,
                                      *offer.years_of_use, sourceOf(offer));
}

Message computingSource(const std::vector<GroupUse>& uses, BilledUnit unit)
{
    Message source;
    for (const GroupUse& use : uses) {
        const Usd of_node(use.group->price_per_node->value);
        const bool whole = unit == BilledUnit::Nodes;
        append(source,
               say(words::estimate::at_price,
                   whole ? say(words::estimate::nodes, use.nodes()) : say(words::common::devices, use.devices),
                   whole ? of_node : of_node / use.group->devices_per_node, priceSource(*use.group)));
    }
    return source;
}

bool mayBePreempted(const ClusterGroup& group, const BillingOptions& options)
{
    return group.offer ? group.offer->kind == OfferKind::Spot : options.preemptions_per_node_hour.has_value();
}

// Returns the preemption rate of all nodes together. Empty if no node is preemptible, or if the rate is unknown.
std::optional<PerHour> preemptionsOf(const std::vector<GroupUse>& uses, const BillingOptions& options,
                                     TrainingCost& training_cost)
{
    std::optional<PerHour> all;
    for (const GroupUse& use : uses) {
        if (!mayBePreempted(*use.group, options)) {
            continue;
        }
        const auto& offer = use.group->offer;
        const auto known = options.preemptions_per_node_hour ? options.preemptions_per_node_hour
            : offer->preemptions_per_node_hour               ? std::optional(offer->preemptions_per_node_hour->value)
                                                             : std::nullopt;
        if (!known) {
            training_cost.notes.push_back(say(words::estimate::preemptions_unknown, offer->id()));
            continue;
        }
        all = all.value_or(PerHour(0)) + *known * static_cast<double>(use.nodes());
    }
    return all;
}

Message preemptionSource(PerHour rate, const BillingOptions& options)
{
    return say(words::estimate::preemptions_assumed, rate.value, options.checkpoint_time, options.checkpoint_interval,
               options.restart_time);
}

// Energy cost of all used nodes. energyOf() is empty if no group bills energy.
struct Energy {
    UsdPerHour price;
    Message source;
};

std::optional<Energy> energyOf(const std::vector<GroupUse>& uses, const BillingOptions& options)
{
    std::optional<Energy> energy;
    for (const GroupUse& use : uses) {
        const auto& offer = use.group->offer;
        const bool offered = offer && offer->power_per_node && offer->energy_price;
        const bool given = options.power_per_node && options.energy_price;
        if (!offered && !given) {
            continue;
        }
        const Watts power = given ? *options.power_per_node : offer->power_per_node->value;
        const UsdPerKilowattHour price = given ? *options.energy_price : offer->energy_price->value;
        energy = energy.value_or(Energy {});
        energy->price += power * price * use.billed(options.unit);
        append(energy->source,
               say(words::estimate::energy, countOf(use.billed(options.unit)), power.value / 1000, Usd(price.value)));
    }
    return energy;
}

struct Times {
    Seconds middle;
    Seconds low;
    Seconds high;
};

TrainingCostItem lineOf(TrainingCostPart part, UsdPerHour price, const Times& times, Basis basis, Message source)
{
    return {part, {price * times.middle, price * times.low, price * times.high}, basis, std::move(source)};
}

Dollars scaledBy(const Dollars& amount, double factor)
{
    return {amount.middle * factor, amount.low * factor, amount.high * factor};
}

void addSums(TrainingCost& training_cost)
{
    training_cost.total = Dollars {};
    for (const TrainingCostItem& line : training_cost.lines) {
        *training_cost.total += line.amount;
    }
    training_cost.per_step = scaledBy(*training_cost.total, 1.0 / static_cast<double>(training_cost.steps));
    if (training_cost.amount > 0) {
        training_cost.per_million = scaledBy(*training_cost.total, 1e6 / static_cast<double>(training_cost.amount));
    }
}

}

Dollars& Dollars::operator+=(const Dollars& other)
{
    middle += other.middle;
    low += other.low;
    high += other.high;
    return *this;
}

std::string formatDollars(Usd amount)
{
    if (!std::isfinite(amount.value)) {
        return "without end";
    }
    if (amount.value < 1000) {
        return "$" + formatNumber(amount.value);
    }
    if (amount.value >= 1e15) { // too many digits to read
        return "$" + scientificText(amount.value, 2);
    }
    const double unit = std::pow(10, std::floor(std::log10(amount.value)) - 2);
    std::string digits = std::to_string(std::llround(std::round(amount.value / unit) * unit));
    for (std::size_t at = digits.size(); at > 3;) {
        at -= 3;
        digits.insert(at, ",");
    }
    return "$" + digits;
}

std::string formatDuration(Seconds time)
{
    if (!std::isfinite(time.value)) {
        return "never";
    }
    const double days = time.value / secondsPerDay;
    return days < 2 || days > 36525 ? formatSeconds(time) : formatNumber(days) + " days";
}

std::optional<UsdPerHour> billedPrice(const Cluster& cluster, const Plan& plan, BilledUnit unit)
{
    UsdPerHour price;
    for (const GroupUse& use : usesOf(cluster, plan)) {
        if (!use.group->price_per_node) {
            return std::nullopt;
        }
        price += *use.group->price_per_node * use.billed(unit);
    }
    return price;
}

std::optional<Usd> costOfStep(const Cluster& cluster, const Plan& plan, Seconds step)
{
    const auto price = billedPrice(cluster, plan);
    return price ? std::optional(*price * step) : std::nullopt;
}

std::int64_t amountOfStep(const Problem& problem)
{
    const std::int64_t each = problem.model.sample == SampleKind::Tokens ? problem.workload.sequence : 1;
    constexpr std::int64_t most = std::int64_t(1) << 62;
    const std::int64_t batch = problem.workload.global_batch;
    return each > 0 && batch > most / each ? most : batch * each;
}

double preemptionFactor(PerHour rate, const BillingOptions& options)
{
    const double training = options.checkpoint_interval.value;
    const double stretch = training + options.checkpoint_time.value;
    if (rate.value <= 0) {
        return stretch / training;
    }
    const double between = 3600.0 / rate.value;
    return between * std::exp(options.restart_time.value / between) * std::expm1(stretch / between) / training;
}

bool runFinishes(const TrainingCost& training_cost)
{
    if (training_cost.preemptions.value_or(PerHour(0)) <= PerHour(0)) {
        return true;
    }
    const double computing = (training_cost.time - training_cost.preemption_time).value;
    return std::isfinite(training_cost.time.value) && training_cost.time.value <= mostPreemptionFactor * computing;
}

WaitsTooLong waitsTooLong(PerHour rate, const BillingOptions& options)
{
    const Seconds between(3600.0 / rate.value);
    const Seconds longest = std::max({options.restart_time, options.checkpoint_interval, options.checkpoint_time});
    const auto isTooLong = [&](Seconds wait) { return wait > between || wait == longest; };
    return {between, isTooLong(options.restart_time), isTooLong(options.checkpoint_interval),
            isTooLong(options.checkpoint_time)};
}

TrainingCost trainingCostOf(const Estimate& estimate, const Plan& plan, const Problem& problem,
                            const BillingOptions& options)
{
    const std::vector<GroupUse> uses = usesOf(problem.cluster, plan);
    TrainingCost training_cost;
    const std::int64_t each = amountOfStep(problem);
    training_cost.steps = options.amount > 0 && each > 0 ? (options.amount - 1) / each + 1 : 1;
    training_cost.amount = training_cost.steps * each;
    for (const GroupUse& use : uses) {
        training_cost.nodes += use.nodes();
        training_cost.devices += use.devices;
    }
    const auto steps = static_cast<double>(training_cost.steps);
    const Times computing {estimate.step * steps, estimate.step_low * steps, estimate.step_high * steps};
    training_cost.preemptions = preemptionsOf(uses, options, training_cost);
    const double factor = training_cost.preemptions ? preemptionFactor(*training_cost.preemptions, options) : 1;
    training_cost.time = computing.middle * factor;
    training_cost.time_low = computing.low * factor;
    training_cost.time_high = computing.high * factor;
    training_cost.preemption_time = computing.middle * (factor - 1);
    training_cost.price = billedPrice(problem.cluster, plan, options.unit);
    if (!training_cost.price) {
        return training_cost;
    }
    const Basis basis = weaker(estimate.time_basis, Basis::Given);
    training_cost.lines.push_back(lineOf(TrainingCostPart::Computing, *training_cost.price, computing, basis,
                                         computingSource(uses, options.unit)));
    if (training_cost.preemptions) {
        const Times extra {training_cost.preemption_time, computing.low * (factor - 1), computing.high * (factor - 1)};
        training_cost.lines.push_back(lineOf(TrainingCostPart::Preemption, *training_cost.price, extra, Basis::Analytic,
                                             preemptionSource(*training_cost.preemptions, options)));
    }
    if (const auto energy = energyOf(uses, options)) {
        training_cost.lines.push_back(lineOf(TrainingCostPart::Energy, energy->price,
                                             {training_cost.time, training_cost.time_low, training_cost.time_high},
                                             basis, energy->source));
    }
    addSums(training_cost);
    return training_cost;
}

}
