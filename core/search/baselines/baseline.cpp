// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "core/search/baselines/baseline.h"

#include "core/search/baselines/rules.h"
#include "core/search/baselines/stagerules.h"

#include <algorithm>

namespace stagecraft {

namespace {

using namespace baseline;

// Why no rule can answer; nothing if one may.
std::optional<std::string> obstacle(const BaselineTask& task)
{
    const StageTable& table = task.table;
    if (table.options() == 0 || table.layers() == 0) {
        return "there is nothing to choose from";
    }
    const int least = table.devicesOf(narrowestOption(table));
    if (task.devices < least) {
        return "a stage takes " + std::to_string(least) + " devices, and there are " + std::to_string(task.devices);
    }
    if (!task.pipeline_ranks) {
        return std::nullopt;
    }
    if (*task.pipeline_ranks < 1 || *task.pipeline_ranks > table.layers()) {
        return std::to_string(table.layers()) + " layers cannot be cut into " + std::to_string(*task.pipeline_ranks)
            + " stages";
    }
    if (*task.pipeline_ranks > task.devices / least) {
        return std::to_string(*task.pipeline_ranks) + " stages take " + std::to_string(least)
            + " devices each, and there are " + std::to_string(task.devices);
    }
    return std::nullopt;
}

}

BaselineAnswer Baseline::run(const BaselineTask& task) const
{
    if (auto why = obstacle(task)) {
        return tl::unexpected(*std::move(why));
    }
    if (task.stop.stop_requested()) {
        return stopped();
    }
    return rule(task);
}

const std::vector<Baseline>& baselines()
{
    static const std::vector<Baseline> all {
        {"mcap-brute-force", "mCAP by brute force (Dreuning et al. 2022)", false, mcapBruteForce, true},
        {"mcap-bisection", "mCAP on Alpa, by bisection (Dreuning et al. 2022, mcap-alpa)", false, mcapBisection, true},
        {"capslog", "CAPSlog (Dreuning et al. 2024)", false, capslog, true},
        {"capslog-tie-break", "CAPSlog with its tie-breaker (Dreuning et al. 2024)", false, capslogTieBreak, true},
        {"pipedream", "PipeDream (Harlap et al. 2018, Narayanan et al. 2019)", true, pipedream},
        {"dapple", "DAPPLE (Fan et al. 2020)", true, dapple},
        {"torchgpipe-time", "torchgpipe by time (Kim et al. 2020)", false, torchgpipeTime},
        {"torchgpipe-size", "torchgpipe by size (Kim et al. 2020)", false, torchgpipeSize},
        {"deepspeed-uniform", "DeepSpeed, uniform (2020)", true, deepspeedUniform},
        {"deepspeed-parameters", "DeepSpeed by parameters (2020)", true, deepspeedParameters},
        {"deepspeed-type", "DeepSpeed by type of layer (2020)", true, deepspeedType},
        {"megatron-uniform", "Megatron-LM, uniform (Narayanan et al. 2021)", true, megatronUniform},
        {"megatron-uniform-embedding", "Megatron-LM, uniform with embedding and loss (2024)", true,
         megatronUniformEmbedding},
        {"alpa", "Alpa, between operators (Zheng et al. 2022)", true, alpa},
        {"piper", "Piper (Tarnawski et al. 2021)", true, piper},
        {"galvatron-like", "Galvatron, in part (Miao et al. 2022)", true, galvatron},
        {"spp", "SPP (Luo et al. 2022)", true, spp},
        {"bapipe", "BaPipe (Zhao et al. 2020)", false, bapipe},
        {"hetpipe", "HetPipe (Park et al. 2020)", true, hetpipe},
        {"dawnpiper", "DawnPiper (Peng et al. 2025)", false, dawnpiper},
        {"pase", "PaSE (Elango 2021)", true, pase},
        {"graphpipe", "GraphPipe (Jeon et al. 2024)", true, graphpipe},
        {"splitbrain", "SplitBrain (Lai et al. 2021)", true, splitbrain},
        {"ono", "Hybrid data-model parallel training (Ono et al. 2019)", true, ono},
        {"tavarageri", "Automatic model parallelism (Tavarageri et al. 2019)", false, tavarageri},
    };
    return all;
}

const Baseline* findBaseline(std::string_view name)
{
    const auto& all = baselines();
    const auto found = std::find_if(all.begin(), all.end(), [&](const Baseline& known) { return known.name == name; });
    return found == all.end() ? nullptr : &*found;
}

}
