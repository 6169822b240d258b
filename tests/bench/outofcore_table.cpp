// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
// Simulates training beyond the memory of a V100 with formulas only, and writes the results beside published ones to
// docs/outofcore.md ("-": to the terminal).
#include "document.h"

#include "core/base/english.h"
#include "core/base/format.h"
#include "core/cost/costmodel.h"
#include "core/hardware/catalogue.h"
#include "core/memory/outofcore/karma.h"
#include "core/memory/outofcore/lms.h"
#include "core/memory/state.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <functional>
#include <iostream>

using namespace stagecraft;
using namespace stagecraft::bench;

namespace {

constexpr double reserveShare = 0.05; // share of the device for fragmentation; assumed
constexpr double achieved = 0.8; // share of a link's nominal rate; assumed
constexpr BytesPerSecond hostMemory(128e9); // six channels of DDR4-2666
constexpr double karmaPublished = 1.52; // Wahib et al. 2020, abstract: mean over six models
constexpr std::array batchFactors {2, 3}; // factors of the largest batch that fits without out-of-core methods

struct HostLink {
    const char* name;
    BytesPerSecond nominal; // per direction
};

constexpr std::array links {
    HostLink {"PCIe 3 x16", BytesPerSecond(15.75e9)},
    HostLink {"PCIe 4 x16", BytesPerSecond(31.5e9)},
    HostLink {"PCIe 5 x16", BytesPerSecond(63e9)},
    HostLink {"NVLink 2 (3 bricks)", BytesPerSecond(75e9)},
};

struct Subject {
    const char* name;
    const char* source;
    Precision precision = Precision::Fp32;
    OptimizerKind optimizer = OptimizerKind::Momentum;
    bool streams_weights = false; // too large for the device: state in host memory
};

constexpr std::array subjects {
    Subject {"ResNet-50", "zoo:resnet50"},
    Subject {"VGG-16", "zoo:vgg16"},
    Subject {"ResNet-200", "zoo:resnet200"},
    Subject {"WRN-28-10", "zoo:wrn28_10"},
    Subject {"Megatron-LM 8.3B", "zoo:gpt-8.3b", Precision::Fp16, OptimizerKind::Adam, true},
};

const DeviceType& device()
{
    const CatalogueEntry* entry = catalogue().find("V100-16GB");
    return entry->device;
}

SwapRate rateOf(const HostLink& link)
{
    return swapRate({device().memory_bandwidth->value, link.nominal * achieved, hostMemory});
}

std::string number(double value, int digits)
{
    std::array<char, 32> text {};
    std::snprintf(text.data(), text.size(), "%.*f", digits, value);
    return text.data();
}

// A model at any batch size.
class Trained {
public:
    explicit Trained(const Subject& subject) : m_subject(subject)
    {
        Model model = orStop(readModel(subject.source));
        Workload workload;
        workload.global_batch = 1;
        workload.sequence = model.default_sequence;
        workload.precision = subject.precision;
        workload.optimizer = subject.optimizer;
        m_state = stateBytes(model.layers, recipeOf(subject.precision, subject.optimizer), 0, 1).total();
        m_costs.emplace(std::move(model), workload, std::vector<Measurement> {});
    }

    ChainCosts costs(std::int64_t batch) const { return orStop(m_costs->chain(batch, device())); }
    bool streams() const { return m_subject.streams_weights; }
    // Bytes of state on the device.
    Bytes state() const { return streams() ? Bytes(0) : m_state; }

    std::vector<OutOfCoreBlock> blocks(const ChainCosts& chain, const SwapRate& rate) const
    {
        const std::int64_t width = bytesOf(parameterType(m_subject.precision));
        return blocksOf(chain, {0, chain.size()}, leastTransfer(rate), width);
    }

    Bytes capacity(const ChainCosts& chain) const
    {
        const Bytes reserve = scaled(device().memory.value, reserveShare);
        return activationCapacity(chain, {0, chain.size()},
                                  {device().memory.value, state(), device().context.value, reserve});
    }

private:
    Subject m_subject;
    std::optional<CostModel> m_costs;
    Bytes m_state;
};

// Returns the largest count that fits; 0 if none does. Requires that larger counts never fit.
std::int64_t largest(const std::function<bool(std::int64_t)>& fits)
{
    std::int64_t high = 1;
    while (fits(high)) {
        high *= 2;
    }
    std::int64_t low = high / 2;
    while (high - low > 1) {
        const std::int64_t middle = (low + high) / 2;
        (fits(middle) ? low : high) = middle;
    }
    return low;
}

std::int64_t largestInCore(const Trained& trained)
{
    const SwapRate rate = rateOf(links.back());
    return largest([&](std::int64_t batch) {
        const ChainCosts chain = trained.costs(batch);
        const auto blocks = trained.blocks(chain, rate);
        const BlockLabels kept(blocks.size(), BlockLabel::Keep);
        return stepTime(blocks, kept, {trained.capacity(chain), rate, trained.streams()}).has_value();
    });
}

std::string percentOf(Seconds ideal, const std::optional<LabelChoice>& choice)
{
    return choice ? number(100 * (ideal / choice->time), 0) + " %" : "does not fit";
}

struct Gains {
    double product = 1;
    int count = 0;

