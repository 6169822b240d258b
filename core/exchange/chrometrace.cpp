// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "core/exchange/chrometrace.h"

#include "core/base/english.h"
#include "core/base/format.h"
#include "core/words/launcher.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <set>

namespace stagecraft {

namespace {

constexpr std::size_t laneCount = enumNames<Lane>.size();

std::string spaced(std::string_view name)
{
    std::string words(name);
    std::replace(words.begin(), words.end(), '_', ' ');
    return words;
}

std::int64_t nanoseconds(Seconds time)
{
    return std::llround(time.value * 1e9);
}

// Builds the text of a trace. Names come from enumerations and numbers, so that none needs escaping.
class TraceWriter {
public:
    TraceWriter(const Plan& plan, const PlanTimeline& timeline) : m_plan(plan), m_timeline(timeline) {}

    std::string write()
    {
        m_text.reserve(m_timeline.timeline.spans.size() * 260 + 1000);
        m_text += R"({"displayTimeUnit":"ms","otherData":{"format":")";
        m_text += timelineFormat;
        m_text += R"(","version":)" + std::to_string(timelineFormatVersion)
            + ",\"steps\":" + std::to_string(m_timeline.timeline.steps) + "},\n\"traceEvents\":[";
        layTracks();
        nameAll();
        for (std::size_t i = 0; i < m_timeline.timeline.spans.size(); ++i) {
            span(i);
        }
        for (std::size_t pipeline_rank = 0; pipeline_rank < m_timeline.memory.size(); ++pipeline_rank) {
            memory(pipeline_rank);
        }
        m_text += "\n]}\n";
        return std::move(m_text);
    }

private:
    // End time of each thread of one lane of a pipeline rank, in nanoseconds.
    using Tracks = std::vector<std::int64_t>;

    // Assigns overlapping spans of a lane to different threads, as viewers merge the overlapping events of a thread.
    void layTracks()
    {
        const auto& spans = m_timeline.timeline.spans;
        m_tracks.resize(static_cast<std::size_t>(m_timeline.timeline.pipeline_ranks));
        m_track_of.resize(spans.size());
        std::vector<std::size_t> by_start(spans.size());
        for (std::size_t i = 0; i < spans.size(); ++i) {
            by_start[i] = i;
        }
        std::stable_sort(by_start.begin(), by_start.end(),
                         [&](std::size_t a, std::size_t b) { return spans[a].start < spans[b].start; });
        for (const std::size_t i : by_start) {
            Tracks& tracks =
                m_tracks[static_cast<std::size_t>(spans[i].pipeline_rank)][static_cast<std::size_t>(spans[i].lane)];
            const std::int64_t start = nanoseconds(spans[i].start);
            auto track = std::find_if(tracks.begin(), tracks.end(), [&](std::int64_t free) { return free <= start; });
            if (track == tracks.end()) {
                track = tracks.insert(tracks.end(), 0);
            }
            *track = nanoseconds(spans[i].end);
            m_track_of[i] = static_cast<int>(track - tracks.begin());
        }
    }

    int threadOf(std::size_t pipeline_rank, std::size_t lane, int track) const
    {
        int before = 1;
        for (std::size_t l = 0; l < lane; ++l) {
            before += static_cast<int>(m_tracks[pipeline_rank][l].size());
        }
        return before + track;
    }

    void nameAll()
    {
        const std::vector<std::string> layers = layersByPipelineRank(m_plan, m_timeline.timeline);
        for (std::size_t pipeline_rank = 0; pipeline_rank < m_tracks.size(); ++pipeline_rank) {
            const Message name = layers[pipeline_rank].empty()
                ? say(words::launcher::trace_rank, pipeline_rank)
                : say(words::launcher::trace_rank_layers, pipeline_rank, layers[pipeline_rank]);
            metadata("process_name", pipeline_rank, 0, "\"name\":\"" + describe(name) + "\"");
            metadata("process_sort_index", pipeline_rank, 0, "\"sort_index\":" + std::to_string(pipeline_rank));
            for (std::size_t lane = 0; lane < laneCount; ++lane) {
                for (std::size_t track = 0; track < m_tracks[pipeline_rank][lane].size(); ++track) {
                    const int thread = threadOf(pipeline_rank, lane, static_cast<int>(track));
                    const std::string more = track == 0 ? std::string() : " " + std::to_string(track + 1);
                    metadata("thread_name", pipeline_rank, thread,
                             "\"name\":\"" + spaced(nameOf(static_cast<Lane>(lane))) + more + "\"");
                    metadata("thread_sort_index", pipeline_rank, thread, "\"sort_index\":" + std::to_string(thread));
                }
            }
        }
    }

    void next()
    {
        m_text += m_first ? "\n" : ",\n";
        m_first = false;
    }

