// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "core/estimate/plancosts.h"

#include "core/cost/prior/analyticcost.h"
#include "core/cost/tracereading.h"
#include "core/framework/framework.h"
#include "core/framework/limits.h"
#include "core/memory/outofcore/compression.h"
#include "core/memory/policy.h"
#include "core/model/flops.h"
#include "core/model/parameters.h"
#include "core/schedule/schedule.h"
#include "core/simulation/collectivetimes.h"
#include "core/words/common.h"
#include "core/words/estimate.h"
#include "core/words/problem.h"

#include <algorithm>
#include <map>
#include <string>
#include <tuple>
#include <utility>
#include <variant>

namespace stagecraft {

namespace {

using Collectives = std::vector<LayerCollective>;

// Returns the possible positions of the ranks that share layers, over the pipeline ranks of a cluster's group, one of
// which begins with device `some`. Positions repeat after the devices of a node.
std::vector<LayerGroups> groupsOver(const ClusterGroup& group, const LayerDegrees& degrees, int some)
{
    const int ranks = degrees.ranks();
    const int experts = degrees.sharding.expert;
    const int devices = group.nodes * group.devices_per_node;
    const int begin = some % (ranks * experts);
    std::vector<LayerGroups> all;
    for (int first = begin; first + ranks <= devices; first += ranks) {
        LayerGroups groups = layerGroups(group, first, degrees);
        const int block = first - (first - begin) % (ranks * experts);
        groups.expert = stridedRanks(group, block, experts, ranks);
        all.push_back(groups);
        const int done = first + ranks - begin;
        if (done % group.devices_per_node == 0 && done / ranks % experts == 0) {
            break;
        }
    }
    return all;
}

// Attention's work of a context-parallel rank.
struct AttentionWork {
    double longer = 1; // factor of the layer's passes, relative to the rank's share of the tokens alone
    double share = 0; // fraction of the passes
};

Flops flopsOf(const ProfilePoint& point)
{
    const auto* program = std::get_if<Program>(&point.spec);
    return program != nullptr ? forwardFlops(*program, inputShapes(point)) : Flops(0);
}

// Attention combines the rank's tokens with all tokens, so its work exceeds that of `part` alone.
AttentionWork attentionWork(const ProfilePoint& whole, const ProfilePoint& part, int ranks)
{
    const double of_rank = flopsOf(whole).value / ranks;
    const double alone = flopsOf(part).value;
    if (alone <= 0 || of_rank <= alone) {
        return {};
    }
    return {of_rank / alone, std::min(1.0, (of_rank - alone) / (1 - 1.0 / ranks) / of_rank)};
}

class SharedChain {
public:
    SharedChain(const CostModel& model, const Problem& problem, std::int64_t micro_batch, const ChainUse& use)
        : m_model(model)
        , m_problem(problem)
        , m_micro_batch(micro_batch)
        , m_policies(use.policies)
        , m_degrees(use.degrees)
        , m_compressor(use.training.compressor)
        , m_device_group(use.device_group)
        , m_group(problem.cluster.groups[static_cast<std::size_t>(use.device_group)])
        , m_first_device(use.first_device)
        , m_combines_passes(use.combines_passes)
        , m_part(problem.workload)
    {
        m_part.sequence = std::max<std::int64_t>(1, m_part.sequence / m_degrees.context);
    }

