// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "partitionergrid.h"

#include <array>
#include <functional>
#include <string_view>

// Largest model that each partitioner can train on fixed devices: models that grow in depth, straight pipelines.
namespace stagecraft::bench {

// Partitioners whose rule ignores the capacity of a device.
inline constexpr std::array memoryUnaware {std::string_view("deepspeed-uniform"),
                                           std::string_view("deepspeed-parameters"),
                                           std::string_view("deepspeed-type"),
                                           std::string_view("megatron-uniform"),
                                           std::string_view("megatron-uniform-embedding"),
                                           std::string_view("torchgpipe-time"),
                                           std::string_view("pipedream"),
                                           std::string_view("dapple"),
                                           std::string_view("tavarageri")};

struct GrowingModel {
    GridModel model; // source without the depth
    int step = 1; // depths are multiples of it
    int devices = 8; // one per stage
    std::int64_t micro_batch = 1;
    std::int64_t micro_batches = 32;
    ScheduleKind schedule = ScheduleKind::OneForwardOneBackward;
};

inline const std::vector<GrowingModel>& growingModels()
{
    constexpr ScheduleKind gpipe = ScheduleKind::GPipe;
    constexpr ScheduleKind one_f_one_b = ScheduleKind::OneForwardOneBackward;
    constexpr Precision bf16 = Precision::Bf16Master;
    constexpr OptimizerKind adamw = OptimizerKind::AdamW;
    const GridModel narrow {"GPT, hidden 1600", "zoo:gpt?hidden=1600&heads=25&positions=1024&layers="};
    const GridModel eager {"GPT, hidden 1600, eager attention", narrow.source, bf16, adamw, AttentionKind::Eager};
    const GridModel middle {"GPT, hidden 2048", "zoo:gpt?hidden=2048&heads=16&positions=2048&layers="};
    const GridModel wide {"GPT, hidden 4096", "zoo:gpt?hidden=4096&heads=32&positions=2048&layers="};
    const GridModel amoebanet {"AmoebaNet-D, 256 filters", "zoo:amoebanetd?D=256&L=", Precision::Fp32,
                               OptimizerKind::Momentum};
    static const std::vector<GrowingModel> all {
        {narrow, 1, 8, 4, 32, one_f_one_b}, {narrow, 1, 16, 4, 32, one_f_one_b},
        {eager, 1, 8, 2, 32, one_f_one_b},  {middle, 1, 8, 4, 32, one_f_one_b},
        {middle, 1, 8, 4, 8, gpipe},        {middle, 1, 16, 4, 32, one_f_one_b},
        {wide, 1, 8, 1, 32, one_f_one_b},   {wide, 1, 16, 2, 32, one_f_one_b},
        {amoebanet, 3, 8, 64, 8, gpipe},    {amoebanet, 3, 8, 128, 32, one_f_one_b}};
    return all;
}

// Depth and parameters of the largest model that fits; depth 0 if none fits.
struct LargestModel {
    int depth = 0;
    std::int64_t parameters = 0;
};

struct LargestModels {
    const GrowingModel* growing = nullptr;
    LargestModel exact_row;
    std::vector<LargestModel> others; // in the order of memoryUnaware
};

class LargestModelSearch {
public:
    explicit LargestModelSearch(const GrowingModel& growing) : m_growing(growing) {}

    // Finds our depth by bisection, since memory is monotonic in the number of blocks. For the other partitioners,
    // which are not monotonic, searches downwards from there, so that the first depth that fits is the largest.
    LargestModels find()
    {
        int most = m_growing.step;
        while (fitsOurs(most)) {
            most *= 2;
        }
        int least = 0;
        while (most - least > m_growing.step) {
            const int middle = least + (most - least) / (2 * m_growing.step) * m_growing.step;
            (fitsOurs(middle) ? least : most) = middle;
        }
        LargestModels found {&m_growing, {}, std::vector<LargestModel>(memoryUnaware.size())};
        if (least == 0) {
            return found;
        }
        at(least, [&](const StageTable&, std::int64_t parameters) { found.exact_row = {least, parameters}; });
        std::size_t left = memoryUnaware.size();
        for (int depth = least; depth > 0 && left > 0; depth -= m_growing.step) {
            at(depth, [&](const StageTable& table, std::int64_t parameters) {
                for (std::size_t i = 0; i < memoryUnaware.size(); ++i) {
                    if (found.others[i].depth == 0 && fits(*findBaseline(memoryUnaware[i]), table)) {
                        found.others[i] = {depth, parameters};
                        --left;
                    }
                }
            });
        }
        return found;
    }

private:
    void at(int depth, const std::function<void(const StageTable& table, std::int64_t parameters)>& visit) const
    {
        GridModel model = m_growing.model;
        model.source += std::to_string(depth);
        Problem problem = gridProblem(model, m_growing.devices);
        problem.constraints.schedule = m_growing.schedule;
        problem.workload.global_batch = m_growing.micro_batch * m_growing.micro_batches;
        const CostModel costs(problem.model, problem.workload, {});
        const StageTable table =
            orStop(StageTable::make(problem, costs, m_growing.micro_batch, m_growing.micro_batches, {Degrees {1, 1}}));
        visit(table, parameterCount(problem.model));
    }

    int placesOf(const StageTable& table) const { return std::min(m_growing.devices, table.layers()); }

    bool fitsOurs(int depth) const
    {
        bool fit = false;
        at(depth, [&](const StageTable& table, std::int64_t) {
            const auto answer = leastPeakAnswer(table, placesOf(table), {});
            fit = answer && answer->fits;
        });
        return fit;
    }

    bool fits(const Baseline& baseline, const StageTable& table) const
    {
        auto answer = baseline.run({table, m_growing.devices, placesOf(table)});
        return answer && tableAnswer(table, std::move(answer->stages)).fits;
    }

    const GrowingModel& m_growing;
};

}
