// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "app/cli/varyoption.h"

#include "app/cli/options.h"

#include <optional>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

namespace stagecraft {

namespace {

std::string namesOf(const Dimensions& dimensions)
{
    std::string names;
    for (const Dimension dimension : dimensions) {
        names += (names.empty() ? "" : ", ") + std::string(nameOf(dimension));
    }
    return names;
}

}

Dimensions allDimensions()
{
    Dimensions all;
    for (const auto& [dimension, name] : enumNames<Dimension>) {
        all.push_back(dimension);
    }
    return all;
}

void VaryOption::add(CLI::App& command, const Dimensions& offered)
{
    const std::string names = namesOf(offered);
    command
        .add_option_function<std::string>(
            "--vary", [this](const std::string& text) { given = *parseNames<Dimension>(text); },
            "Dimensions to search in addition to split points, PP, DP and TP: " + names)
        ->check([names](const std::string& text) {
            return parseNames<Dimension>(text) ? "" : "\"" + text + "\" is not a comma-separated list of " + names;
        })
        ->type_name("LIST");
}

Result<Dimensions> VaryOption::dimensions(const ShapeOptions& shape) const
{
    const std::vector<std::tuple<Dimension, const char*, bool>> fixing {
        {Dimension::TensorAcrossNodes, "--tensor", shape.tensor.has_value()},
        {Dimension::Sequence, "--sequence-parallel", shape.sequence_parallel},
        {Dimension::Context, "--context", shape.context.has_value()},
        {Dimension::Expert, "--expert", shape.expert.has_value()},
        {Dimension::MicroBatch, "--micro-batch", shape.micro_batch.has_value()},
        {Dimension::MicroBatch, "--micro-batches", shape.micro_batches.has_value()},
        {Dimension::Schedule, "--schedule", shape.schedule.has_value()},
        {Dimension::Interleave, "--interleave", shape.interleave.has_value()},
        {Dimension::Zero, "--zero", shape.zero.has_value()},
        {Dimension::Recompute, "--policy", shape.policies.has_value()},
        {Dimension::RecomputeLayers, "--policy", shape.policies.has_value()},
        {Dimension::Swap, "--policy", shape.policies.has_value()},
        {Dimension::Offload, "--offload", shape.offload.has_value()},
        {Dimension::StageDegrees, "--tensor", shape.tensor.has_value()},
        {Dimension::StageDegrees, "--data", shape.data.has_value()},
    };
    Dimensions all = given;
    if (shape.tensor) {
        std::erase(all, Dimension::Tensor); // TP varies by default; --tensor fixes it even if --vary names it
    }
    for (const auto& [dimension, option, is_given] : fixing) {
        if (is_given && varies(all, dimension)) {
            return failure(ErrorCode::OptionUnsupported,
                           {std::string("--vary together with ") + option, std::string(nameOf(dimension)),
                            std::string("only one of them")});
        }
    }
    if (!shape.split_points.empty()) {
        return all.empty() ? Result<Dimensions>(all)
                           : failure(ErrorCode::OptionUnsupported,
                                     {std::string("--vary together with --cuts"), std::string(nameOf(all.front())),
                                      std::string("only one of them")});
    }
    if (!shape.tensor && !varies(all, Dimension::Tensor)) {
        all.push_back(Dimension::Tensor);
    }
    return all;
}

}