    Result<ChainCosts> make()
    {
        if (auto possible = checkAttention(); !possible) {
            return failure(possible.error());
        }
        const auto sent = collectives(false);
        const auto again = runsAgain() ? collectives(true) : sent;
        if (!sent || !again) {
            return failure(sent ? again.error() : sent.error());
        }
        auto costs = costsOfPart();
        if (!costs) {
            return failure(costs.error());
        }
        const bool divides = m_degrees.context > 1; // shards tokens
        const auto whole = divides ? chainPoints(m_problem.model, m_problem.workload, m_micro_batch) : noPoints();
        const auto part = divides || keepsResults() ? chainPoints(m_problem.model, m_part, m_micro_batch) : noPoints();
        if (!whole || !part) {
            return failure(!whole ? whole.error() : part.error());
        }
        if (auto added = addExpertCapacity(*costs); !added) {
            return failure(added.error());
        }
        const auto groups = groupsOver(m_group, m_degrees, m_first_device);
        AttentionWork work; // computed once for equal layers
        for (std::size_t l = 0; l < costs->layers.size(); ++l) {
            LayerCost& cost = costs->layers[l];
            const bool recomputed = runsAgain(m_policies.of(static_cast<int>(l)));
            const Collectives& own = recomputed ? (*again)[l] : (*sent)[l];
            if (divides) {
                if (l == 0 || (*whole)[l] != (*whole)[l - 1] || (*part)[l] != (*part)[l - 1]) {
                    work = attentionWork((*whole)[l], (*part)[l], m_degrees.context);
                }
                lengthen(cost, work.longer);
                addArriving(cost, own);
                costs->basis = weaker(costs->basis, Basis::Scaled);
            }
            if (keepsResults()) {
                addResults(cost, (*part)[l], recomputed);
            }
            addWaiting(cost, own, groups, work.share);
            cost.experts.gradients =
                m_degrees.sharding.expert > 1 ? scaled(cost.memory.gradients, cost.experts.of_gradients) : Bytes(0);
        }
        return costs;
    }

private:
    static Result<std::vector<ProfilePoint>> noPoints() { return std::vector<ProfilePoint>(); }

    Result<void> checkAttention() const
    {
        const auto refused = [&](const Message& why) {
            return failure(ErrorCode::OptionUnsupported,
                           {say(words::estimate::context_degree_where, why), m_degrees.context, 1});
        };
        if (m_degrees.context == 1) {
            return {};
        }
        if (auto known = requireContext(m_problem.constraints.framework, m_problem.model); !known) {
            return known;
        }
        if (m_problem.model.sample != SampleKind::Tokens) {
            return refused(words::estimate::samples_without_tokens);
        }
        if (m_problem.workload.attention == AttentionKind::Eager) {
            return refused(words::estimate::scores_kept);
        }
        if (m_problem.workload.sequence % m_degrees.context != 0) {
            return failure(ErrorCode::FieldNotDivisible,
                           {words::problem::field_sequence, m_problem.workload.sequence,
                            words::common::field_context_degree, m_degrees.context});
        }
        for (const Layer& layer : m_problem.model.layers) {
            const auto* program = std::get_if<Program>(&layer.spec);
            if (program == nullptr) {
                continue;
            }
            for (const Statement& statement : program->statements()) {
                const auto* attention = std::get_if<Attention>(&statement.op);
                if (attention != nullptr && (attention->biased || attention->sinks)) {
                    return refused(words::estimate::scores_added);
                }
                if (attention != nullptr && attention->per_image) {
                    return refused(words::estimate::samples_with_image);
                }
                if (attention != nullptr && (attention->gives_keys || attention->takes_keys)) {
                    return refused(words::estimate::keys_shared);
                }
                if (std::holds_alternative<GatedDeltaRule>(statement.op)
                    || std::holds_alternative<Mamba2>(statement.op)) {
                    return refused(words::estimate::state_of_tokens);
                }
            }
        }
        return {};
    }

    Result<std::vector<Collectives>> collectives(bool recompute) const
    {
        return collectivesOf(m_problem.model, m_problem.workload, m_micro_batch, m_degrees, recompute,
                             m_problem.constraints.framework);
    }

    // Returns the costs at a rank's share of the tokens.
    Result<ChainCosts> costsOfPart() const
    {
        if (m_degrees.context == 1) {
            return chainWithPolicies(m_model, m_problem, m_micro_batch, m_policies, m_degrees.sharding, m_compressor,
                                     m_device_group);
        }
        Problem part = m_problem;
        part.workload = m_part;
        return chainWithPolicies(m_model.atSequence(m_part.sequence), part, m_micro_batch, m_policies,
                                 m_degrees.sharding, m_compressor, m_device_group);
    }

    // True if the layer is recomputed together with its communication.
    bool runsAgain(LayerPolicy policy) const
    {
        const bool selective =
            policy == LayerPolicy::Selective && modeOf(m_problem.constraints.framework).selects_operators;
        return policy == LayerPolicy::Full || selective;
    }
    bool runsAgain() const
    {
        return m_policies.has(LayerPolicy::Full)
            || (m_policies.has(LayerPolicy::Selective) && runsAgain(LayerPolicy::Selective));
    }

    static void lengthen(LayerCost& cost, double factor)
    {
        for (Timing* timing : {&cost.forward, &cost.backward}) {
            timing->median = timing->median * factor;
            timing->spread = timing->spread * factor;
        }
        cost.recompute = cost.recompute * factor;
        cost.basis = weaker(cost.basis, Basis::Scaled);
    }

