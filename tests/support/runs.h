// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/english.h"
#include "core/runs/errorfigures.h"
#include "core/runs/runsreader.h"

#include <QString>

#include <string>
#include <vector>

namespace stagecraft::testing {

// Formats per cent with one decimal, as in reports.
inline QString reported(double share)
{
    return QString::number(share * 100, 'f', 1);
}

inline QString figuresText(const ErrorFigures& figures)
{
    return QStringLiteral("%1 %2 %3 %4 %5 %6 %7")
        .arg(figures.count)
        .arg(reported(figures.mean_error), reported(figures.median_error), reported(figures.p90_error),
             reported(figures.worst_error), reported(figures.bias),
             QString::number(figures.rank_correlation.value_or(-2), 'f', 4));
}

inline constexpr const char* header =
    "model,layers,hidden,heads,ffn,seq,vocab,gpu,n_gpus,pp,dp,tp,zero,micro_batch,global_batch,"
    "measured_peak_mem_GiB,mem_scope,measured_throughput,throughput_unit\n";

inline std::string rowText(const char* peak = "8.24", const char* scope = "rank 0, allocated", const char* tensor = "4",
                           const char* layers = "16")
{
    return std::string("m,") + layers + ",2048,32,8192,4096,131072,H100 80GB,8,1,2," + tensor + ",1,1,256," + peak
        + ",\"" + scope + "\",14047,tokens/s/GPU\n";
}

// Returns the row of a run on eight devices; DP uses the devices that TP does not.
inline std::string shardedRow(const std::string& peak, int tensor, int layers = 16)
{
    return "m," + std::to_string(layers) + ",2048,32,8192,4096,131072,H100 80GB,8,1," + std::to_string(8 / tensor) + ","
        + std::to_string(tensor) + ",1,1,256," + peak + ",\"rank 0, allocated\",14047,tokens/s/GPU\n";
}

inline std::string errorOf(const std::string& text)
{
    const auto runs = parseRuns(text, "folder/r.csv", BadRows::Refuse);
    return runs ? std::string("no error") : describe(runs.error());
}

}
