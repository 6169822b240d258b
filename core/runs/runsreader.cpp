// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "core/runs/runsreader.h"

#include "core/base/csv.h"
#include "core/base/files.h"
#include "core/base/shortened.h"
#include "core/runs/runcells.h"
#include "core/runs/runstructure.h"
#include "core/words/common.h"
#include "core/words/runs.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <filesystem>
#include <map>

namespace stagecraft {

namespace {

constexpr Bytes fileLimit(64 << 20);
constexpr std::size_t mostRows = 10'000;
constexpr std::size_t mostEchoed = 100; // characters of a cell in a message
constexpr std::size_t mostOfAName = 200;
constexpr double mostCount = 2147483647; // limit for every count; products of a few of them fit in a double
constexpr double mostMemory = 1048576; // GiB: a pebibyte
constexpr double mostThroughput = 1e15;

using Count = std::optional<std::int64_t>;

// A column of counts and the field for its value.
struct CountColumn {
    const char* name;
    Count Run::*field;
    double least;
};

constexpr std::array countColumns {
    CountColumn {"hidden", &Run::hidden, 1},
    CountColumn {"heads", &Run::heads, 1},
    CountColumn {"kv_heads", &Run::kv_heads, 1},
    CountColumn {"ffn", &Run::ffn, 1},
    CountColumn {"seq", &Run::sequence, 1},
    CountColumn {"vocab", &Run::vocabulary, 1},
    CountColumn {"positions", &Run::positions, 0},
    CountColumn {"experts", &Run::experts, 0},
    CountColumn {"experts_per_token", &Run::experts_per_token, 1},
    CountColumn {"n_gpus", &Run::devices, 1},
    CountColumn {"pp", &Run::pipeline, 1},
    CountColumn {"dp", &Run::data, 1},
    CountColumn {"tp", &Run::tensor, 1},
    CountColumn {"cp", &Run::context, 1},
    CountColumn {"ep", &Run::expert, 1},
    CountColumn {"first_stage_layers", &Run::first_layers, 1},
    CountColumn {"last_stage_layers", &Run::last_layers, 1},
    CountColumn {"micro_batch", &Run::micro_batch, 1},
    CountColumn {"micro_batches", &Run::micro_batches, 1},
    CountColumn {"global_batch", &Run::global_batch, 1},
};

struct FlagColumn {
    const char* name;
    std::optional<bool> Run::*field;
};

constexpr std::array flagColumns {
    FlagColumn {"gated", &Run::gated},
    FlagColumn {"tied", &Run::tied},
    FlagColumn {"fused_attention", &Run::fused_attention},
    FlagColumn {"sequence_parallel", &Run::sequence_parallel},
};

// Required columns: without them a run cannot be evaluated.
constexpr std::array<const char*, 4> neededColumns {"layers", "hidden", "seq", "micro_batch"};

constexpr const char* peakColumn = "measured_peak_mem_GiB";
constexpr const char* throughputColumn = "measured_throughput";

// Reads the table line by line.
class RunsReader {
public:
    RunsReader(const std::string& where, BadRows bad)
        : m_where(where), m_bad(bad), m_file(std::filesystem::path(where).filename().string())
    {
    }

    void nextLine() { ++m_line; }

    Result<void> header(const std::vector<std::string>& fields)
    {
        for (std::size_t i = 0; i < fields.size(); ++i) {
            if (!m_position.emplace(fields[i], i).second && !fields[i].empty()) {
                return problem(say(words::common::column_twice, shortened(fields[i], mostEchoed)));
            }
        }
        for (const char* column : neededColumns) {
            if (!has(column)) {
                return missing(column);
            }
        }
        if (!has("n_gpus") && !has("dp")) {
            return missing("n_gpus", "dp");
        }
        if (!has(peakColumn) && !has(throughputColumn)) {
            return missing(peakColumn, throughputColumn);
        }
        if (has(throughputColumn) && !has("throughput_unit")) {
            return missing("throughput_unit");
        }
        m_width = fields.size();
        return {};
    }