    void add(double gain)
    {
        product *= gain;
        ++count;
    }
    double mean() const { return std::pow(product, 1.0 / std::max(1, count)); }
};

std::string countsOf(const BlockLabels& labels)
{
    const auto count = [&](BlockLabel label) {
        return std::to_string(std::count(labels.begin(), labels.end(), label));
    };
    return count(BlockLabel::Keep) + " / " + count(BlockLabel::Swap) + " / " + count(BlockLabel::Recompute);
}

struct KarmaRow {
    std::string text;
    double against_swapping = 0; // speedup over the better of the two methods that only swap
    double against_all = 0; // speedup over the best of the three other methods
};

KarmaRow karmaRow(const Subject& subject, const Trained& trained, const HostLink& link, std::int64_t batch)
{
    const ChainCosts chain = trained.costs(batch);
    const SwapRate rate = rateOf(link);
    const auto blocks = trained.blocks(chain, rate);
    const StreamRules rules {trained.capacity(chain), rate, trained.streams()};
    const auto karma = chooseLabels(blocks, rules);
    const auto eager = eagerSwapping(blocks, rules);
    const auto capacity = capacitySwapping(blocks, rules);
    const auto recompute = fullRecompute(blocks, rules);
    const Seconds ideal = idealTime(blocks);
    KarmaRow row;
    row.text = "| " + std::string(subject.name) + " | " + std::to_string(batch) + " | " + link.name + " | "
        + percentOf(ideal, eager) + " | " + percentOf(ideal, capacity) + " | " + percentOf(ideal, recompute) + " | "
        + percentOf(ideal, karma);
    if (!karma) {
        row.text += " | | | |\n";
        return row;
    }
    const auto timeOf = [](const std::optional<LabelChoice>& choice) {
        return choice ? choice->time : Seconds(std::numeric_limits<double>::infinity());
    };
    const Seconds swapping = std::min(timeOf(eager), timeOf(capacity));
    row.against_swapping = swapping / karma->time;
    row.against_all = std::min(swapping, timeOf(recompute)) / karma->time;
    row.text += " | " + countsOf(karma->labels) + " | "
        + (karma->exact ? std::string("proven") : number(100 * karma->gap(), 1) + " %") + " | "
        + number(row.against_swapping, 2) + " | " + number(row.against_all, 2) + " |\n";
    return row;
}

struct LinkGains {
    Gains swapping;
    Gains all;
};

std::string gainsTable(const std::array<LinkGains, links.size()>& gains)
{
    std::string text =
        "\n| geometric mean, times as fast | as the better of both ways to swap | as the best of all three |\n"
        "|---|--:|--:|\n";
    for (std::size_t link = 0; link < links.size(); ++link) {
        text += "| " + std::string(links[link].name) + " (simulated) | " + number(gains[link].swapping.mean(), 2)
            + " | " + number(gains[link].all.mean(), 2) + " |\n";
    }
    return text + "| published: Wahib et al. 2020, abstract, mean of six models over the best methods of the time | | "
        + number(karmaPublished, 2) + " |\n";
}

std::string karmaTable()
{
    std::string text =
        "| model | batch | link | eager swapping | capacity-based | full recompute | KARMA's choice | kept / swapped / "
        "recomputed | least by | times as fast as swapping | as the best other |\n"
        "|---|--:|---|--:|--:|--:|--:|--:|--:|--:|--:|\n";
    std::array<LinkGains, links.size()> gains;
    for (const Subject& subject : subjects) {
        const Trained trained(subject);
        const std::int64_t fits = largestInCore(trained);
        for (const int factor : batchFactors) {
            for (std::size_t link = 0; link < links.size(); ++link) {
                const KarmaRow row = karmaRow(subject, trained, links[link], std::max<std::int64_t>(1, fits * factor));
                text += row.text;
                if (row.against_all > 0 && std::isfinite(row.against_all)) {
                    gains[link].swapping.add(row.against_swapping);
                    gains[link].all.add(row.against_all);
                }
            }
        }
    }
    return text + gainsTable(gains);
}

// --- LMS ---

Bytes lmsPeak(const Trained& trained, std::int64_t batch, const LmsSettings& settings, const SwapRate& rate)
{
    const ChainCosts chain = trained.costs(batch);
    return playLms(lmsGraph(chain, {0, chain.size()}), settings, rate).peak;
}

struct LmsRow {
    std::string how;
    std::string note;
    std::function<bool(std::int64_t)> fits;
};

std::string lmsTable()
{
    const Trained trained(subjects.front());
    const SwapRate rate = rateOf(links.back());
    const Bytes memory = device().memory.value - device().context.value;
    LmsSettings off;
    off.tensors = 0;
    const auto graphAt = [&](std::int64_t batch) {
        const ChainCosts chain = trained.costs(batch);
        return lmsGraph(chain, {0, chain.size()});
    };
    const std::vector<LmsRow> rows {
        {"without", "",
         [&](std::int64_t batch) { return lmsPeak(trained, batch, off, rate) <= memory - trained.state(); }},
        {"LMS, tuned", "within nine tenths of the memory, as TFLMS v2 tunes",
         [&](std::int64_t batch) {
             return tuneLms(graphAt(batch), rate, lmsBudget(memory, trained.state(), false)).has_value();
         }},
        {"LMS, all of the memory", "threshold 1, every copy waited for",
         [&](std::int64_t batch) {
             LmsSettings least;
             least.sync = LmsSync::Both;
             return lmsPeak(trained, batch, least, rate) <= memory - trained.state();
         }},
        {"paging", "within 95 % of what is free",
         [&](std::int64_t batch) {
             return playPaging(graphAt(batch), pagingLimit(memory - trained.state()), rate, true).has_value();
         }},
    };
    std::string text =
        "| ResNet-50, 224 pixels, V100-16GB | largest batch | times the one without | |\n|---|--:|--:|---|\n";
    std::int64_t plain = 0;
    for (const LmsRow& row : rows) {
        const std::int64_t batch = largest(row.fits);
        plain = plain > 0 ? plain : batch;
        text += "| " + row.how + " (simulated) | " + std::to_string(batch) + " | "
            + number(static_cast<double>(batch) / static_cast<double>(plain), 1) + " | " + row.note + " |\n";
    }
    return text
        + "| TFLMS v1 (published) | | 4.7 | Le et al. 2018, arXiv 1807.02037, abstract |\n"
          "| TFLMS v2 (published) | | 4.9 | Le et al. 2019, ISMM, abstract |\n";
}

std::string lmsTimes()
{
    const Trained trained(subjects.front());
    const Bytes memory = device().memory.value - device().context.value;
    const Bytes budget = lmsBudget(memory, trained.state(), false);
    const std::int64_t plain = largestInCore(trained);
    std::string text =
        "\n| ResNet-50 at batch | link | threshold | ahead | group | waits | swapped, each way | step over "
        "computing alone |\n|--:|---|--:|--:|---|---|--:|--:|\n";
    for (const std::int64_t batch : {plain, 2 * plain, 3 * plain}) {
        const ChainCosts chain = trained.costs(batch);
        const LmsGraph graph = lmsGraph(chain, {0, chain.size()});
        for (const HostLink& link : links) {
            const auto tuning = tuneLms(graph, rateOf(link), budget);
            text += "| " + std::to_string(batch) + " | " + link.name + " | ";
            if (!tuning || !tuning->on) {
                text += tuning ? "off | | | | 0 | 1.00 |\n" : "does not fit | | | | | |\n";
                continue;
            }
            const LmsSettings& chosen = tuning->settings;
            const Seconds computing = tuning->step.total - tuning->step.stall;
            text += std::to_string(chosen.threshold) + " | " + std::to_string(chosen.ahead) + " | "
                + (chosen.group == wholeGraph ? std::string("whole graph") : std::to_string(chosen.group)) + " | "
                + std::string(nameOf(chosen.sync)) + " | " + formatBytes(tuning->step.out) + " | "
                + number(tuning->step.total / computing, 2) + " |\n";
        }
    }
    return text;
}

}

int main(int count, char** arguments)
{
    if (count != 2) {
        std::cerr << "outofcore_table FILE: writes tables into FILE (-: to the terminal)\n";
        return 2;
    }
    const std::string path = arguments[1];
    const std::array sections {std::pair {"karma", karmaTable()}, std::pair {"lms", lmsTable() + lmsTimes()}};
    for (const auto& [name, text] : sections) {
        if (path == "-") {
            std::cout << text << '\n';
            continue;
        }
        if (const auto written = replaceSection(path, name, text); !written) {
            std::cerr << describe(written.error()) << '\n';
            return 2;
        }
    }
    return 0;
}
