// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "core/exchange/comparisoncsv.h"

#include "core/base/csv.h"
#include "core/base/english.h"
#include "core/base/numbertext.h"

namespace stagecraft {

namespace {

std::string joined(const std::vector<std::string>& words)
{
    std::string all;
    for (const std::string& word : words) {
        all += (all.empty() ? "" : " ") + word;
    }
    return all;
}

std::string figures(const PartitionerRow& row)
{
    if (!row.hasAnswer()) {
        return ",,,,,,,,";
    }
    return std::to_string(row.peak.value) + ',' + (row.peak_ratio ? exactText(*row.peak_ratio) : "") + ','
        + exactText(row.step.value) + ',' + (row.step_is_bound ? '1' : '0') + ',' + (row.fits ? '1' : '0') + ','
        + std::to_string(row.devices) + ',' + std::to_string(row.micro_batches) + ',' + joined(splitPointsOfStages(row))
        + ',' + joined(degreesOfStages(row));
}

}

std::string titleWithSource(const PartitionerRow& row)
{
    return describe(row.title) + (row.source.empty() ? "" : " (" + row.source + ")");
}

std::vector<std::string> degreesOfStages(const PartitionerRow& row)
{
    std::vector<std::string> words;
    for (const Stage& stage : row.stages) {
        words.push_back(std::to_string(stage.degrees.tensor) + 'x' + std::to_string(stage.degrees.data));
    }
    return words;
}

std::vector<std::string> splitPointsOfStages(const PartitionerRow& row)
{
    std::vector<std::string> words;
    for (const Stage& stage : row.stages) {
        words.push_back(std::to_string(stage.layers.first));
    }
    if (!words.empty()) {
        words.push_back(std::to_string(row.stages.back().layers.last));
    }
    return words;
}

std::string comparisonCsv(const PartitionerComparison& comparison)
{
    std::string text = "partitioner,title,mode,peak_bytes,peak_of_ours,step_seconds,step_is_bound,fits,devices,"
                       "micro_batches,cuts,tensor_x_data,note,reason\n";
    for (const PartitionerRow& row : comparison.rows) {
        text += csvField(row.partitioner) + ',' + csvField(titleWithSource(row)) + ','
            + std::string(nameOf(comparison.mode)) + ',' + figures(row) + ',' + csvField(describe(row.note)) + ','
            + csvField(describe(row.reason)) + '\n';
    }
    return text;
}

}
