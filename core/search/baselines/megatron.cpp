// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0

// Megatron-LM (NVIDIA/Megatron-LM, megatron/core/transformer/transformer_block.py, get_num_layers_to_build()): equal
// numbers of blocks per stage, with the embedding on the first and the loss on the last stage; or with these two
// counted as one block each (account_for_embedding_in_pipeline_split, account_for_loss_in_pipeline_split). Its rule
// ignores the device's memory. Shapes as in Narayanan et al. 2021 ("Efficient Large-Scale Language Model Training on
// GPU Clusters Using Megatron-LM", takeaways 1 and 2): tensor parallelism inside a node, then pipeline parallelism,
// until the model fits; replicas on all other devices.
#include "core/search/baselines/rules.h"
#include "core/search/baselines/stagerules.h"
#include "core/words/baseline.h"

#include <algorithm>
#include <set>
#include <tuple>

namespace stagecraft::baseline {

namespace {

// Returns shapes ordered by model-parallel devices: tensor ranks up to a node, then stages of that many ranks.
std::vector<PipelineShape> modelParallelShapes(const BaselineTask& task)
{
    const StageTable& table = task.table;
    std::set<int> tensors;
    for (const int option : allOptions(table)) {
        if (table.degrees(option).tensor <= table.group().devices_per_node) {
            tensors.insert(table.degrees(option).tensor);
        }
    }
    if (tensors.empty()) {
        tensors.insert(table.degrees(narrowestOption(table)).tensor);
    }
    std::vector<PipelineShape> shapes;
    const auto add = [&](int pipeline_ranks, int tensor) {
        std::optional<int> widest;
        for (const int option : allOptions(table)) {
            const bool possible = table.degrees(option).tensor == tensor
                && table.devicesOf(option) <= task.devices / pipeline_ranks
                && (!widest || table.devicesOf(option) > table.devicesOf(*widest));
            widest = possible ? option : widest;
        }
        if (widest) {
            shapes.push_back({pipeline_ranks, *widest});
        }
    };
    if (task.pipeline_ranks) {
        std::for_each(tensors.rbegin(), tensors.rend(), [&](int tensor) { add(*task.pipeline_ranks, tensor); });
        return shapes;
    }
    for (const int tensor : tensors) {
        add(1, tensor);
    }
    for (int pipeline_ranks = 2; pipeline_ranks <= std::min(table.layers(), task.devices); ++pipeline_ranks) {
        add(pipeline_ranks, *tensors.rbegin());
    }
    return shapes;
}

// Returns the split points, empty if the blocks do not divide evenly. `ends`: number of blocks that embedding and loss
// count as.
std::vector<int> splitBlocks(LayerRange blocks, int layers, int pipeline_ranks, int ends)
{
    if ((blocks.count() + ends) % pipeline_ranks != 0) {
        return {};
    }
    const int each = (blocks.count() + ends) / pipeline_ranks;
    std::vector<int> split_points {0};
    for (int s = 1; s < pipeline_ranks; ++s) {
        split_points.push_back(blocks.first + each * s - (ends > 0 ? 1 : 0));
    }
    split_points.push_back(layers);
    // A stage with only the embedding or the loss needs a separate layer for it.
    const bool rising =
        std::adjacent_find(split_points.begin(), split_points.end(), std::greater_equal<>()) == split_points.end();
    return rising ? split_points : std::vector<int> {};
}

BaselineAnswer uniform(const BaselineTask& task, int ends)
{
    const LayerRange blocks = repeatedBlocks(task.table.problem().model);
    if (blocks.count() == 0) {
        return tl::unexpected<Message>(words::baseline::no_equal_blocks);
    }
    if (ends > 0 && (blocks.first == 0 || blocks.last == task.table.layers())) {
        return tl::unexpected<Message>(words::baseline::no_ends);
    }
    const Message counted = ends > 0 ? say(words::baseline::blocks_and_ends, blocks.count() + ends)
                                     : say(words::baseline::blocks, blocks.count());
    return firstThatFits(
        task, modelParallelShapes(task),
        [&](PipelineShape shape) { return splitBlocks(blocks, task.table.layers(), shape.pipeline_ranks, ends); },
        say(words::baseline::not_divided_evenly, counted));
}

}

BaselineAnswer megatronUniform(const BaselineTask& task)
{
    return uniform(task, 0);
}

BaselineAnswer megatronUniformEmbedding(const BaselineTask& task)
{
    return uniform(task, 2);
}

}
