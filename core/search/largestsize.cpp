// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "core/search/largestsize.h"

#include "core/search/feasibility.h"
#include "core/search/sizedplan.h"
#include "core/words/sizing.h"

#include <algorithm>
#include <iterator>
#include <map>

namespace stagecraft {

namespace {

// Effort for intermediate plans: times few of the plans with equal peaks.
constexpr SearchEffort fewTimed {200'000};

enum class Trial { Fits, Short, Absent }; // Absent: no plan at all

class LargestSearch {
public:
    LargestSearch(SizeAxis& axis, const std::stop_token& stop, const std::function<void(SearchProgress)>& progress)
        : m_axis(axis), m_stop(stop), m_progress(progress)
    {
    }

    Result<SizingResult> run()
    {
        m_result.most = m_axis.most();
        search(m_axis.most());
        if (m_best > 0 && !m_stop.stop_requested()) {
            prove();
        }
        if (m_result.best && !m_result.best->estimate.fits && !m_stop.stop_requested()) {
            m_replayed = true;
            const std::int64_t most = m_best; // fits without the allocator's slack
            search(most - 1);
            prove();
            climb(most - 1);
        }
        refuse();
        return finish();
    }

private:
    static std::int64_t floorTo(std::int64_t multiple, std::int64_t size) { return size / multiple * multiple; }

    void search(std::int64_t most)
    {
        m_best = 0;
        m_best_variant = nullptr;
        const auto variants = static_cast<std::int64_t>(m_axis.variants().size());
        for (std::int64_t i = 0; i < variants && !m_stop.stop_requested(); ++i) {
            extend(m_axis.variants()[static_cast<std::size_t>(i)], most);
            if (m_progress) {
                m_progress({i + 1, variants});
            }
        }
    }

    // Raises the best size to the largest one of this variant, if that is larger.
    void extend(const SizeVariant& variant, std::int64_t limit)
    {
        const std::int64_t step = variant.multiple;
        const std::int64_t most = floorTo(step, std::min(variant.most, limit));
        const std::int64_t next = floorTo(step, m_best) + step;
        if (next > most) {
            return;
        }
        const std::int64_t own = std::clamp(floorTo(step, m_axis.own()), step, most);
        std::int64_t first = m_best > 0 ? next : own;
        Trial found = trial(variant, first);
        // Schedules may require a number of micro-batches divisible by the number of pipeline ranks.
        for (std::int64_t more = 2 * step; m_axis.own() == 0 && found == Trial::Absent && more <= 64 * step;
             more *= 2) {
            const std::int64_t dividing = floorTo(more, m_best) + more;
            if (dividing > most) {
                break;
            }
            first = dividing;
            found = trial(variant, first);
        }
        if (found == Trial::Fits) {
            keep(variant, first);
            bisect(variant, first, firstTooLarge(variant, std::max(first, own), most));
        } else if (found == Trial::Short && m_best == 0) {
            bisect(variant, 0, first);
        }
    }

    // Doubles from above the best size, which fits; m_best is then the last size that fits.
    std::int64_t firstTooLarge(const SizeVariant& variant, std::int64_t size, std::int64_t most)
    {
        while (m_best < most && !m_stop.stop_requested()) {
            size = size > m_best ? size : std::min(most, 2 * m_best);
            if (trial(variant, size) != Trial::Fits) {
                return size;
            }
            keep(variant, size);
        }
        return most + variant.multiple;
    }

    void keep(const SizeVariant& variant, std::int64_t size)
    {
        m_best = size;
        m_best_variant = &variant;
    }

    void bisect(const SizeVariant& variant, std::int64_t fits, std::int64_t too_large)
    {
        fits = std::max(fits, m_best);
        while (too_large - fits > variant.multiple && !m_stop.stop_requested()) {
            const std::int64_t size = fits + floorTo(variant.multiple, (too_large - fits) / 2);
            const Trial found = trial(variant, size);
            // Images may be too small for the layers: only larger sizes have a plan.
            const bool too_small = found == Trial::Absent && m_best == 0;
            (found == Trial::Fits || too_small ? fits : too_large) = size;
            if (found == Trial::Fits) {
                keep(variant, size);
            }
        }
    }

    Trial trial(const SizeVariant& variant, std::int64_t size)
    {
        ++m_result.tried;
        const auto sized = m_axis.at(variant, size);
        if (!sized) {
            return absent(sized.error());
        }
        if (const auto valid = validateForPlanning(sized->problem); !valid) {
            return absent(valid.error());
        }
        if (m_replayed) {
            const auto plan = leastPeakPlan(*sized, m_stop, fewTimed);
            if (!plan) {
                return absent(plan.error());
            }
            return (*plan && (**plan).estimate.fits) || fittingPlan(*sized) ? Trial::Fits : Trial::Short;
        }
        const auto space = PlanSpace::make(sized->problem, sized->costs, m_stop);
        if (!space) {
            return absent(space.error());
        }
        if (space->configGroups().empty()) {
            return Trial::Absent;
        }
        return anyFitting(*space, m_stop) ? Trial::Fits : Trial::Short;
    }

    Trial absent(const Error& error)
    {
        if (error.code == ErrorCode::LayerTooLarge) {
            return Trial::Short; // the measurement failed for lack of memory
        }
        if (!m_error) {
            m_error = error;
        }
        return Trial::Absent;
    }

    // Returns the plan with the lowest peak over all variants with this size, plans that fit first.
    std::optional<SizedPlan> planAt(std::int64_t size)
    {
        std::optional<SizedPlan> best;
        for (const SizeVariant& variant : m_axis.variants()) {
            if (size % variant.multiple != 0 || size > variant.most || m_stop.stop_requested()) {
                continue;
            }
            const auto sized = m_axis.at(variant, size);
            if (!sized || !validateForPlanning(sized->problem)) {
                continue;
            }
            auto plan = leastPeakPlan(*sized, m_stop, fewTimed);
            const auto order = [](const SizedPlan& p) {
                return std::tuple(!p.estimate.fits, p.estimate.peak, p.estimate.step);
            };
            if (plan && *plan && (!best || order(**plan) < order(*best))) {
                best = std::move(*plan);
                best->value = size;
            }
        }
        return best;
    }

    // Sets the plan for the best size. All variants together are the problem at that size, so the plan is the one that
    // a search recommends by the objective, unless only the plan of another variant fits the allocator.
    void prove()
    {
        m_result.best = m_best > 0 ? planAt(m_best) : std::nullopt;
        const auto whole = m_result.best ? m_axis.whole(m_best) : std::nullopt;
        if (!whole) {
            return;
        }
        auto plan = recommendedPlan(*whole, m_stop);
        if (plan && *plan && (**plan).estimate.fits >= m_result.best->estimate.fits) {
            m_result.best = std::move(*plan);
            m_result.best->value = m_best;
        }
    }

    // Returns the plan recommended by a search, which skips plans that do not fit the allocator; empty if none fits.
    std::optional<SizedPlan> fittingPlan(const SizedProblem& sized)
    {
        auto plan = recommendedPlan(sized, m_stop);
        return plan && *plan && (**plan).estimate.fits ? *std::move(plan) : std::nullopt;
    }

    // Searches the next sizes above the best one, up to `most`, as whole problems: the allocator may fit more samples
    // but not fewer.
    void climb(std::int64_t most)
    {
        constexpr std::size_t tried_above = 4;
        bool higher = true;
        while (higher && !m_stop.stop_requested()) {
            higher = false;
            for (const auto& [size, variant] : sizesAbove(most, tried_above)) {
                const auto whole = m_axis.whole(size);
                ++m_result.tried;
                auto plan = whole && validateForPlanning(whole->problem) ? fittingPlan(*whole) : std::nullopt;
                if (plan) {
                    keep(*variant, size);
                    m_result.best = std::move(plan);
                    m_result.best->value = size;
                    higher = true;
                    break;
                }
            }
        }
    }

    // Returns the first sizes above the best one, over all variants, each with a variant that has it.
    std::map<std::int64_t, const SizeVariant*> sizesAbove(std::int64_t most, std::size_t count) const
    {
        std::map<std::int64_t, const SizeVariant*> sizes;
        for (const SizeVariant& variant : m_axis.variants()) {
            std::int64_t size = floorTo(variant.multiple, m_best);
            for (std::size_t i = 0; i < count && size + variant.multiple <= std::min(most, variant.most); ++i) {
                size += variant.multiple;
                sizes.emplace(size, &variant);
            }
        }
        while (sizes.size() > count) {
            sizes.erase(std::prev(sizes.end()));
        }
        return sizes;
    }

    std::optional<std::int64_t> nextOf(const SizeVariant& variant) const
    {
        const std::int64_t size = floorTo(variant.multiple, m_best) + variant.multiple;
        return size <= variant.most ? std::optional(size) : std::nullopt;
    }

    // Finds the plan for the next size of the variant that has the answer: its shortfall is what limits the answer. A
    // size between, available only to variants with smaller multiples, may have a far larger shortfall. If there is no
    // such plan, uses the next size of any variant.
    void refuse()
    {
        std::vector<std::int64_t> next;
        for (const SizeVariant& variant : m_axis.variants()) {
            if (const auto size = nextOf(variant)) {
                next.push_back(*size);
            }
        }
        m_result.at_limit = next.empty();
        std::sort(next.begin(), next.end());
        next.erase(std::unique(next.begin(), next.end()), next.end());
        if (const auto own = m_best > 0 ? nextOf(*m_best_variant) : std::nullopt) {
            std::stable_partition(next.begin(), next.end(), [&](std::int64_t size) { return size == *own; });
        }
        for (std::size_t i = 0; i < next.size() && !m_result.refused && !m_stop.stop_requested(); ++i) {
            m_result.refused = nearestAt(next[i]);
            if (m_result.refused && m_result.refused->estimate.fits) { // possible if sizes in between have no plan
                m_result.refused.reset();
            }
        }
    }

    // Returns the nearest plan that a search of the problem at that size reports.
    std::optional<SizedPlan> nearestAt(std::int64_t size)
    {
        const auto whole = m_axis.whole(size);
        if (!whole || !validateForPlanning(whole->problem)) {
            return std::nullopt;
        }
        auto plan = leastPeakPlan(*whole, m_stop, fewTimed, {}, Unfitting::Nearest);
        if (!plan || !*plan) {
            return std::nullopt;
        }
        (**plan).value = size;
        return *std::move(plan);
    }

    Result<SizingResult> finish()
    {
        Outcome& outcome = m_result.outcome;
        if (m_stop.stop_requested()) {
            m_result.best.reset();
            m_result.refused.reset();
            outcome.kind = OutcomeKind::Cancelled;
            return std::move(m_result);
        }
        if (!m_result.best) {
            return infeasible();
        }
        const Basis basis = m_result.best->estimate.memory_basis;
        const bool by_formulas = basis == Basis::Analytic || basis == Basis::Given;
        if (m_replayed) {
            outcome = {OutcomeKind::BestFound, -1, {}, words::sizing::passed_over_larger};
        } else if (m_axis.changesLayers() && !by_formulas) {
            outcome = {OutcomeKind::BestFound, -1, {}, words::sizing::bounds_may_be_narrower};
        } else if (!m_result.at_limit && !m_result.refused && m_error) {
            outcome.detail = messageOf(*m_error);
        }
        return std::move(m_result);
    }

    Result<SizingResult> infeasible()
    {
        Outcome& outcome = m_result.outcome;
        outcome.kind = OutcomeKind::Infeasible;
        if (m_result.refused) {
            outcome.device = m_result.refused->device;
            outcome.missing = m_result.refused->missing;
        } else if (m_error) {
            return failure(*m_error);
        } else {
            outcome.detail = words::sizing::no_size_has_a_plan;
        }
        return std::move(m_result);
    }

    SizeAxis& m_axis;
    const std::stop_token& m_stop;
    const std::function<void(SearchProgress)>& m_progress;
    bool m_replayed = false; // true if plans must also fit the allocator's replay
    std::int64_t m_best = 0;
    const SizeVariant* m_best_variant = nullptr; // variant of m_best; null if there is none
    std::optional<Error> m_error;
    SizingResult m_result;
};

}

Result<SizingResult> largestSize(SizeAxis& axis, const std::stop_token& stop,
                                 const std::function<void(SearchProgress)>& progress)
{
    return LargestSearch(axis, stop, progress).run();
}

}
