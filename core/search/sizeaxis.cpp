// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "core/search/sizeaxis.h"

#include "core/search/searchspace.h"
#include "core/words/sizing.h"

#include <algorithm>
#include <numeric>

namespace stagecraft {

namespace {

constexpr int mostSizedMicroBatch = 1024;

void keepAsGiven(Constraints& constraints, Dimension dimension)
{
    std::erase(constraints.vary, dimension);
}

bool variesLayers(const Problem& problem, Dimension dimension)
{
    return varies(problem.constraints.vary, dimension) && !hasGivenCosts(problem.model);
}

std::vector<int> powersUpTo(int most)
{
    std::vector<int> powers;
    for (int power = 1; power <= most; power *= 2) {
        powers.push_back(power);
    }
    return powers;
}

std::vector<int> tensorDegrees(const Problem& problem)
{
    return triedDegrees(problem, Dimension::Tensor);
}

std::vector<int> contextDegrees(const Problem& problem)
{
    return triedDegrees(problem, Dimension::Context);
}

// Samples per step. A variant has one micro-batch size and one data-parallel size, or one data-parallel size and one
// number of micro-batches.
class BatchAxis : public SizeAxis {
public:
    BatchAxis(const Problem& problem, const SizingRequest& request, const CostModel& costs)
        : SizeAxis(problem, request, costs)
    {
        const Constraints& given = problem.constraints;
        const int devices = problem.cluster.devices();
        for (int data = given.data.value_or(1); data <= given.data.value_or(devices); ++data) {
            Constraints fixed = given;
            fixed.data = data;
            keepAsGiven(fixed, Dimension::MicroBatch);
            if (request.micro_batches) {
                fixed.micro_batches = request.micro_batches;
                addVariant(fixed, *request.micro_batches * data, mostSizedBatch);
                continue;
            }
            for (const std::int64_t micro_batch : microBatches()) {
                fixed.micro_batch = micro_batch;
                addVariant(fixed, micro_batch * data, mostSizedBatch);
            }
        }
    }

    bool changesLayers() const override { return m_request.micro_batches.has_value(); }

    Result<SizedProblem> at(const SizeVariant& variant, std::int64_t size) override
    {
        SizedProblem sized = as(variant);
        sized.problem.workload.global_batch = size;
        sized.problem.constraints.micro_batches = m_request.micro_batches;
        return sized;
    }

private:
    std::vector<std::int64_t> microBatches() const
    {
        std::vector<std::int64_t> sizes {m_problem.constraints.micro_batch};
        if (variesLayers(m_problem, Dimension::MicroBatch)) {
            for (const int size : powersUpTo(mostSizedMicroBatch)) {
                if (size != sizes.front()) {
                    sizes.push_back(size);
                }
            }
        }
        return sizes;
    }
};

// Tokens of a sample, or the side of an image. Context-parallel ranks split the tokens, and tensor-parallel ranks too
// with sequence parallelism: a variant has one of each.
class SequenceAxis : public SizeAxis {
public:
    SequenceAxis(const Problem& problem, const SizingRequest& request, const CostModel& costs)
        : SizeAxis(problem, request, costs)
    {
        m_own = problem.workload.sequence;
        const std::int64_t most = request.beyond ? mostSizedSequence : problem.model.longest_sequence;
        const std::int64_t of_image = problem.model.sample == SampleKind::Image ? imageMultiple() : 1;
        Constraints fixed = problem.constraints;
        for (const Dimension dimension : {Dimension::Tensor, Dimension::Context, Dimension::Sequence}) {
            keepAsGiven(fixed, dimension);
        }
        for (const int context : contextDegrees(problem)) {
            for (const int tensor : tensorDegrees(problem)) {
                for (const bool sequence : flags(tensor)) {
                    fixed.degrees.context = context;
                    fixed.degrees.sharding.tensor = tensor;
                    fixed.degrees.sharding.sequence = sequence;
                    addVariant(fixed, of_image * context * (sequence ? tensor : 1), most);
                }
            }
        }
    }