    // Adds the memory and time of empty expert rows (LayerDegrees::capacity).
    Result<void> addExpertCapacity(ChainCosts& costs) const
    {
        if (m_degrees.sharding.expert == 1 || m_degrees.capacity <= 1) {
            return {};
        }
        const FrameworkChoice& framework = m_problem.constraints.framework;
        const auto points = chainPoints(m_problem.model, m_part, m_micro_batch, {m_degrees.sharding, false, framework});
        const auto again = m_policies.has(LayerPolicy::Full)
            ? chainPoints(m_problem.model, m_part, m_micro_batch, {m_degrees.sharding, true, framework})
            : noPoints();
        if (!points || !again) {
            return failure(points ? again.error() : points.error());
        }
        LastExpertCost last_kept;
        LastExpertCost last_again;
        for (std::size_t l = 0; l < costs.layers.size(); ++l) {
            const LayerPolicy policy = m_policies.of(static_cast<int>(l));
            const auto kept = expertCostOf((*points)[l], last_kept);
            const auto now = policy == LayerPolicy::Full ? expertCostOf((*again)[l], last_again) : kept;
            if (!kept || !now) {
                return failure(kept ? now.error() : kept.error());
            }
            if (now->filled.traces == now->at_capacity.traces) {
                continue; // no experts
            }
            addExpertBytes(costs.layers[l], *now, policy);
            costs.layers[l].rematerialised += kept->saved() - now->saved();
            addRows(costs.layers[l], *now, policy);
            costs.basis = weaker(costs.basis, Basis::Scaled);
        }
        return {};
    }

    // Analytic cost of a layer without and with empty rows.
    struct ExpertCost {
        LayerCost filled;
        LayerCost at_capacity;

        Bytes saved() const { return at_capacity.memory.saved - filled.memory.saved; }
    };
    // Cost of the previous layer, which often equals the next.
    struct LastExpertCost {
        const ProfilePoint* point = nullptr;
        ExpertCost expert_cost;
    };
    Result<ExpertCost> expertCostOf(const ProfilePoint& point, LastExpertCost& last) const
    {
        if (last.point != nullptr && *last.point == point) {
            return last.expert_cost;
        }
        auto filled = analyticCost(point, m_group.device);
        auto at_capacity = analyticCost(point, m_group.device, nullptr, m_degrees.capacity);
        if (!filled || !at_capacity) {
            return failure(filled ? at_capacity.error() : filled.error());
        }
        last = {&point, {*std::move(filled), *std::move(at_capacity)}};
        return last.expert_cost;
    }

    // Adds the analytic bytes of empty rows, which measurements do not include.
    void addExpertBytes(LayerCost& cost, const ExpertCost& expert_cost, LayerPolicy policy) const
    {
        for (const TraceRule& rule : traceRules) {
            const Bytes more = expert_cost.at_capacity.memory.*rule.part - expert_cost.filled.memory.*rule.part;
            cost.memory.*rule.part = std::max(Bytes(0), cost.memory.*rule.part + more);
        }
        if (policy == LayerPolicy::Compress) { // stored like the rest (core/memory/policy.h)
            const Compressor compressor = compressorFor(m_compressor, m_problem.workload.precision);
            const Bytes waiting = std::min(expert_cost.saved(), compressedBytes(compressor, expert_cost.saved()));
            cost.memory.saved -= expert_cost.saved() - waiting;
            cost.rematerialised += expert_cost.saved() - waiting;
            cost.memory.forward_peak += waiting;
            raiseBackwardPeaks(cost.memory, expert_cost.saved() - waiting);
        }
        cost.basis = weaker(cost.basis, Basis::Scaled);
        cost.traces = {};
    }

    // Lengthens both passes, including recomputation and coding, by the analytic factor of the layer; excludes the
    // recomputation of scores only.
    static void addRows(LayerCost& cost, const ExpertCost& expert_cost, LayerPolicy policy)
    {
        const Seconds scores = policy == LayerPolicy::Selective ? cost.recompute : Seconds(0);
        cost.backward.median -= scores;
        cost.recompute -= scores;
        if (expert_cost.filled.forward.median > Seconds(0)) {
            lengthen(cost, std::max(1.0, expert_cost.at_capacity.forward.median / expert_cost.filled.forward.median));
        }
        cost.backward.median += scores;
        cost.recompute += scores;
    }

