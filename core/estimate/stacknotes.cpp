// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "core/estimate/stacknotes.h"

namespace stagecraft {

namespace {

std::string boundsNote(const char* what, const std::optional<StackEvidence>& evidence, bool beyond)
{
    const std::string bounds = std::string("bounds of the ") + what + ": ";
    const std::string band = evidence ? bandText(evidence->bandRuns(), evidence->slow_runs) : bandText(0);
    return bounds
        + (evidence && beyond ? "beyond its runs; twice as far as " + band + ", and no share is claimed" : band);
}

// Which of the three peaks the stack tells, and how the others follow.
std::string peaksNote(MemoryKind kind)
{
    switch (kind) {
    case MemoryKind::Reserved:
        return "reserved bytes are the stack's; allocated ones are at most that and told as the same; the device's are "
               "those with libraries, driver context and NCCL";
    case MemoryKind::Device:
        return "the device's bytes are the stack's; allocated and reserved ones are at most that and told as the same";
    default:
        return "allocated bytes are the stack's; reserved ones are those times what libtorch's allocator takes for "
               "each "
               "byte of the layers as libtorch runs them; the device's are these with libraries, driver context and "
               "NCCL";
    }
}

class ReplacedOptions {
public:
    std::vector<std::string> take() { return std::move(m_notes); }

    void add(const std::string& given, const std::string& instead)
    {
        m_notes.push_back("instead of " + given + ": " + instead);
    }

private:
    std::vector<std::string> m_notes;
};

// What of the question a stack's model does in its own way. What it cannot do at all is refused (runOf()).
std::vector<std::string> replacedOptions(const Problem& problem, const Plan& plan, const ModelledRun& run)
{
    ReplacedOptions replaced;
    const bool torchtitan = run.form == StackForm::Torchtitan;
    const Workload& workload = problem.workload;
    const bool fp32_parameters = workload.precision == Precision::Bf16Autocast;
    if (fp32_parameters != torchtitan) {
        replaced.add("precision " + std::string(nameOf(workload.precision)),
                     torchtitan ? "parameters, gradients and moments of fp32 over all replicas, products of 16 bits"
                                : "parameters of 16 bits, master weights and moments of fp32");
    }
    replaced.add("gradients " + std::string(nameOf(problem.constraints.gradients)),
                 torchtitan ? "gradients of fp32 over all replicas, for the whole step"
                            : "its own buffers of fp32, for the whole step");
    if (run.tensor > 1 && run.sequence_parallel && !plan.sequence_parallel) {
        replaced.add("tensor ranks without sequence parallelism", "all activations divided among them");
    }
    if (run.context > 1 && plan.context_kind != ContextKind::Ring) {
        replaced.add("context parallelism by " + std::string(nameOf(plan.context_kind)),
                     "one model for every kind of it");
    }
    if (run.experts > 0 && plan.expert_capacity != 1) {
        replaced.add("the expert capacity", "experts that are asked equally");
    }
    if (workload.dropout == DropoutUse::Off && !run.gated) {
        replaced.add("dropout off", "the masks of dropout counted, as in its formulas");
    }
    return replaced.take();
}

void addTimeNotes(std::vector<std::string>& notes, const ClusterSheet& sheet)
{
    if (!sheet.scaled.empty()) {
        notes.push_back("the cluster is not as the machines of its runs; the step is scaled: " + sheet.scaled);
    }
    if (!sheet.not_told.empty()) {
        notes.push_back("the cluster does not tell its " + sheet.not_told + ": the step takes that of "
                        + std::string(sheet.sheet.source));
    }
    if (sheet.other_latency) {
        notes.push_back("latencies of links are those of its runs, not the cluster's");
    }
    notes.push_back("how much communication nothing hides is not told");
}

}

std::vector<std::string> stackNotes(const Problem& problem, const Plan& plan, const Stack& stack,
                                    const ModelledRun& run, const StackStanding& standing)
{
    std::vector<std::string> notes {boundsNote("memory", stack.memory_evidence, standing.beyond_memory)};
    if (standing.sheet != nullptr) {
        notes.push_back(boundsNote("step", stack.time_evidence, standing.beyond_time));
    }
    if (standing.mode_open) {
        notes.push_back("how tensor ranks exchange is not told (sequence parallelism: they reduce-scatter): bounds "
                        "hold whole all-reduces and reduce-scatters");
    }
    if (stack.rows.empty() && (stack.memory_evidence || stack.time_evidence)) {
        notes.push_back("its file lacks its runs: whether the plan is beyond them is not known");
    }
    notes.push_back(peaksNote(stack.kind));
    for (std::string& note : replacedOptions(problem, plan, run)) {
        notes.push_back(std::move(note));
    }
    if (standing.sheet != nullptr) {
        addTimeNotes(notes, *standing.sheet);
    }
    return notes;
}

}
