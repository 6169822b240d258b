// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "core/cost/stacks/timemodel.h"

#include "core/cost/stacks/memorymodel.h"

#include <algorithm>
#include <cmath>

namespace stagecraft {

namespace {

constexpr double bytesOfNumber = 2; // 16-bit
constexpr double smallAt = 4096; // hidden size that `small` is relative to, the usual one of 7B models
// Measured: nearly all pipelines of nanotron on 64 machines stall, below it the fewer the fewer machines they are on.
constexpr int stallsFrom = 512;
// Measured on the same runs: a stall costs 0.5 s or more a micro-batch, everything else less than a third of a second.
constexpr double slowSeconds = 0.35;
constexpr double slowFactor = 1.5;
// The narrowest published run with a time of use is 1,920 wide; reference runs of 512 take over ten times the model's.
constexpr double narrowest = 1024;

class StepModel {
public:
    StepModel(const ModelledRun& run, const DeviceSheet& sheet, const TimeValues& values, bool stalled)
        : m_run(run)
        , m_sheet(sheet)
        , m_values(values)
        , m_tokens(run.micro_batch * run.sequence)
        , m_rate(sheet.peak.value * value(TimeCorrection::Share)
                 / (1 + value(TimeCorrection::Small) * smallAt / run.hidden))
        , m_nodes((run.tensor + sheet.devices_per_node - 1) / sheet.devices_per_node)
        , m_stalled(stalled)
    {
    }

    double step() const
    {
        const std::vector<StageLayers> stages = stageLayers(m_run);
        return pipeline(stages).time + dataTime(stages) + value(TimeCorrection::Step);
    }

    StepTerms terms() const
    {
        const std::vector<StageLayers> stages = stageLayers(m_run);
        const double transfer = m_run.pipeline > 1 ? boundaryTime() : 0;
        double slowest = 0;
        double sum = 0;
        for (const StageLayers& stage : stages) {
            slowest = std::max(slowest, stageTime(stage));
            sum += stageTime(stage);
        }
        StepTerms terms;
        terms.slowest = Seconds(slowest);
        terms.micro_batches = m_run.micro_batches;
        terms.computing = Seconds(m_run.micro_batches * slowest);
        terms.boundaries = Seconds(m_run.micro_batches * transfer);
        terms.filling =
            Seconds(m_run.pipeline > 1 ? (sum - slowest + (m_run.pipeline - 1) * transfer) / m_run.chunks : 0);
        terms.stalls = Seconds(m_run.pipeline > 1 ? m_run.micro_batches * stall() : 0);
        terms.exchange = Seconds(dataTime(stages));
        terms.once = Seconds(value(TimeCorrection::Step));
        return terms;
    }

    double leastStep(const StageLayers& stage, bool first) const
    {
        const double whole = stageTime({m_run.layers, true});
        return pipelineTime(stageTime(stage), whole) + dataTime(exchanged(stage, first)) + value(TimeCorrection::Step);
    }

    double idleShare() const
    {
        const Pipeline pipeline = this->pipeline(stageLayers(m_run));
        return pipeline.time > 0 ? 1 - pipeline.work * m_run.micro_batches / (m_run.pipeline * pipeline.time) : 0;
    }

private:
    struct Pipeline {
        double time = 0;
        double work = 0; // of all stages, of one micro-batch
    };

    Pipeline pipeline(const std::vector<StageLayers>& stages) const
    {
        double slowest = 0;
        double sum = 0;
        for (const StageLayers& stage : stages) {
            const double time = stageTime(stage);
            slowest = std::max(slowest, time);
            sum += time;
        }
        return {pipelineTime(slowest, sum), sum};
    }

    // Of one micro-batch.
    double stageTime(const StageLayers& stage) const
    {
        const double layer = std::max(deviceTime(), hostTime());
        const double head = 6 * m_run.vocabulary * m_run.hidden * m_tokens / m_run.tensor / m_rate;
        return stage.layers * layer + (stage.head ? head : 0);
    }

    double pipelineTime(double slowest, double sum) const
    {
        double time = m_run.micro_batches * slowest;
        if (m_run.pipeline > 1) {
            const double transfer = boundaryTime();
            time += m_run.micro_batches * transfer + (sum - slowest + (m_run.pipeline - 1) * transfer) / m_run.chunks
                + m_run.micro_batches * stall();
        }
        return time;
    }

    double value(TimeCorrection correction) const { return m_values[static_cast<std::size_t>(correction)]; }