    // Adds memory for the data received from other context ranks during attention.
    void addArriving(LayerCost& cost, const Collectives& collectives) const
    {
        Bytes forward;
        Bytes backward;
        for (const LayerCollective& one : collectives) {
            if (one.group == CollectiveGroup::Context) {
                Bytes& most = one.backward ? backward : forward;
                const bool ring = one.kind == CollectiveKind::RingPass;
                most = std::max(most, ring ? one.bytes * 2 / m_degrees.context : one.bytes);
            }
        }
        if (forward > Bytes(0)) {
            cost.memory.forward_peak += forward;
            raiseBackwardPeaks(cost.memory, backward);
            cost.traces = {};
        }
    }

    // True if attention's result is saved in addition to what the next product saves of it.
    bool keepsResults() const
    {
        const ExecutionMode mode = modeOf(m_problem.constraints.framework);
        const bool divided = m_degrees.context > 1;
        const bool exchanged = divided && m_degrees.context_kind == ContextKind::Ulysses;
        return (exchanged && mode.keeps_exchanged) || (divided && mode.only_torch_ring)
            || (m_micro_batch > 1 && mode.tokens_first);
    }

    void addResults(LayerCost& cost, const ProfilePoint& part, bool recomputed) const
    {
        const auto* program = std::get_if<Program>(&part.spec);
        if (program == nullptr) {
            return;
        }
        Bytes more;
        for (const Statement& statement : program->statements()) {
            if (const auto* attention = std::get_if<Attention>(&statement.op)) {
                more += Bytes(part.micro_batch * part.sequence * attention->resultWidth() / m_degrees.sharding.tensor
                              * bytesOf(parameterType(part.precision)));
            }
        }
        if (recomputed) {
            cost.rematerialised += more;
            raiseBackwardPeaks(cost.memory, more);
        } else {
            cost.memory.saved += more;
        }
        cost.memory.forward_peak += more;
        cost.traces = {};
    }

    // Adds the waiting time of the slowest position.
    void addWaiting(LayerCost& cost, const Collectives& collectives, const std::vector<LayerGroups>& places,
                    double attention) const
    {
        for (const LayerGroups& groups : places) {
            const LayerCollectiveTimes times = timesOf(collectives, groups);
            // `beside`: pass of another micro-batch that runs concurrently.
            const auto waiting = [&](const PassTimes& pass, Seconds compute, Seconds beside) {
                const Seconds experts = pass.by_group[static_cast<std::size_t>(CollectiveGroup::Expert)];
                const Seconds hidden = m_combines_passes ? std::min(experts, beside) : Seconds(0);
                return exposed(pass, compute * attention, m_degrees.context) - hidden;
            };
            const Seconds forward = cost.forward.median;
            const Seconds backward = cost.backward.median;
            cost.forward_waiting = std::max(cost.forward_waiting, waiting(times.forward, forward, backward));
            cost.backward_waiting = std::max(cost.backward_waiting, waiting(times.backward, backward, forward));
        }
    }

