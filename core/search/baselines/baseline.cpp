// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "core/search/baselines/baseline.h"

#include "core/search/baselines/rules.h"
#include "core/search/baselines/stagerules.h"
#include "core/words/baseline.h"

#include <algorithm>

namespace stagecraft {

namespace {

using namespace baseline;

// Returns the reason why no rule can answer the task; empty if one may.
std::optional<Message> obstacle(const BaselineTask& task)
{
    const StageTable& table = task.table;
    if (table.options() == 0 || table.layers() == 0) {
        return words::baseline::nothing_to_choose;
    }
    const int least = table.devicesOf(narrowestOption(table));
    if (task.devices < least) {
        return say(words::baseline::devices_of_a_stage, least, task.devices);
    }
    if (!task.pipeline_ranks) {
        return std::nullopt;
    }
    if (*task.pipeline_ranks < 1 || *task.pipeline_ranks > table.layers()) {
        return say(words::baseline::layers_for_stages, table.layers(), *task.pipeline_ranks);
    }
    if (*task.pipeline_ranks > task.devices / least) {
        return say(words::baseline::devices_of_stages, *task.pipeline_ranks, least, task.devices);
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
        {"mcap-brute-force", words::baseline::mcap_brute_force, "Dreuning et al. 2022", false, mcapBruteForce, true},
        {"mcap-bisection", words::baseline::mcap_bisection, "Dreuning et al. 2022, mcap-alpa", false, mcapBisection,
         true},
        {"capslog", verbatim("CAPSlog"), "Dreuning et al. 2024", false, capslog, true},
        {"capslog-tie-break", words::baseline::capslog_tie_break, "Dreuning et al. 2024", false, capslogTieBreak, true},
        {"pipedream", verbatim("PipeDream"), "Harlap et al. 2018, Narayanan et al. 2019", true, pipedream},
        {"dapple", verbatim("DAPPLE"), "Fan et al. 2020", true, dapple},
        {"torchgpipe-time", words::baseline::torchgpipe_time, "Kim et al. 2020", false, torchgpipeTime},
        {"torchgpipe-size", words::baseline::torchgpipe_size, "Kim et al. 2020", false, torchgpipeSize},
        {"deepspeed-uniform", words::baseline::deepspeed_uniform, "2020", true, deepspeedUniform},
        {"deepspeed-parameters", words::baseline::deepspeed_parameters, "2020", true, deepspeedParameters},
        {"deepspeed-type", words::baseline::deepspeed_type, "2020", true, deepspeedType},
        {"megatron-uniform", words::baseline::megatron_uniform, "Narayanan et al. 2021", true, megatronUniform},
        {"megatron-uniform-embedding", words::baseline::megatron_uniform_embedding, "2024", true,
         megatronUniformEmbedding},
        {"alpa", words::baseline::alpa, "Zheng et al. 2022", true, alpa},
        {"piper", verbatim("Piper"), "Tarnawski et al. 2021", true, piper},
        {"galvatron-like", words::baseline::galvatron, "Miao et al. 2022", true, galvatron},
        {"spp", verbatim("SPP"), "Luo et al. 2022", true, spp},
        {"bapipe", verbatim("BaPipe"), "Zhao et al. 2020", false, bapipe},
        {"hetpipe", verbatim("HetPipe"), "Park et al. 2020", true, hetpipe},
        {"dawnpiper", verbatim("DawnPiper"), "Peng et al. 2025", false, dawnpiper},
        {"pase", verbatim("PaSE"), "Elango 2021", true, pase},
        {"graphpipe", verbatim("GraphPipe"), "Jeon et al. 2024", true, graphpipe},
        {"splitbrain", verbatim("SplitBrain"), "Lai et al. 2021", true, splitbrain},
        {"ono", verbatim("Hybrid data-model parallel training"), "Ono et al. 2019", true, ono},
        {"tavarageri", verbatim("Automatic model parallelism"), "Tavarageri et al. 2019", false, tavarageri},
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