    Result<Run> row(const std::vector<std::string>& fields)
    {
        m_fields = &fields;
        m_mistake = {};
        Run run;
        run.file = m_file;
        run.line = m_line;
        if (fields.size() != m_width) {
            m_mistake = say(words::common::other_width, fields.size(), m_width);
        } else {
            readCells(run);
        }
        if (m_mistake.empty() && run.obstacle.empty()) {
            m_mistake = structureObstacle(run);
        }
        if (!m_mistake.empty() && m_bad == BadRows::Refuse) {
            return problem(m_mistake);
        }
        run.obstacle = m_mistake.empty() ? run.obstacle : m_mistake;
        return run;
    }

    tl::unexpected<Error> problem(Argument what) const
    {
        return failure(ErrorCode::TableMalformed, {m_line, std::move(what)}, m_where);
    }

private:
    tl::unexpected<Error> missing(const std::string& column) const
    {
        return problem(say(words::common::column_missing, column));
    }

    tl::unexpected<Error> missing(const std::string& column, const std::string& other) const
    {
        return problem(say(words::runs::columns_missing, column, other));
    }

    bool has(const char* column) const { return m_position.contains(column); }

    // Empty if the file lacks the column.
    const std::string& cell(const char* column) const
    {
        static const std::string none;
        const auto at = m_position.find(column);
        return at == m_position.end() ? none : (*m_fields)[at->second];
    }

    void readCells(Run& run)
    {
        readModel(run);
        readPlan(run);
        readMeasured(run);
        if (m_mistake.empty() && !cell("args_json").empty() && !takeLaunchArguments(cell("args_json"), run)) {
            mistake("args_json", words::runs::no_json_object);
        }
    }

    void readModel(Run& run)
    {
        run.model = shortened(cell("model"), mostOfAName);
        if (cell("suspect_copy") == "yes") {
            run.obstacle = words::runs::suspect_copy;
        }
        if (run.obstacle.empty() && isWideFormat(cell("dtype"))) {
            run.obstacle = say(words::runs::wide_format, shortened(cell("dtype"), mostEchoed));
        }
        if (run.obstacle.empty() && !cell("dtype").empty() && !isNarrowFormat(cell("dtype"))) {
            run.obstacle = say(words::runs::unknown_format, shortened(cell("dtype"), mostEchoed));
        }
        run.fp8 = fp8RecipeOf(cell("dtype"));
        // Published tables state these in the notes.
        const std::string& notes = cell("notes");
        run.compiled = notes.find("torch.compile") != std::string::npos || notes.find("torch.c ") != std::string::npos;
        run.compiled_loss = notes.find("loss not compiled") == std::string::npos;
        run.fused_loss = notes.find("cross-entropy fusion") != std::string::npos;
        const std::string& layers = cell("layers");
        const auto plus = layers.find('+');
        if (plus != std::string::npos && csvNumber(std::string_view(layers).substr(0, plus))) {
            run.obstacle = words::runs::encoder_decoder;
        } else {
            run.layers = count("layers", 1);
        }
        for (const CountColumn& column : countColumns) {
            run.*column.field = count(column.name, column.least);
        }
        for (const FlagColumn& column : flagColumns) {
            run.*column.field = flag(column.name);
        }
    }