    // Products and collectives of one layer and micro-batch, forward and backward, on the device.
    double deviceTime() const
    {
        // A causal kernel does half of the attention; Megatron-LM counts all of it.
        const double attention = (m_run.fused_attention && m_run.form == StackForm::Nanotron ? 2 : 4) * m_run.sequence
            * m_run.hidden * m_tokens;
        const double forward = 2 * layerParameters(m_run).active * m_tokens + attention;
        double work = 3 * forward;
        double collectives = 4; // all-reduces, or pairs of reduce-scatter and all-gather
        if (m_run.recomputation == Recomputation::Full) {
            work += forward;
            collectives = 6;
        } else if (m_run.recomputation == Recomputation::SelectiveAttention) {
            work += 4 * m_run.sequence * m_run.hidden * m_tokens;
        }
        const double bytes = 2 * (bytesOfNumber * m_run.hidden * m_tokens) * (m_run.tensor - 1) / m_run.tensor;
        const double link = m_run.tensor <= m_sheet.devices_per_node ? m_sheet.node.value
                                                                     : m_sheet.devices_per_node * m_sheet.network.value;
        const double time = work / m_run.tensor / m_rate + collectives * bytes / (link * value(TimeCorrection::Link));
        // A tree over the machines (core/simulation/collectives.h); pieces go round a ring.
        const bool tree = m_run.tensor_mode == TensorMode::AllReduce;
        return time + (tree ? value(TimeCorrection::Hop) * std::log2(m_nodes) : 0);
    }

    // What the host needs to launch the same: in pieces where products are split over the tensor ranks.
    double hostTime() const
    {
        double time = value(TimeCorrection::Launch);
        if (m_run.tensor_mode == TensorMode::ReduceScatter && m_run.tensor > 1) {
            time += m_run.tensor * (value(TimeCorrection::Chunk) + value(TimeCorrection::HopChunk) * (m_nodes - 1));
        }
        return time;
    }

    double boundaryTime() const
    {
        const double network = m_run.tensor >= m_sheet.devices_per_node
            ? m_sheet.devices_per_node * m_sheet.network.value
            : m_sheet.network.value;
        return 2 * bytesOfNumber * m_run.hidden * m_tokens / network * m_run.chunks / m_run.tensor;
    }

    double stall() const { return m_stalled ? value(TimeCorrection::Stall) * (1 - 1.0 / m_run.pipeline) : 0; }

    // What is not hidden of the exchange of gradients and parameters between replicas, and their skew.
    double dataTime(const std::vector<StageLayers>& stages) const
    {
        double most = 0;
        for (std::size_t i = 0; i < stages.size(); ++i) {
            most = std::max(most, exchanged(stages[i], i == 0));
        }
        return dataTime(most);
    }

    // Parameters of a stage, over all tensor ranks.
    double exchanged(const StageLayers& stage, bool first) const
    {
        const double embedding = first || stage.head ? m_run.vocabulary * m_run.hidden : 0;
        return stage.layers * layerParameters(m_run).active + embedding;
    }

    double dataTime(double most) const
    {
        if (m_run.data == 1) {
            return 0;
        }
        const double parameters = most / m_run.tensor;
        const double bytes = m_run.zero > 0 ? 6 : 8; // fp32 reduce-scatter and 16-bit all-gather; fp32 all-reduce
        const bool crosses = m_run.data * m_run.tensor > m_sheet.devices_per_node;
        const double link = crosses ? m_sheet.network.value : m_sheet.node.value;
        return value(TimeCorrection::Exposed) * bytes * parameters * (m_run.data - 1) / m_run.data / link
            + value(TimeCorrection::Node) * m_run.devices / m_sheet.devices_per_node;
    }

    const ModelledRun& m_run;
    const DeviceSheet& m_sheet;
    const TimeValues& m_values;
    double m_tokens;
    double m_rate;
    int m_nodes;
    bool m_stalled;
};

}

Seconds stepTime(const ModelledRun& run, const DeviceSheet& sheet, const TimeValues& values)
{
    return stepTime(run, sheet, values, stalls(run));
}

Seconds stepTime(const ModelledRun& run, const DeviceSheet& sheet, const TimeValues& values, bool stalled)
{
    return Seconds(StepModel(run, sheet, values, stalled).step());
}

StepTerms stepTerms(const ModelledRun& run, const DeviceSheet& sheet, const TimeValues& values)
{
    return StepModel(run, sheet, values, stalls(run)).terms();
}

bool stalls(const ModelledRun& run)
{
    return run.pipeline > 1 && run.devices >= stallsFrom;
}

Seconds leastStepTime(const ModelledRun& run, const DeviceSheet& sheet, const TimeValues& values,
                      const StageLayers& stage, bool first)
{
    return Seconds(StepModel(run, sheet, values, stalls(run)).leastStep(stage, first));
}

double idleShare(const ModelledRun& run, const DeviceSheet& sheet, const TimeValues& values)
{
    return StepModel(run, sheet, values, stalls(run)).idleShare();
}

bool isSlowRun(const ModelledRun& run, Seconds measured, Seconds predicted)
{
    const double lost = (measured.value - predicted.value) / run.micro_batches;
    return run.pipeline > 1 && lost > slowSeconds && measured.value > slowFactor * predicted.value;
}

std::string timeObstacle(const ModelledRun& run)
{
    if (run.form == StackForm::Torchtitan) {
        return "the stack has no model of time";
    }
    if (run.eight_bit) {
        return "products of 8 bits are not in the model of time";
    }
    if (run.context > 1) {
        return "context parallelism is not in the model of time";
    }
    if (run.experts > 0) {
        return "experts are not in the model of time";
    }
    return run.hidden < narrowest ? "too narrow for the model of time: launching decides" : "";
}

}