    void metadata(std::string_view name, std::size_t pipeline_rank, int thread, const std::string& arguments)
    {
        next();
        m_text += R"({"ph":"M","name":")";
        m_text += name;
        m_text += R"(","pid":)" + std::to_string(pipeline_rank) + R"(,"tid":)" + std::to_string(thread) + R"(,"args":{)"
            + arguments + "}}";
    }

    // Writes whole nanoseconds as microseconds with three decimals, so that adjacent spans stay adjacent.
    void microseconds(std::int64_t nanoseconds)
    {
        std::array<char, 32> buffer {};
        const auto whole = std::to_chars(buffer.data(), buffer.data() + buffer.size(), nanoseconds / 1000);
        m_text.append(buffer.data(), whole.ptr);
        const std::string fraction = std::to_string(1000 + nanoseconds % 1000);
        m_text += '.';
        m_text.append(fraction, 1);
    }

    static std::string title(const Span& span)
    {
        return spaced(nameOf(span.kind)) + ' ' + std::to_string(span.micro_batch);
    }

    // Formats without a Message, as a trace has up to millions of these.
    static std::string waitedFor(const Span& before, Seconds moment)
    {
        const std::array named {title(before), std::to_string(before.stage), std::to_string(before.pipeline_rank)};
        const std::string whole =
            filled(words::launcher::trace_waited_for.english, named.size(), [&](std::size_t i) { return named[i]; });
        // Gradients can leave before their pass ends; the wait is then for the part of the pass up to that moment.
        const std::int64_t into = nanoseconds(moment) - nanoseconds(before.start);
        if (nanoseconds(before.end) <= nanoseconds(moment) || into < 0) {
            return whole;
        }
        const std::array part {whole, formatSeconds(moment - before.start)};
        return filled(words::launcher::trace_part.english, part.size(), [&](std::size_t i) { return part[i]; });
    }

    void span(std::size_t index)
    {
        const auto& spans = m_timeline.timeline.spans;
        const Span& span = spans[index];
        next();
        m_text += R"({"ph":"X","name":")" + title(span) + R"(","cat":")";
        m_text += nameOf(span.kind);
        m_text += R"(","ts":)";
        microseconds(nanoseconds(span.start));
        m_text += R"(,"dur":)";
        microseconds(nanoseconds(span.end) - nanoseconds(span.start));
        m_text += R"(,"pid":)" + std::to_string(span.pipeline_rank) + R"(,"tid":)"
            + std::to_string(threadOf(static_cast<std::size_t>(span.pipeline_rank), static_cast<std::size_t>(span.lane),
                                      m_track_of[index]));
        m_text += R"(,"args":{"span":)" + std::to_string(index) + R"(,"stage":)" + std::to_string(span.stage)
            + R"(,"micro_batch":)" + std::to_string(span.micro_batch);
        if (span.waited_for >= 0) {
            const Span& before = spans[static_cast<std::size_t>(span.waited_for)];
            m_text += R"(,"waited_for":")" + waitedFor(before, span.start) + R"(","waited_for_span":)"
                + std::to_string(span.waited_for);
        }
        m_text += "}}";
    }

    void counter(std::string_view name, std::size_t pipeline_rank, Seconds time, Bytes bytes)
    {
        next();
        m_text += R"({"ph":"C","name":")";
        m_text += name;
        m_text += R"(","ts":)";
        microseconds(nanoseconds(time));
        m_text +=
            R"(,"pid":)" + std::to_string(pipeline_rank) + R"(,"args":{"bytes":)" + std::to_string(bytes.value) + "}}";
    }

    void memory(std::size_t pipeline_rank)
    {
        const std::string allocated = describe(words::launcher::trace_allocated);
        const std::string between = describe(words::launcher::trace_between);
        for (const MemoryPoint& point : m_timeline.memory[pipeline_rank].points) {
            counter(allocated, pipeline_rank, point.time, point.highest);
            counter(between, pipeline_rank, point.time, point.alive);
        }
    }

    const Plan& m_plan;
    const PlanTimeline& m_timeline;
    std::vector<std::array<Tracks, laneCount>> m_tracks; // by pipeline rank and lane
    std::vector<int> m_track_of; // by span
    std::string m_text;
    bool m_first = true;
};

}

std::vector<std::string> layersByPipelineRank(const Plan& plan, const Timeline& timeline)
{
    std::vector<std::set<int>> stages(static_cast<std::size_t>(timeline.pipeline_ranks));
    for (const Span& span : timeline.spans) {
        if (span.lane == Lane::Compute) {
            stages[static_cast<std::size_t>(span.pipeline_rank)].insert(span.stage);
        }
    }
    std::vector<std::string> all;
    for (const auto& of_rank : stages) {
        std::string text;
        for (const int stage : of_rank) {
            if (stage < 0 || stage >= static_cast<int>(plan.stages.size())) {
                continue;
            }
            const LayerRange layers = plan.stages[static_cast<std::size_t>(stage)].layers;
            text += (text.empty() ? "" : ", ") + std::to_string(layers.first)
                + (layers.count() > 1 ? "-" + std::to_string(layers.last - 1) : std::string());
        }
        all.push_back(std::move(text));
    }
    return all;
}

std::string chromeTrace(const Plan& plan, const PlanTimeline& timeline)
{
    return TraceWriter(plan, timeline).write();
}

}