    void readPlan(Run& run)
    {
        constexpr std::string_view inChunks = "layers_per_vstage=";
        run.device = deviceOf(cell("gpu"));
        run.device_memory = deviceMemoryOf(cell("gpu"));
        if (const std::string& framework = cell("framework"); !framework.empty()) {
            run.framework = fromName<Framework>(framework);
            if (!run.framework) {
                mistake("framework", words::common::none_of, knownNames<Framework>());
            }
        }
        if (const std::string& chunks = cell("vpp"); chunks.starts_with(inChunks)) {
            run.chunk_layers = countIn(chunks.substr(inChunks.size()), "vpp", 1);
        } else {
            run.chunks = count("vpp", 1);
        }
        if (cell("zero").starts_with("offload")) {
            run.obstacle = words::runs::offloading;
        } else {
            run.zero = count("zero", 0, 3);
        }
        const std::string& recomputation = cell("recompute");
        if (!has("recompute")) {
            run.recomputation = Recomputation::None;
        } else if (!recomputation.empty()) {
            run.recomputation = recomputationOf(recomputation);
        }
        // The published tables of Megatron-LM state it there or in the notes.
        if (recomputation.find("sequence parallel") != std::string::npos) {
            run.sequence_parallel = true;
        }
        if (const std::string& mode = cell("tp_mode"); !mode.empty()) {
            run.tensor_mode = fromName<TensorMode>(mode);
            if (!run.tensor_mode) {
                mistake("tp_mode", words::common::none_of, knownNames<TensorMode>());
            }
        }
    }

    void readMeasured(Run& run)
    {
        run.scope = scopeOf(cell("mem_scope"));
        if (cell(peakColumn) == "OOM") {
            run.out_of_memory = true;
        } else if (const auto peak = positive(peakColumn, mostMemory)) {
            run.peak = Bytes(std::max<std::int64_t>(1, std::llround(*peak * bytesPerGibibyte)));
        }
        if (cell(throughputColumn) != "OOM") {
            run.throughput = positive(throughputColumn, mostThroughput);
        }
        run.throughput_unit = cell("throughput_unit");
    }

    Count count(const char* column, double least, double most = mostCount)
    {
        return countIn(cell(column), column, least, most);
    }

    Count countIn(const std::string& text, const char* column, double least, double most = mostCount)
    {
        if (text.empty()) {
            return std::nullopt;
        }
        const auto value = csvNumber(text);
        if (!value || *value < least || *value > most || *value != std::floor(*value)) {
            mistake(column, words::common::no_whole_number, std::int64_t(least), std::int64_t(most));
            return std::nullopt;
        }
        return static_cast<std::int64_t>(*value);
    }

    std::optional<double> positive(const char* column, double most)
    {
        const std::string& text = cell(column);
        if (text.empty()) {
            return std::nullopt;
        }
        const auto value = csvNumber(text);
        if (!value || *value <= 0 || *value > most) {
            mistake(column, words::runs::no_positive_number);
            return std::nullopt;
        }
        return value;
    }

    std::optional<bool> flag(const char* column)
    {
        const std::string& text = cell(column);
        if (text.empty()) {
            return std::nullopt;
        }
        const auto value = flagOf(text);
        if (!value) {
            mistake(column, words::runs::no_flag);
        }
        return value;
    }

    // `what` begins with the cell.
    template <std::size_t places, typename... Arguments>
    void mistake(const char* column, const PhraseOf<places>& what, Arguments&&... arguments)
    {
        if (m_mistake.empty()) {
            m_mistake = say(what, say(words::runs::cell, std::string(column), shortened(cell(column), mostEchoed)),
                            std::forward<Arguments>(arguments)...);
        }
    }

    const std::string& m_where;
    BadRows m_bad;
    std::string m_file;
    std::map<std::string, std::size_t> m_position;
    std::size_t m_width = 0;
    int m_line = 0;
    const std::vector<std::string>* m_fields = nullptr;
    Message m_mistake;
};

}

Result<std::vector<Run>> parseRuns(const std::string& text, const std::string& where, BadRows bad)
{
    RunsReader reader(where, bad);
    std::vector<Run> runs;
    if (const auto read = readCsvRows(text, reader, runs, mostRows, words::base::runs); !read) {
        return failure(read.error());
    }
    return runs;
}

Result<std::vector<Run>> readRuns(const std::string& path, BadRows bad, const std::stop_token& stop)
{
    const auto text = readFile(path, fileLimit, stop);
    if (!text) {
        return failure(text.error());
    }
    return parseRuns(*text, path, bad);
}

}
