// SPDX-FileCopyrightText: 2026 The Stagecraft authors
// SPDX-License-Identifier: Apache-2.0
#include "core/profile/measurement.h"

#include "core/model/shapes.h"

#include <algorithm>

namespace stagecraft {

namespace {

std::string part(const char* name, std::int64_t value)
{
    return std::string(" ") + name + "=" + std::to_string(value);
}

bool attends(const LayerSpec& spec)
{
    const auto* program = std::get_if<Program>(&spec);
    return program != nullptr
        && std::any_of(program->statements().begin(), program->statements().end(),
                       [](const Statement& s) { return std::holds_alternative<Attention>(s.op); });
}

}

bool measureAlike(const MeasuredDevice& a, const MeasuredDevice& b)
{
    return a.kind == b.kind && a.name == b.name && a.software == b.software && a.threads == b.threads;
}

Result<std::vector<ProfilePoint>> chainPoints(const Model& model, const Workload& workload, std::int64_t micro_batch)
{
    auto inputs = boundaryShapes(model, 1, workload.sequence);
    if (!inputs) {
        return failure(inputs.error());
    }
    std::vector<ProfilePoint> points;
    for (std::size_t i = 0; i < model.layers.size(); ++i) {
        Shape& input = (*inputs)[i];
        if (!input.empty()) {
            input.erase(input.begin()); // a point's input is that of one sample
        }
        points.push_back({model.layers[i].spec, std::move(input), micro_batch, workload.sequence, 1, workload.precision,
                          workload.attention, workload.optimizer});
    }
    return points;
}

std::string pointKey(const ProfilePoint& point)
{
    std::string key = signatureOf(point.spec) + " |";
    for (const std::int64_t length : point.input) {
        key += " " + std::to_string(length);
    }
    return key + part("micro_batch", point.micro_batch) + part("sequence", point.sequence)
        + part("tensor", point.tensor) + " precision=" + std::string(nameOf(point.precision))
        + " optimizer=" + std::string(nameOf(point.optimizer))
        + (attends(point.spec) ? " attention=" + std::string(nameOf(point.attention)) : "");
}

}