    Result<SizedProblem> at(const SizeVariant& variant, std::int64_t size) override
    {
        auto known = m_costs_at.find(size);
        if (known == m_costs_at.end()) {
            known = m_costs_at.emplace(size, m_costs.atSequence(size)).first;
        }
        SizedProblem sized = as(variant);
        sized.costs = known->second;
        sized.problem.workload.sequence = size;
        sized.problem.model.longest_sequence = std::max(size, sized.problem.model.longest_sequence);
        return sized;
    }

private:
    std::vector<bool> flags(int tensor) const
    {
        if (tensor == 1) {
            return {false};
        }
        return variesLayers(m_problem, Dimension::Sequence)
            ? std::vector {false, true}
            : std::vector {m_problem.constraints.degrees.sharding.sequence};
    }

    // Returns the step between valid image sides: networks that halve images and join the halves accept few sides.
    std::int64_t imageMultiple() const
    {
        for (std::int64_t step = 1; step <= m_own; step *= 2) {
            if (m_own % step == 0 && summarize(m_problem.model, 1, m_own + step)) {
                return step;
            }
        }
        return m_own;
    }

    std::map<std::int64_t, CostModel> m_costs_at;
};

// A different model at each size; its costs are computed once.
class ModelAxis : public SizeAxis {
public:
    Result<SizedProblem> at(const SizeVariant& variant, std::int64_t size) override
    {
        auto known = m_at.find(size);
        if (known == m_at.end()) {
            auto model = scaled(size);
            if (!model) {
                return failure(model.error());
            }
            CostModel costs = m_costs.ofModel(*model);
            known = m_at.emplace(size, std::pair(*std::move(model), std::move(costs))).first;
        }
        SizedProblem sized = as(variant);
        sized.problem.model = known->second.first;
        sized.costs = known->second.second;
        return sized;
    }

protected:
    using SizeAxis::SizeAxis;
    virtual Result<Model> scaled(std::int64_t size) const = 0;

private:
    std::map<std::int64_t, std::pair<Model, CostModel>> m_at;
};

// Number of repeated layers of a model. With fewer of them, every plan still has its stages, or one stage less, and
// none of these needs more.
class DepthAxis : public ModelAxis {
public:
    DepthAxis(const Problem& problem, const SizingRequest& request, const CostModel& costs, const LayerGroup& layers)
        : ModelAxis(problem, request, costs), m_layers(layers)
    {
        m_own = layers.count;
        addVariant(problem.constraints, 1, mostSizedLayers);
    }