    const CostModel& m_model;
    const Problem& m_problem;
    std::int64_t m_micro_batch;
    const LayerPolicies& m_policies;
    const LayerDegrees& m_degrees;
    const Compressor& m_compressor;
    int m_device_group;
    const ClusterGroup& m_group;
    int m_first_device;
    bool m_combines_passes;
    Workload m_part;
};

// Assigns a subnet to each of `workers` (Shulgin and Richtarik 2023): about 1/n of everything, as the partition of the
// network is unknown. Boundaries keep their width.
void assignSubnets(ChainCosts& costs, int workers)
{
    const double share = 1.0 / workers;
    for (LayerCost& layer : costs.layers) {
        LayerMemory& memory = layer.memory;
        for (Bytes* bytes :
             {&memory.parameters, &memory.buffers, &memory.optimizer_state, &memory.saved, &memory.context,
              &memory.gradients, &memory.cached, &memory.forward_peak, &memory.backward_peak, &memory.accumulate_peak,
              &memory.owned_backward_peak, &memory.owned_accumulate_peak, &memory.optimizer_peak,
              &layer.shared_parameters, &layer.shared_gradients, &layer.rematerialised}) {
            *bytes = scaled(*bytes, share);
        }
        for (Timing* timing : {&layer.forward, &layer.backward, &layer.optimizer}) {
            *timing = {timing->median * share, timing->spread * share};
        }
        layer.recompute = layer.recompute * share;
        layer.traces = {};
        layer.basis = Basis::Analytic;
    }
    costs.basis = Basis::Analytic;
}

}

Result<ChainCosts> chainCosts(const CostModel& model, const Problem& problem, std::int64_t micro_batch,
                              const ChainUse& use)
{
    if (auto possible = requirePossible(problem.constraints); !possible) {
        return failure(possible.error());
    }
    const DeviceType& device = problem.cluster.groups[static_cast<std::size_t>(use.device_group)].device;
    if (auto has = requireFp8(problem.constraints.framework, device); !has) {
        return failure(has.error());
    }
    const bool as_it_is = use.degrees.whole() && !modeOf(problem.constraints.framework).tokens_first;
    auto costs = as_it_is ? chainWithPolicies(model, problem, micro_batch, use.policies, use.degrees.sharding,
                                              use.training.compressor, use.device_group)
                          : SharedChain(model, problem, micro_batch, use).make();
    if (costs && use.training.replicas == ReplicaUse::Subnets && use.data > 1) {
        assignSubnets(*costs, use.data);
    }
    return costs;
}

PlanCosts::PlanCosts(const ChainCosts& all)
    : m_chains {std::shared_ptr<const ChainCosts>(std::shared_ptr<void>(), &all)}
{
}

PlanCosts::PlanCosts(std::vector<std::shared_ptr<const ChainCosts>> stages) : m_chains(std::move(stages)) {}

Basis PlanCosts::basis() const
{
    Basis basis = m_chains.front()->basis;
    for (const auto& chain : m_chains) {
        basis = weaker(basis, chain->basis);
    }
    return basis;
}

Basis PlanCosts::timeBasis() const
{
    Basis basis = m_chains.front()->time_basis;
    for (const auto& chain : m_chains) {
        basis = weaker(basis, chain->time_basis);
    }
    return basis;
}

PlanCosts upperBoundOf(const PlanCosts& costs)
{
    std::map<const ChainCosts*, std::shared_ptr<const ChainCosts>> made;
    std::vector<std::shared_ptr<const ChainCosts>> chains;
    for (const auto& chain : costs.chains()) {
        auto& upper = made[chain.get()];
        if (!upper) {
            upper = hasMemoryBounds(*chain) ? std::make_shared<const ChainCosts>(upperBoundOf(*chain)) : chain;
        }
        chains.push_back(upper);
    }
    return PlanCosts(std::move(chains));
}

bool PlanCosts::extrapolated() const
{
    return std::any_of(m_chains.begin(), m_chains.end(), [](const auto& chain) { return chain->extrapolated; });
}

std::optional<MissingMeasurements> PlanCosts::missing() const
{
    const auto at =
        std::find_if(m_chains.begin(), m_chains.end(), [](const auto& chain) { return chain->missing.has_value(); });
    return at == m_chains.end() ? std::nullopt : (*at)->missing;
}

Result<PlanCosts> planCosts(const CostModel& model, const Problem& problem, const Plan& plan)
{
    if (auto valid = validate(plan, problem); !valid) {
        return failure(valid.error());
    }
    // Stages with the same key share one chain: micro-batch size, tensor-parallel size, device group, position on
    // nodes.
    using Key = std::tuple<std::int64_t, int, int, int>;
    std::map<Key, std::shared_ptr<const ChainCosts>> known;
    std::vector<std::shared_ptr<const ChainCosts>> stages;
    const LayerPolicies policies = policiesOf(plan);
    const std::vector<DeviceRange> ranges = deviceRanges(plan);
    for (const Stage& stage : plan.stages) {
        const int first =
            ranges[static_cast<std::size_t>(stage.pipeline_rank)].first % (plan.ranksOf(stage) * plan.expert);
        auto& chain = known[{stage.micro_batch, stage.degrees.tensor, stage.device_group, first}];
        if (!chain) {
            auto made = chainCosts(model, problem, stage.micro_batch,
                                   {policies, layerDegrees(plan, stage), plan.training, stage.degrees.data,
                                    stage.device_group, first, rulesOf(plan.schedule).combines_passes});
            if (!made) {
                return failure(made.error());
            }
            chain = std::make_shared<const ChainCosts>(*std::move(made));
        }
        stages.push_back(chain);
    }
    return PlanCosts(std::move(stages));
}

}