    bool changesLayers() const override { return false; }
    LayerGroup layers() const override { return m_layers; }

protected:
    Result<Model> scaled(std::int64_t size) const override
    {
        return withRepeats(m_problem.model, m_layers, static_cast<int>(size));
    }

private:
    LayerGroup m_layers;
};

// Hidden size or channels. Tensor-parallel ranks split the heads, and with Ulysses context-parallel ranks too: a
// variant has one of each.
class WidthAxis : public ModelAxis {
public:
    WidthAxis(const Problem& problem, const SizingRequest& request, const CostModel& costs, WidthOption option)
        : ModelAxis(problem, request, costs), m_option(std::move(option))
    {
        Constraints fixed = problem.constraints;
        for (const Dimension dimension : {Dimension::Tensor, Dimension::Context}) {
            keepAsGiven(fixed, dimension);
        }
        for (const int context : contextDegrees(problem)) {
            for (const int tensor : tensorDegrees(problem)) {
                fixed.degrees.context = context;
                fixed.degrees.sharding.tensor = tensor;
                const bool assigned = fixed.degrees.context_kind == ContextKind::Ulysses;
                addVariant(fixed, m_option.multiple * tensor * (assigned ? context : 1), mostSizedWidth);
            }
        }
    }

protected:
    Result<Model> scaled(std::int64_t size) const override { return withWidth(m_problem.model, m_option, size); }

private:
    WidthOption m_option;
};

Result<void> validateRequest(const Problem& problem, const SizingRequest& request)
{
    const auto refused = [](const PhraseOf<0>& what, const Argument& value, const Argument& instead) {
        return failure(ErrorCode::OptionUnsupported, {what, value, instead});
    };
    if (request.multiple < 1) {
        return failure(ErrorCode::OptionOutOfRange, {words::sizing::multiple, request.multiple, 1, mostSizedBatch});
    }
    if (request.most && *request.most < request.multiple) {
        return failure(
            ErrorCode::OptionOutOfRange,
            {words::sizing::largest_size, *request.most, request.multiple, std::max(request.multiple, mostSizedBatch)});
    }
    if (request.goal == SizingGoal::LongestSequence && hasGivenCosts(problem.model)) {
        return refused(words::sizing::asked_of_a_table, request.goal,
                       ArgumentList {SizingGoal::Fewest, SizingGoal::Cheapest, SizingGoal::LargestBatch});
    }
    if (request.goal == SizingGoal::LongestSequence && request.beyond
        && (problem.model.sample != SampleKind::Tokens || hasLearnedPositions(problem.model))) {
        return refused(words::sizing::sequence_beyond, problem.model.name, words::sizing::model_without_positions);
    }
    if (request.goal == SizingGoal::LargestModel && !problem.constraints.policies.ranges.empty()) {
        return refused(words::sizing::policies_of_single_layers, policiesText(problem.constraints.policies),
                       words::sizing::one_policy);
    }
    return {};
}

}

Result<std::unique_ptr<SizeAxis>> SizeAxis::make(const Problem& problem, const SizingRequest& request,
                                                 const CostModel& costs)
{
    auto axis = makeAny(problem, request, costs);
    if (axis && (*axis)->m_variants.empty() && (*axis)->m_most_left_out > 0) {
        return failure(ErrorCode::OptionOutOfRange,
                       {words::sizing::multiple, request.multiple, 1, (*axis)->m_most_left_out});
    }
    return axis;
}

Result<std::unique_ptr<SizeAxis>> SizeAxis::makeAny(const Problem& problem, const SizingRequest& request,
                                                    const CostModel& costs)
{
    using Made = std::unique_ptr<SizeAxis>;
    if (auto valid = validateRequest(problem, request); !valid) {
        return failure(valid.error());
    }
    if (request.goal == SizingGoal::LargestBatch) {
        return Made(new BatchAxis(problem, request, costs));
    }
    if (request.goal == SizingGoal::LongestSequence) {
        return Made(new SequenceAxis(problem, request, costs));
    }
    if (request.scaling == ModelScaling::Width) {
        auto option = widthOption(problem.model);
        return option ? Result<Made>(new WidthAxis(problem, request, costs, *std::move(option)))
                      : failure(option.error());
    }
    const auto layers = repeatedLayers(problem.model);
    return layers ? Result<Made>(new DepthAxis(problem, request, costs, *layers)) : failure(layers.error());
}

std::int64_t SizeAxis::most() const
{
    std::int64_t most = 0;
    for (const SizeVariant& variant : m_variants) {
        most = std::max(most, variant.most);
    }
    return most;
}

std::optional<SizedProblem> SizeAxis::whole(std::int64_t size)
{
    SizeVariant all;
    all.constraints = m_problem.constraints;
    auto sized = at(all, size);
    return sized ? std::optional(*std::move(sized)) : std::nullopt;
}

SizedProblem SizeAxis::as(const SizeVariant& variant) const
{
    SizedProblem sized {m_problem, m_costs};
    sized.problem.constraints = variant.constraints;
    return sized;
}

void SizeAxis::addVariant(Constraints constraints, std::int64_t multiple, std::int64_t most)
{
    const std::int64_t up_to = std::min(most, m_request.most.value_or(most));
    const std::int64_t times = multiple / std::gcd(multiple, m_request.multiple);
    if (times <= up_to / m_request.multiple) {
        m_variants.push_back({std::move(constraints), times * m_request.multiple, up_to});
    } else { // no multiple within the limit
        m_most_left_out = std::max(m_most_left_out, up_to);
    }
}

}
